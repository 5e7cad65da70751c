import { addressKey, parentKey, thingKey } from "../../core/address-key.js";
import { fold, parentPath } from "../../core/address.js";
import { boundedAttribute } from "../../core/bounded.js";
import type { Value } from "../../core/json.js";
import { fieldsOf, topKind } from "../../core/kind.js";
import { ref } from "../../core/placeholders.js";
import type { Live } from "../../core/plan.js";
import { type Basis, type Facts, type Observations, each, together } from "../snapshot/index.js";
import { type ChangeDraft, type ResolvedParent, type ResolvedParents, draftKey } from "./draft.js";
import { placeNeed } from "./shown.js";
import { transferOf } from "./transfers.js";

/** Finds the group or project that each draft lies in or hangs on: what is live, what this plan creates, or the caller's own namespace. */
export function resolveParents(
  basis: Basis,
  observations: Observations,
  drafts: readonly ChangeDraft[],
  facts: Facts,
): ResolvedParents {
  const created = new Set(drafts.filter(({ action }) => action === "create").map(draftKey));
  const observed = new Map(
    [...observations.unnamedParents, ...observations.observed].map(
      (one) => [addressKey(one.desired, basis.kinds), one.live] as const,
    ),
  );
  const found = { created, observed, facts };
  return new Map(
    each(drafts, (draft) => {
      if (!draft.kind.tree) return [draft, onParent(basis, draft, found)] as const;
      const [place, transfer] = together(
        () => inHolder(basis, draft, found),
        () => transferOf(basis, observations, draft, facts),
      );
      return [draft, { ...place, ...transfer }] as const;
    }),
  );
}

interface Found {
  /** Keys of what this plan creates. */
  readonly created: ReadonlySet<string>;
  readonly observed: ReadonlyMap<string, Live | undefined>;
  readonly facts: Facts;
}

function onParent({ kinds }: Basis, { kind, path, livePath }: ChangeDraft, { created, observed, facts }: Found): ResolvedParent {
  const key = parentKey(kind, path, kinds);
  if (key === undefined) return {};
  const known = idAt(key, created, observed);
  return { parentId: known ?? facts(placeNeed(kind.parent, livePath ?? path ?? ""))?.id };
}

function inHolder({ kinds, capabilities }: Basis, draft: ChangeDraft, { created, observed, facts }: Found): ResolvedParent {
  const { tree } = draft.kind;
  const parent = parentPath(draft.path ?? "");
  if (!tree || parent === undefined || draft.action === "delete" || staysPut(draft)) return {};
  const holder = topKind(kinds, tree.parent);
  const key = thingKey(holder, parent, undefined);
  const live = observed.has(key) ? observed.get(key) : facts(placeNeed(holder.name, parent));
  const id = idAt(key, created, observed) ?? live?.id;
  const isOwn = tree.personal !== undefined && fold(parent) === fold(capabilities.user.username);
  const bound = live?.spec[boundedAttribute(fieldsOf(holder)) ?? ""];
  return {
    ...(id === undefined ? (isOwn ? { parentId: null } : {}) : { parentId: id }),
    ...(bound === undefined ? {} : { bound }),
  };
}

/** True for what only policies reach and stays where it is: its holder, of which nothing else may be read, matters no more than its bound, and that only where it is asked for. */
function staysPut({ action, desired, fields, write }: ChangeDraft): boolean {
  return action === "update" && desired?.reached === true && write[boundedAttribute(fields) ?? ""] === undefined;
}

function idAt(key: string, created: Found["created"], observed: Found["observed"]): Value | undefined {
  return created.has(key) ? ref(key, "id") : observed.get(key)?.id;
}
