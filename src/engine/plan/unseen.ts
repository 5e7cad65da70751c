import { thingKey } from "../../core/address-key.js";
import { fold, isAtOrUnder, parentPath, pathsAbove } from "../../core/address.js";
import { topKind } from "../../core/kind.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { accessLevels } from "../../core/types/access-level.js";
import { type Basis, type Facts, type MembershipNeed, each, ifReadable } from "../snapshot/index.js";
import { type ChangeDraft, draftKey } from "./draft.js";
import type { Drafted } from "./drafts.js";
import type { HeldBack } from "./held-back.js";
import { source } from "./provenance.js";
import { placeNeed } from "./shown.js";

/** The access level from which a member sees all that lies in a group; people with less see the group alone (doc/user/permissions.md, Users with Minimal Access). */
const seesAll = accessLevels.guest;

/** What a plan would make at a path where something may be that the token does not see, with the reason. */
export type Unseen = ReadonlyMap<ChangeDraft, string>;

/**
 * Creates of groups and projects of which nobody knows that the path is free. Servers answer 404 also for what a token may not see: only an administrator, the owner of a namespace, and a member of the
 * group or of one above it see all that is there. Asks for the members of each group above such a create, from the top, until one of them names the user of the token: mostly one list for each top-level
 * group, and nothing for an administrator. What lies at the top can be known by an administrator alone: there the server decides, since no create replaces what has the path.
 */
export function unseenOnes(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): Unseen {
  const { username, administrator } = basis.capabilities.user;
  if (administrator) return new Map();
  const made = new Set(drafts.filter(({ action }) => action === "create").map(draftKey));
  const found = each(drafts, (draft): [ChangeDraft, string][] => {
    const parent = parentPath(draft.path ?? "");
    const { tree } = draft.kind;
    if (!tree || draft.action !== "create" || parent === undefined) return [];
    const holder = topKind(basis.kinds, tree.parent);
    const isOwn = tree.personal !== undefined && fold(parent) === fold(username);
    // Nothing lies yet in what the same plan makes, and what is not there at all is refused elsewhere.
    if (isOwn || made.has(thingKey(holder, parent, undefined)) || !facts(placeNeed(holder.name, parent))) return [];
    const among: MembershipNeed["among"] = [parent, ...pathsAbove(parent)]
      .toReversed()
      .map((path) => ({ kind: holder.name, at: [path] }));
    const isMember = ifReadable(() => facts({ read: "membership", username: fold(username), minimum: seesAll, among })) ?? false;
    return isMember ? [] : [[draft, parent]];
  });
  return new Map(found.flat());
}

/** Holds back what nobody knows to be absent, with all that lies in it or belongs to it. */
export function withoutUnseen(basis: Basis, drafted: Drafted, unseen: Unseen): HeldBack {
  const { username } = basis.capabilities.user;
  const keys = new Map([...unseen].map(([draft, parent]) => [draftKey(draft), { draft, parent }]));
  const within = (one: ChangeDraft) =>
    [...keys.values()].find(({ draft }) => draft.path !== undefined && isAtOrUnder(one.path ?? "", draft.path));
  return {
    drafted: { ...drafted, drafts: drafted.drafts.filter((one) => !within(one)) },
    held: [...keys.values()].map(({ draft, parent }): PlanDiagnostic => {
      const others = drafted.drafts.filter((one) => one.address !== draft.address && within(one)?.draft === draft);
      const along = others.length === 0 ? "" : ", and what is in it waits, too";
      const message = `its create waits${along}: ${username} is no member of ${parent} and sees no private ${draft.kind.title.toLowerCase()} there, so it may exist already: use the token of a member of ${parent}`;
      return { rule: "unseen", message, addresses: [draft, ...others].map(({ address }) => address), ...source(draft.desired) };
    }),
  };
}
