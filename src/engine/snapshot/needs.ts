import { fold } from "../../core/address.js";
import type { ApiError } from "../../core/errors.js";
import type { Live } from "../../core/plan.js";

/** A group or project at a path, with these attributes and those that the engine always needs. */
export interface TreeNeed {
  readonly read: "tree";
  readonly kind: string;
  readonly path: string;
  readonly attributes: readonly string[];
  /** Who asks also takes what only the single read shows. */
  readonly long?: true;
}

/** All groups or projects below a path; those of the whole instance for an empty one. */
export interface BelowNeed {
  readonly read: "below";
  readonly kind: string;
  readonly root: string;
  /** Attributes beside those that the engine always needs. */
  readonly attributes?: readonly string[];
  /** Of the whole instance only what concerns who asks: others may be many, and are not theirs to change. */
  readonly onlyInvolved?: true;
}

/** The groups or projects that lie in one holder itself (in none for an empty path), declared or not, as far as a few pages of a list show them. */
interface BesideNeed {
  readonly read: "beside";
  readonly kind: string;
  readonly holder: string;
  readonly attributes: readonly string[];
}

/** What things hang on: the first of these paths where something is; nothing at the top. */
export interface ParentNeed {
  readonly kind: string;
  readonly paths: readonly string[];
}

/** What a thing or the instance has one of. */
export interface OneNeed {
  readonly read: "one";
  readonly kind: string;
  readonly parent?: ParentNeed;
  readonly attributes: readonly string[];
}

/** The siblings of a kind on one parent as the list shows them; of one that comes by a single read for each key, only that one. */
export interface SiblingsNeed {
  readonly read: "siblings";
  readonly kind: string;
  readonly parent?: ParentNeed;
  readonly attributes: readonly string[];
  /** Read this one alone. */
  readonly key?: string;
  /** Those of one scope, where there is a list for each. */
  readonly scope?: string;
}

/** Attributes of a thing that routes of their own show: what is there once, or one of several siblings by its number. */
export interface OwnNeed {
  readonly read: "own";
  readonly kind: string;
  readonly parent?: ParentNeed;
  readonly id: number | string;
  readonly attributes: readonly string[];
}

/** The name behind a number; `within` is what it lies in, by its number or full path, where only a list of that shows it. */
export interface NameNeed {
  readonly read: "name";
  readonly target: string;
  readonly id: number;
  readonly within?: { readonly kind: string; readonly id: number | string };
  /** As of `IdNeed`. It tells no need from another: a number means the same wherever it is asked. */
  readonly top?: string;
}

/** The number behind a name; `within` is what it lies in, where names are unique there only, and `top` the group at the top that may have a list of its own (`ofTop`). */
export interface IdNeed {
  readonly read: "id";
  readonly target: string;
  readonly name: string;
  readonly within?: { readonly kind: string; readonly id: number | string };
  readonly top?: string;
}

/** Whether something in a thing has a name. */
export interface ExistsNeed {
  readonly read: "exists";
  readonly target: string;
  readonly name: string;
  readonly within: { readonly kind: string; readonly id: number | string };
}

/** Names that a list shows of those that are there, where one that was asked for is not: for a suggestion. */
export interface NearNeed {
  readonly read: "near";
  readonly target: string;
  readonly name: string;
  readonly within?: { readonly kind: string; readonly id: number | string };
}

/** Whether somebody is a member of one of these, asked in this order, with at least an access level. */
export interface MembershipNeed {
  readonly read: "membership";
  readonly username: string;
  readonly minimum: number;
  /** Each by the first of its places that is there: a number, or a path. */
  readonly among: readonly { readonly kind: string; readonly at: readonly (string | number)[] }[];
}

/** The sha256 of the picture at a place that a reply gave. */
interface PictureNeed {
  readonly read: "picture";
  readonly location: string;
  /** Below `/api/v4`, where the server may serve it if it does not at the place. */
  readonly path?: string;
}

/** The merge requests that come from a branch of a group or project and are into it, open or closed. */
export interface ProposedNeed {
  readonly read: "proposed";
  /** The kind whose members merge requests propose. */
  readonly kind: string;
  readonly parent: ParentNeed;
  readonly from: string;
  readonly state: "open" | "closed";
}

/** What a decision must know of the platform: plain data, which a reader answers as it likes. */
export type Need =
  | TreeNeed
  | BelowNeed
  | BesideNeed
  | OneNeed
  | SiblingsNeed
  | OwnNeed
  | NameNeed
  | IdNeed
  | ExistsNeed
  | NearNeed
  | MembershipNeed
  | PictureNeed
  | ProposedNeed;

/** A merge request: its number, and the commit that it would merge. */
export interface Proposed {
  readonly number: number;
  readonly head: string;
}

/** What the platform answers; `undefined` is an answer, too: nothing is there that this token may see. */
export interface Answers {
  readonly tree: Live | undefined;
  readonly below: readonly Live[];
  readonly beside: readonly Live[];
  readonly one: Live | undefined;
  readonly siblings: readonly Live[] | undefined;
  readonly own: Pick<Live, "spec" | "entryKeys"> | undefined;
  readonly name: string | undefined;
  readonly id: number | undefined;
  readonly exists: boolean;
  readonly near: readonly string[];
  readonly membership: boolean;
  readonly picture: string | undefined;
  readonly proposed: readonly Proposed[];
}

/** The answer to a need. */
type AnswerTo<N extends Need> = Answers[N["read"]];

/** All that was read for a decision, by the key of the need. */
export type Snapshot = ReadonlyMap<string, Answers[keyof Answers]>;

/** What a decision asks while it is made. Where the snapshot has no answer the decision ends there, and goes on in the next round. */
export type Facts = <N extends Need>(need: N) => AnswerTo<N>;

/** What tells a need from all others. */
export function needKey(need: Need): string {
  switch (need.read) {
    case "tree":
      return `tree ${need.kind} ${fold(need.path)} ${need.long ? "long " : ""}${need.attributes.join()}`;
    case "below":
      return `below ${need.kind} ${fold(need.root)} ${need.onlyInvolved ? "own " : ""}${need.attributes?.join() ?? ""}`;
    case "name":
      return `name ${need.target} ${need.id}${need.within ? ` ${need.within.kind} ${need.within.id}` : ""}`;
    case "picture":
      return `picture ${need.location}`;
    default:
      return JSON.stringify(need);
  }
}

/** How many requests the answers take at least: one for each list and each thing of which there is one; groups and projects come by lists, whose length nobody knows yet. */
export function leastRequests(needs: readonly Need[]): number {
  const singly = needs.filter(({ read }) => read === "one" || read === "siblings" || read === "own" || read === "picture");
  return new Set(singly.map(needKey)).size;
}

/** What a decision lacks. It ends the decision, as an exception does, and never leaves the plan room but as the list of needs. */
class Lacking {
  constructor(readonly needs: readonly Need[]) {}
}

/** Answers from a snapshot. */
function factsOf(snapshot: Snapshot): Facts {
  return <N extends Need>(need: N): AnswerTo<N> => {
    const key = needKey(need);
    if (!snapshot.has(key)) throw new Lacking([need]);
    return snapshot.get(key) as AnswerTo<N>;
  };
}

/** What is decided of each item. What one of them lacks keeps no other from being asked, so that all needs of a round are told at once. */
export function each<Item, Decision>(items: Iterable<Item>, decide: (item: Item) => Decision): Decision[] {
  const decisions: Decision[] = [];
  const needs: Need[] = [];
  for (const item of items) {
    const decision = attempt(() => decide(item));
    if (decision instanceof Lacking) needs.push(...decision.needs);
    else decisions.push(decision);
  }
  if (needs.length > 0) throw new Lacking(needs);
  return decisions;
}

/** Several decisions that do not depend on each other: what one of them lacks keeps no other from being asked. */
export function together<Decisions extends readonly unknown[]>(
  ...decide: { readonly [Index in keyof Decisions]: () => Decisions[Index] }
): Decisions {
  return each<() => Decisions[number], Decisions[number]>(decide, (decision) => decision()) as readonly unknown[] as Decisions;
}

/** Either what was decided, or what must be read before it can be. */
type Decided<T> = { readonly decision: T } | { readonly needs: readonly Need[] };

/** Decides, as far as a snapshot goes: a pure function of what it is given. */
export function decideBy<T>(snapshot: Snapshot, decide: (facts: Facts) => T): Decided<T> {
  const decision = attempt(() => decide(factsOf(snapshot)));
  return decision instanceof Lacking ? { needs: decision.needs } : { decision };
}

function attempt<T>(decide: () => T): T | Lacking {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Lacking) return error;
    throw error;
  }
}

/** What could not be read. It ends what is decided of one thing, and never leaves the rooms that decide but as the error of the read (`readErrorOf`). */
class Unreadable {
  constructor(readonly error: ApiError) {}
}

/** Facts of which some could not be read, with the error of each by the key of the need: asking for one of those ends what `ifReadable` or `orUnread` decides. */
export function factsWithout(facts: Facts, unreadable: ReadonlyMap<string, ApiError>): Facts {
  return <N extends Need>(need: N) => {
    const error = unreadable.get(needKey(need));
    if (error) throw new Unreadable(error);
    return facts(need);
  };
}

/** What is decided; undefined where something of it may not be read. */
export function ifReadable<T>(decide: () => T): T | undefined {
  const decided = orUnread(decide);
  return "unread" in decided ? undefined : decided.decision;
}

/** What is decided, or the status of the read that it lacks. */
export function orUnread<T>(decide: () => T): { readonly decision: T } | { readonly unread: number } {
  try {
    return { decision: decide() };
  } catch (error) {
    if (error instanceof Unreadable) return { unread: error.error.status };
    throw error;
  }
}

/** The error of the read, of what a decision could not do without; any other error as it is. */
export function readErrorOf(error: unknown): unknown {
  return error instanceof Unreadable ? error.error : error;
}
