import { thingKey } from "../../core/address-key.js";
import { fold, isAtOrUnder, isUnder, parentPath, pathsAbove } from "../../core/address.js";
import { groupedBy } from "../../core/collections.js";
import { TrueupError } from "../../core/errors.js";
import { kindOf, type Kinds, topKind } from "../../core/kind.js";
import type { PlanDiagnostic, Unread } from "../../core/plan.js";
import { accessLevels } from "../../core/types/access-level.js";
import { type Basis, each, type Facts, ifReadable, type MembershipNeed, type Observations } from "../snapshot/index.js";
import { type HeldBack, weakenedBy } from "./acknowledgements.js";
import { type ChangeDraft, draftKey, source } from "./draft.js";
import { type Drafted, unreadAt } from "./drafts.js";
import { placeNeed } from "./shown.js";

/** What is made of reads that fail. */
export interface UnreadRule {
  /** How many may fail; without it the run ends where more than 20 do that are more than a tenth of all. */
  readonly limit?: number;
}

const few = 20;
const largeShare = 0.1;
/** So many are named in one message. */
const named = 5;

/** Each kind on each thing once, in the order in which plans tell it. */
function distinct(unread: readonly Unread[]): Unread[] {
  const byKey = new Map<string, Unread>();
  for (const gap of unread) if (!byKey.has(keyOf(gap))) byKey.set(keyOf(gap), gap);
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, gap]) => gap);
}

/** All that could not be read, while looking and while comparing. */
export function unreadBy({ unread }: Pick<Observations, "unread">, drafted: Pick<Drafted, "unread">): Unread[] {
  return distinct([...unread, ...drafted.unread]);
}

function keyOf({ kind, path }: Unread): string {
  return JSON.stringify([kind, path]);
}

/** Throws TrueupError `plan.unread` where so much could not be read that it is no matter of single things. */
export function mustBeFew(all: readonly Unread[], asked: number, { limit }: UnreadRule = {}): void {
  const isMany = limit === undefined ? all.length > few && all.length > asked * largeShare : all.length > limit;
  if (!isMany) return;
  const first = all.slice(0, named).map(({ kind, path, status }) => `${kind} of ${path} (${status})`);
  throw new TrueupError({
    code: "plan.unread",
    message: `${all.length} of ${asked} lists and things could not be read: ${first.join(", ")}${all.length > named ? ", …" : ""}`,
    hint: `Look at what the token may read, or say --unread-limit ${all.length} to leave them as they are and do the rest.`,
  });
}

/**
 * Holds back what would loosen something about which not all is known: while something that hangs on a group or project could not be read, what else hangs there is neither deleted
 * nor changed, only made; of the thing itself nothing weakens protection, and no group that holds it is deleted. What a repository holds guards nothing.
 */
export function withoutLoosening(drafted: Drafted, unread: readonly Unread[], kinds: Kinds): HeldBack {
  const guarding = unread.filter(({ kind }) => !kindOf(kinds, kind).committed);
  if (guarding.length === 0) return { drafted, held: [] };
  const byPath = groupedBy(guarding, ({ path }) => fold(path));
  const causesOf = (draft: ChangeDraft) => [...byPath].flatMap(([path, all]) => (mayLoosen(draft, path) ? all : []));
  const waiting = drafted.drafts.flatMap((draft) => {
    const causes = causesOf(draft);
    return causes.length > 0 ? [{ draft, causes }] : [];
  });
  const held = new Set(waiting.map(({ draft }) => draft));
  return {
    drafted: { ...drafted, drafts: drafted.drafts.filter((draft) => !held.has(draft)) },
    held: waiting.map(({ draft, causes }): PlanDiagnostic => {
      const lines = distinct(causes).map(({ kind, path, status }) => `${kind} of ${path} (${status})`);
      const more = lines.length > named ? ", …" : "";
      const what = draft.action === "delete" ? "its delete waits" : "its change waits";
      const message = `${what} until this can be read: ${lines.slice(0, named).join(", ")}${more}`;
      return { rule: "unread", message, addresses: [draft.address], ...source(draft.desired) };
    }),
  };
}

/** Leaves out drafts of which some name could not be looked up, with the status by the key of each. */
export function withoutUnreadNames(drafted: Drafted, unread: ReadonlyMap<string, number>, kinds: Kinds): HeldBack {
  const isUnread = (draft: ChangeDraft) => unread.has(draftKey(draft));
  const more = drafted.drafts.filter(isUnread).map((draft) => unreadAt(draft, unread.get(draftKey(draft)) ?? 0));
  const rest = { ...drafted, drafts: drafted.drafts.filter((draft) => !isUnread(draft)), unread: [...drafted.unread, ...more] };
  return withoutLoosening(rest, more, kinds);
}

/** True for a draft that could loosen something while what hangs at a path is not known. */
function mayLoosen(draft: ChangeDraft, at: string): boolean {
  const { action, kind, path = "", livePath = path } = draft;
  if (action === "create" || action === "restore") return false;
  const isAt = [path, livePath].some((candidate) => fold(candidate) === at);
  if (!kind.tree) return isAt;
  if (action === "delete") return isAt || [path, livePath].some((candidate) => isUnder(at, candidate));
  return isAt && weakenedBy(draft).length > 0;
}

/** The access level from which a member sees all that lies in a group; people with less see the group alone (doc/user/permissions.md, Users with Minimal Access). */
const seesAll = accessLevels.guest;

/** What a plan would make at a path where something may be that the token does not see, with the reason. */
type Unseen = ReadonlyMap<ChangeDraft, string>;

/**
 * Creates of groups and projects of which nobody knows that the path is free. Servers answer 404 also for what a token may not see: only an administrator, the owner of a namespace, and a member of the
 * group or of one above it see all that is there. Asks for the members of each group above such a create, from the top, until one of them names the user of the token: mostly one list for each top-level
 * group, and nothing for an administrator. What lies at the top can be known by an administrator alone: there the server decides, since no create replaces what has the path.
 */
export function unseenOnes(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): Unseen {
  const { username, administrator } = basis.capabilities.user;
  if (administrator) return new Map();
  const made = new Set(drafts.filter(({ action }) => action === "create").map(draftKey));
  const reasons = each(drafts, (draft): [ChangeDraft, string][] => {
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
  return new Map(reasons.flat());
}

/** Holds back what nobody knows to be absent, with all that lies in it or belongs to it. */
export function withoutUnseen(basis: Basis, drafted: Drafted, unseen: Unseen): HeldBack {
  const { username } = basis.capabilities.user;
  const keys = new Map([...unseen].map(([draft, parent]) => [draftKey(draft), { draft, parent }]));
  const within = (candidate: ChangeDraft) =>
    [...keys.values()].find(({ draft }) => draft.path !== undefined && isAtOrUnder(candidate.path ?? "", draft.path));
  return {
    drafted: { ...drafted, drafts: drafted.drafts.filter((draft) => !within(draft)) },
    held: [...keys.values()].map(({ draft, parent }): PlanDiagnostic => {
      const others = drafted.drafts.filter(
        (candidate) => candidate.address !== draft.address && within(candidate)?.draft === draft,
      );
      const along = others.length === 0 ? "" : ", and what is in it waits, too";
      const message = `its create waits${along}: ${username} is no member of ${parent} and sees no private ${draft.kind.title.toLowerCase()} there, so it may exist already: use the token of a member of ${parent}`;
      return { rule: "unseen", message, addresses: [draft, ...others].map(({ address }) => address), ...source(draft.desired) };
    }),
  };
}
