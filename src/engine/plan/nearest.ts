import { fold, lastSegment, parentPath } from "../../core/address.js";
import type { Kinds } from "../../core/kind.js";
import { lookupOf } from "../../core/lookup.js";
import { didYouMean } from "../../core/names.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { type Basis, each, type Facts, ifReadable, type NearNeed } from "../snapshot/index.js";
import type { ChangeDraft } from "./draft.js";
import { source } from "./provenance.js";
import { placeNeed } from "./shown.js";

/** The full path nearest to one where nothing is: a slip in its last part, or in that of the group that it begins with. */
export function nearestPath(kinds: Kinds, kind: string, path: string, facts: Facts): string | undefined {
  const beside = besideName(kind, path, facts);
  if (beside !== undefined) return beside;
  const [holder, above] = [kinds.get(kind)?.tree?.parent ?? kind, parentPath(path)];
  if (above === undefined || facts(placeNeed(holder, above))) return undefined;
  const near = besideName(holder, above, facts);
  const meant = near === undefined ? undefined : `${near}/${lastSegment(path)}`;
  return meant !== undefined && facts(placeNeed(kind, meant)) ? meant : near;
}

function besideName(kind: string, path: string, facts: Facts): string | undefined {
  const live = facts({ read: "near", target: kind, name: path }).filter((one) => fold(one) !== fold(path));
  const segment = didYouMean(lastSegment(path), live.map(lastSegment));
  return live.find((one) => segment !== undefined && lastSegment(one) === segment);
}

/** The name nearest to one that nothing has. */
export function nearestName(need: Omit<NearNeed, "read">, facts: Facts): string | undefined {
  return didYouMean(need.name, facts({ read: "near", ...need }));
}

/** A suggestion as it stands at the end of a message. */
export function suggested(name: string | undefined): string {
  return name === undefined ? "" : ` (did you mean ${name}?)`;
}

/** Why names in live things cannot be written: nothing in them has them (`eligible`). */
export function namesOfNothing({ kinds, directory }: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const asked = drafts.flatMap((draft) =>
    draft.live && draft.action !== "delete"
      ? Object.entries(draft.write).flatMap(([attribute, name]) => {
          const target = draft.fields[attribute]?.eligible?.lookup;
          return target !== undefined && typeof name === "string"
            ? [{ draft, id: draft.live?.id ?? "", attribute, name, target }]
            : [];
        })
      : [],
  );
  return each(asked, ({ draft, id, attribute, name, target }): PlanDiagnostic[] => {
    const need = { target, name, within: { kind: draft.kind.name, id } };
    // What cannot be looked at counts as there: the platform will say.
    if (ifReadable(() => facts({ read: "exists", ...need })) ?? true) return [];
    const title = lookupOf(kinds, directory, target, draft.kind.name)?.title ?? target;
    const message = `${attribute}: ${draft.path ?? ""} has no ${title} ${name}${suggested(nearestName(need, facts))}`;
    return [{ rule: "reference", message, addresses: [draft.address], ...source(draft.desired, attribute) }];
  }).flat();
}
