import { fold, pathsAbove } from "../../core/address.js";
import { append } from "../../core/collections.js";
import { textsOverlap } from "../../core/glob.js";
import type { Spec, Value } from "../../core/json.js";
import { combined, type Direction, directionOf } from "../../core/weakening.js";
import { encodeBody, wireName } from "../forms/index.js";
import { type CallFacts, type ChangeContent, isApart } from "./change-content.js";
import { knownOf } from "./compare.js";
import type { ChangeDraft, DraftCall } from "./draft.js";
import type { Node, Wishes } from "./number-calls.js";

/** What each attribute that a change writes does to protection; those that do nothing to it are left out. */
export function directionsOf(asked: ChangeContent, { live }: Pick<CallFacts, "live">): ReadonlyMap<string, Direction> {
  const { kind, fields, write } = asked;
  return new Map(
    Object.entries(write).flatMap(([name, value]) => {
      const field = fields[name];
      const direction = field && directionOf(kind.weakens, name, field, knownOf(name, field, live), value);
      return direction === undefined ? [] : [[name, direction] as const];
    }),
  );
}

/** What an update that says all these attributes does to protection. */
export function directionOfAll(directions: ReadonlyMap<string, Direction>, names: Iterable<string>): Direction | undefined {
  return combined([...names].map((name) => directions.get(name)));
}

/**
 * What the coming or going of one does to protection: of a member, of a protection. Of protections of one name the looser counts: beside one that covers all its names, one more lets people in and one
 * less keeps them out, but for what it says that protects. Where none does, a new one keeps some out, and may give those whom it names something.
 */
export function directionOfItself(
  asked: ChangeContent,
  { isCovered, live }: Pick<CallFacts, "isCovered" | "live">,
  comes: boolean,
): Direction | undefined {
  const { itself, gives } = asked.kind.weakens ?? {};
  if (itself === undefined || itself === "other") return itself && "either";
  if (isCovered) {
    const added = directionsOfContent(asked, comes ? asked.write : (live?.spec ?? {}), comes);
    return combined([comes ? "loosens" : "tightens", ...added]);
  }
  if (comes && gives) return "either";
  return (itself === "more") === comes ? "loosens" : "tightens";
}

/** What each attribute of one that comes or goes does where another one is about the same names. */
function directionsOfContent(
  { kind, fields }: Pick<ChangeContent, "kind" | "fields">,
  spec: Spec,
  comes: boolean,
): (Direction | undefined)[] {
  return Object.entries(spec).map(([name, value]) => {
    const field = fields[name];
    const none = Array.isArray(value) ? [] : false;
    const [before, after] = comes ? [none, value] : [value, none];
    return field && directionOf(kind.weakens, name, field, before, after);
  });
}

/** In which order the parts of an update are sent. */
const turns = ["tightens", "either", "loosens"] as const satisfies readonly Direction[];

/**
 * What an update says, in as many calls as safety wants, each with what it does to protection: what some attributes open and others close is closed first, where a call may say a
 * part of the attributes. What is new takes one call. `body` is as the wire names it.
 */
export function inSafeParts(
  asked: ChangeContent,
  facts: Pick<CallFacts, "live" | "dialect" | "resolve">,
  body: Spec,
): readonly (Pick<DraftCall, "direction"> & { readonly body: Spec })[] {
  if (asked.action === "create") return [{ body }];
  // A group or project holds nothing itself that is for some people alone: what else may be for others comes last.
  const inTurn = (direction: Direction): Direction => (asked.kind.tree && direction === "either" ? "loosens" : direction);
  const directions = [...directionsOf(asked, facts)].filter(([name]) => !isApart(asked.fields[name]));
  const turnOf = new Map<string, Direction>();
  for (const turn of turns)
    for (const [name, direction] of directions)
      if (inTurn(direction) === turn) for (const companion of withCompanions(asked, name)) turnOf.set(companion, turn);
  const used = turns.filter((turn) => [...turnOf.values()].includes(turn));
  const later = [...turnOf].flatMap(([name, turn]) => (turn === used[0] ? [] : [name]));
  // What goes along because nobody can see whether it differs is no reason for a call of its own.
  const isUnseen = directions.some(([name]) => asked.fields[name]?.unreadable);
  if (used.length < 2 || isUnseen || !isChangedInParts(asked, facts, later) || !holdsBetween(asked, facts, turnOf, used)) {
    const all = combined(directions.map(([, direction]) => direction));
    return [{ body, direction: all && inTurn(all) }];
  }
  return used.map((turn) => ({ body: partOf(asked, facts, body, turnOf, used, turn), direction: turn }));
}

/** False where the thing would protect less than it says between two of the calls. */
function holdsBetween(
  { kind, write }: ChangeContent,
  { live }: Pick<CallFacts, "live">,
  turnOf: ReadonlyMap<string, Direction>,
  used: readonly Direction[],
): boolean {
  const isWritten = (name: string, turn: Direction) => used.indexOf(turnOf.get(name) ?? turn) <= used.indexOf(turn);
  return used.slice(0, -1).every((turn) => {
    const now = Object.fromEntries(Object.entries(write).filter(([name]) => isWritten(name, turn)));
    return kind.weakens?.holds?.({ ...live?.spec, ...now }, { ...live?.spec, ...write }) ?? true;
  });
}

/** What the call of one turn says: what is its turn, what belongs to no turn in the first call, and in each call what each must repeat, as it is until its turn comes. */
function partOf(
  { kind, fields }: ChangeContent,
  { live, dialect, resolve }: Pick<CallFacts, "live" | "dialect" | "resolve">,
  body: Spec,
  turnOf: ReadonlyMap<string, Direction>,
  used: readonly Direction[],
  turn: Direction,
): Spec {
  // One name on the wire may be that of several attributes, of which a change says one.
  const known = [...Object.keys(fields), ...turnOf.keys()];
  const named = new Map(known.map((name) => [fields[name] ? wireName(name, fields[name], dialect) : name, name]));
  return Object.fromEntries(
    Object.entries(body).flatMap(([wire, value]): [string, Value | undefined][] => {
      const name = named.get(wire) ?? wire;
      const ownTurn = turnOf.get(name) ?? used[0] ?? turn;
      const field = fields[name];
      if (ownTurn === turn || (wire === kind.key?.write && kind.key.repeated)) return [[wire, value]];
      if (field?.carried !== true) return [];
      const isLater = used.indexOf(ownTurn) > used.indexOf(turn);
      return [[wire, isLater ? encodeBody(fields, { [name]: live?.spec[name] }, dialect, resolve)[wire] : value]];
    }),
  );
}

/** False for settings, of which the instance or a project has one set: some exclude each other. And where each call repeats what would still be as it is, unless that needs no name of anybody. */
function isChangedInParts(
  { fields, kind: { routes, as } }: ChangeContent,
  { live }: Pick<CallFacts, "live">,
  later: readonly string[],
): boolean {
  const isPlain = (value: Value | undefined) => typeof value === "number" || typeof value === "boolean";
  const isKept = (name: string) => fields[name]?.carried !== true || isPlain(live?.spec[name]);
  return as !== "one" && routes.update !== undefined && later.every(isKept);
}

/** An attribute, and those that must travel in the same request. */
function withCompanions({ fields, write }: ChangeContent, name: string): string[] {
  return [name, ...(fields[name]?.requires ?? []).filter((companion) => write[companion] !== undefined)];
}

/**
 * What safety wishes of the order, where the server does not require another one: on a project and the groups above it, what lets people do or see less comes before what lets them more,
 * and what does both stands between. Calls that are about one name have turns of their own. People who get in come last of all, when everything else is as it is to be. So no moment lets anybody do what is allowed neither before nor after; and
 * where a call that tightens fails, those that loosen are not sent.
 * @param madeUpFor what takes nothing from anybody, because something else gives it first
 */
export function safetyWishes(nodes: Iterable<Node>, madeUpFor: ReadonlySet<ChangeDraft>): Wishes {
  const all = [...new Set(nodes)].filter(({ call, draft }) => call.direction !== undefined && !madeUpFor.has(draft));
  const tightened = byPlace(all.filter(({ call }) => call.direction === "tightens"));
  const between = byPlace(all.filter(({ call }) => call.direction === "either"));
  const opened = byPlace(all.filter((node) => node.call.direction === "loosens" && !letsIn(node)));
  const turns = turnsOnSameNames(all);
  const wishesOf = (node: Node) => {
    const { earlier = [], later } = turns.get(node) ?? {};
    if (node.call.direction === "tightens") return [earlier];
    const loosens = node.call.direction === "loosens" ? [between] : [];
    const lists = [tightened, ...loosens, ...(letsIn(node) ? [opened] : [])].flatMap((list) => related(node, list));
    return [earlier, ...lists.map((list) => (later ? list.filter((candidate) => !later.includes(candidate)) : list))];
  };
  return new Map(all.map((node) => [node, wishesOf(node).filter(({ length }) => length > 0)] as const));
}

/** True for a call that lets somebody in, as a member or by a share. */
function letsIn({ draft, call }: Node): boolean {
  return call.direction === "loosens" && (draft.kind.weakens?.itself === "more" || isLink(call, draft));
}

/** True for a call that links a thing with a group, which nothing that lies in the thing needs. */
export function isLink({ route }: DraftCall, { fields }: ChangeDraft): boolean {
  return Object.values(fields).some(({ links }) => links?.add === route || links?.change === route);
}

/** Calls by the folded path of what they are about: those at it, and those at it or below. */
interface ByPlace {
  readonly at: ReadonlyMap<string, readonly Node[]>;
  readonly within: ReadonlyMap<string, readonly Node[]>;
}

function byPlace(nodes: readonly Node[]): ByPlace {
  const at = new Map<string, Node[]>();
  const within = new Map<string, Node[]>();
  for (const node of nodes) {
    const path = placeOf(node);
    append(at, path, node);
    for (const above of [path, ...pathsAbove(path)]) append(within, above, node);
  }
  return { at, within };
}

/** The lists of those below it or at its own place, and at each place above it: the same arrays for all that stand there. */
function related(node: Node, { at, within }: ByPlace): readonly (readonly Node[])[] {
  const path = placeOf(node);
  return [within.get(path), ...pathsAbove(path).map((above) => at.get(above))].filter((list) => list !== undefined);
}

function placeOf({ draft }: Node): string {
  return fold(draft.path ?? "");
}

/** The calls that a call comes after, and those that come after it, among those about one name. */
interface Turn {
  readonly earlier: Node[];
  readonly later: Node[];
}

/** The turns of calls on things that are about one name: one that goes lets people do less there, and one that comes more. */
function turnsOnSameNames(nodes: readonly Node[]): ReadonlyMap<Node, Turn> {
  const turns = new Map<Node, Turn>();
  const turnFor = (node: Node) => {
    const turn = turns.get(node) ?? { earlier: [], later: [] };
    turns.set(node, turn);
    return turn;
  };
  const inTurn = (later: Node, earlier: Node) => {
    turnFor(later).earlier.push(earlier);
    turnFor(earlier).later.push(later);
  };
  const byPlace = new Map<string, Node[]>();
  const place = ({ draft: { kind } }: Node, path: string) => `${kind.name} ${fold(path)}`;
  const covering = nodes.filter(({ draft }) => draft.kind.key?.covers);
  for (const node of covering) append(byPlace, place(node, node.draft.path ?? ""), node);
  for (const node of covering) {
    const { path = "", key = "" } = node.draft;
    for (const other of [path, ...pathsAbove(path)].flatMap((at) => byPlace.get(place(node, at)) ?? [])) {
      if (other.draft === node.draft || !textsOverlap(other.draft.key ?? "", key) || isInPlaceOf(node, other)) continue;
      const difference = rankOf(node) - rankOf(other);
      if (difference > 0) inTurn(node, other);
      if (difference < 0 && fold(other.draft.path ?? "") !== fold(path)) inTurn(other, node);
    }
  }
  return turns;
}

/** True where one comes and one goes, and nothing else is about all their names: the new one comes first. */
function isInPlaceOf(node: Node, other: Node): boolean {
  const [made, gone] = comes(node) ? [node, other] : [other, node];
  return comes(made) && goes(gone) && made.call.direction !== "loosens" && gone.call.direction === "loosens";
}

/** In which order calls that are about one name are sent: what protects beside others comes before people change, and goes after that. */
function rankOf(node: Node): number {
  const { draft, call } = node;
  if (comes(node)) return directionsOfContent(draft, draft.write, true).includes("tightens") ? 1 : 4;
  if (goes(node)) return directionsOfContent(draft, draft.live?.spec ?? {}, false).includes("loosens") ? 3 : 0;
  return call.direction === "tightens" ? 0 : call.direction === "either" ? 2 : 4;
}

function comes({ draft, call }: Node): boolean {
  return draft.action === "create" && call.route === draft.kind.routes.create;
}

function goes({ draft }: Node): boolean {
  return draft.action === "delete";
}
