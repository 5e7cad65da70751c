import { addressKey, parentKey, thingKey } from "../../core/address-key.js";
import { fold, parentPath, pathsAbove } from "../../core/address.js";
import { append } from "../../core/append.js";
import { textGlob, textsOverlap } from "../../core/glob.js";
import { placesOf, shownKey } from "../../core/kind.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import type { Basis, Observations, Observed } from "../snapshot/index.js";
import { type ChangeDraft, draftKey } from "./draft.js";
import { source } from "./provenance.js";

/** Declared things that are about one name, of which only the looser one counts: two wildcards beside each other, or one name on a group and on what lies in it. */
export function overlapWarnings({ kinds }: Pick<Basis, "kinds">, { observed }: Pick<Observations, "observed">): PlanDiagnostic[] {
  const covering = observed.filter(({ desired, kind }) => kind.key?.covers && desired.ensure === "present");
  const known = new Map(covering.map((one) => [addressKey(one.desired, kinds), one]));
  const beside = new Map<string, Observed[]>();
  for (const one of covering)
    if (one.desired.key?.includes("*"))
      append(beside, `${one.kind.name} ${parentKey(one.kind, one.desired.path, kinds) ?? ""}`, one);
  const wildcards = [...beside.values()].flatMap((siblings) =>
    siblings.flatMap((one, index) =>
      siblings.slice(index + 1).flatMap((other) => {
        if (!textsOverlap(one.desired.key ?? "", other.desired.key ?? "")) return [];
        return [told(one, other, "may be about one name")];
      }),
    ),
  );
  const handed = covering.flatMap((one) => namesakes(one, known).map((other) => told(one, other, "are two rules of one name")));
  return [...wildcards, ...handed];
}

function told({ desired, kind }: Observed, other: Observed, why: string): PlanDiagnostic {
  const addresses = [desired.address, other.desired.address];
  const message = `two of kind ${kind.name} ${why}: the looser one counts for who may`;
  return { rule: "overlap", message, addresses, ...source(desired) };
}

/** What groups above declare by the same key. */
function namesakes({ desired, kind }: Observed, known: ReadonlyMap<string, Observed>): Observed[] {
  const found: Observed[] = [];
  for (let at = parentPath(desired.path ?? ""); at !== undefined; at = parentPath(at))
    for (const place of placesOf(kind)) {
      const other = known.get(thingKey(place, at, desired.key));
      if (other) found.push(other);
    }
  return found;
}

/** Tells of drafts of kinds whose keys cover names whether another one is about all their names before and after the plan: on the same thing, or on one above. */
export function coveredBeside(
  drafts: readonly ChangeDraft[],
  { observed }: Pick<Observations, "observed">,
): (draft: ChangeDraft) => boolean {
  const going = new Set(drafts.filter(({ action }) => action === "delete").map(draftKey));
  const live = new Map<string, Map<string, string>>();
  const place = (kind: string, path = "") => `${kind} ${fold(path)}`;
  for (const { desired, kind, live: own, beside = [] } of observed.filter((one) => one.kind.key?.covers)) {
    const keys = [...(own ? [desired.key ?? ""] : []), ...beside.map(({ marks }) => shownKey(kind, marks))];
    const at = place(kind.name, desired.path);
    const known = live.get(at) ?? new Map<string, string>();
    for (const key of keys) known.set(thingKey(kind, desired.path, key), key);
    live.set(at, known);
  }
  return (draft) => {
    const { kind, path = "", key = "" } = draft;
    const staying = [path, ...pathsAbove(path)].flatMap((at) => [...(live.get(place(kind.name, at)) ?? [])]);
    return staying.some(([thing, other]) => thing !== draftKey(draft) && !going.has(thing) && textGlob(other)(key));
  };
}
