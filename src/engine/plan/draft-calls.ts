import { parentKey } from "../../core/address-key.js";
import type { Change } from "../../core/plan.js";
import type { Basis, Observations } from "../snapshot/index.js";
import type { CallFacts } from "./call-facts.js";
import { callsOf } from "./calls.js";
import { askedBy } from "./change-content.js";
import type { Comings } from "./coming.js";
import { type Commits, joined } from "./commits.js";
import { type ChangeDraft, type DraftCall, type ResolvedParent, type ResolvedParents, draftKey } from "./draft.js";
import { joiningBy } from "./joining.js";
import { isOwnMembership } from "./membership.js";
import { type ResolvedNames, referenceKey } from "./names.js";
import { coveredBeside } from "./overlaps.js";

/** What is known beside the drafts. */
interface DraftedBeside {
  readonly observations: Observations;
  readonly places: ResolvedParents;
  readonly names: ResolvedNames;
  readonly commits: Commits;
  readonly comings: Comings;
}

/** The calls of each draft, as its change tells it; several may share one. */
export function callsOfDrafts(
  basis: Basis,
  told: ReadonlyMap<ChangeDraft, Omit<Change, "calls">>,
  { observations, places, names, commits, comings }: DraftedBeside,
): ReadonlyMap<ChangeDraft, readonly DraftCall[]> {
  const holderOf = ({ kind, path }: ChangeDraft) => parentKey(kind, path, basis.kinds) ?? "";
  const isCovered = coveredBeside([...told.keys()], observations);
  const joins = joiningBy(told.keys(), names.joining);
  const filled = new Set([...commits.branches.keys()].map(holderOf));
  return joined(
    new Map(
      [...told].map(([draft, change]) => {
        const fillsHolder = filled.has(holderOf(draft));
        const begun = comings.begun.get(draft);
        const facts: CallFacts = {
          ...callFacts(basis, places, names, draft),
          committedTo: commits.branches.get(draft),
          fillsHolder,
          begun,
          replaces: comings.replacing.has(draft),
          joins: (named) => joins(draft, named),
          isCovered: isCovered(draft),
        };
        return [draft, callsOf(askedBy(change, basis.kinds), facts)];
      }),
    ),
  );
}

function callFacts(basis: Basis, places: ResolvedParents, names: ResolvedNames, draft: ChangeDraft): CallFacts {
  const { dialect, version, user } = basis.capabilities;
  const place: ResolvedParent = places.get(draft) ?? {};
  return {
    dialect,
    version,
    user: user.username,
    place,
    live: draft.meanwhile?.live ?? draft.live,
    merges: draft.merges,
    ownId: isOwnMembership(draft, basis) ? basis.capabilities.user.id : undefined,
    start: draft.carriedPath,
    awaited: names.awaited.get(draftKey(draft)),
    resolve: (field, name) => {
      if (typeof name === "number" || field.wire === "name") return name;
      return names.values.get(referenceKey(basis, draft, field, name)) ?? null;
    },
  };
}
