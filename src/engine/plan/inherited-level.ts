import { thingKey } from "../../core/address-key.js";
import { fold, parentPath } from "../../core/address.js";
import { kindsUnder, levelIn, makesMembers } from "../../core/kind.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { type Basis, type Facts, each, ifReadable } from "../snapshot/index.js";
import { type ChangeDraft, draftKey } from "./draft.js";
import { source } from "./provenance.js";

/**
 * Who is to have less in something than a group above gives: the platform refuses it. Only what is to change is asked about, by one list for each group right above. Where the same plan
 * gives the person less above, what is live tells nothing.
 */
export function belowInherited(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const planned = new Map(drafts.filter(({ kind }) => makesMembers(kind)).map((one) => [draftKey(one), one]));
  const members = [...planned.values()].filter(({ action }) => action !== "delete");
  return each(members, (draft): PlanDiagnostic[] => {
    const [holder, above] = [basis.kinds.get(draft.kind.parent)?.tree?.parent, parentPath(draft.path ?? "")];
    const level = levelIn(draft.kind, draft.fields, draft.write);
    if (holder === undefined || above === undefined || level === undefined) return [];
    const minimum = level + 1;
    const others = draftsAbove(basis, draft, holder, planned);
    const isGiven = others.some((one) => one.action !== "delete" && (levelIn(one.kind, one.fields, one.write) ?? 0) >= minimum);
    const among = [{ kind: holder, at: pathsFrom(above) }];
    // Where that cannot be read the platform will say it.
    const isLive = (): boolean =>
      ifReadable(() => facts({ read: "membership", username: fold(draft.key ?? ""), minimum, among })) ?? false;
    if (!isGiven && (others.length > 0 || !isLive())) return [];
    const message = `${draft.key ?? ""} has a higher role in a group above, which no ${draft.kind.parent} below it can lower: give at least that one here, or less there`;
    return [{ rule: "member.inherited", message, addresses: [draft.address], ...source(draft.desired, draft.kind.short) }];
  }).flat();
}

/** Changes of the same person in groups above. */
function draftsAbove(
  { kinds }: Basis,
  { path = "", key }: ChangeDraft,
  holder: string,
  planned: ReadonlyMap<string, ChangeDraft>,
): ChangeDraft[] {
  const places = kindsUnder(kinds, holder).filter(makesMembers);
  return pathsFrom(parentPath(path) ?? "").flatMap((at) =>
    places.flatMap((place) => planned.get(thingKey(place, at, key)) ?? []),
  );
}

function pathsFrom(path: string): string[] {
  return path === "" ? [] : [path, ...pathsFrom(parentPath(path) ?? "")];
}
