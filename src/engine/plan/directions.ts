import type { Spec, Value } from "../../core/json.js";
import { combined, type Direction, directionOf } from "../../core/weakening.js";
import { encodeBody, wireName } from "../forms/index.js";
import type { CallFacts } from "./call-facts.js";
import { type ChangeContent, isApart } from "./change-content.js";
import { knownOf } from "./compare.js";

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
export function directionsOfContent(
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

/** A part of what an update says, and what that does to protection. */
interface SafePart {
  readonly body: Spec;
  readonly direction?: Direction | undefined;
}

/** In which order the parts of an update are sent. */
const turns = ["tightens", "either", "loosens"] as const satisfies readonly Direction[];

/**
 * What an update says, in as many calls as safety wants: what some attributes open and others close is closed first, where a call may say a part of the attributes. What is new takes
 * one call.
 * @param body as the wire names it
 */
export function inSafeParts(
  asked: ChangeContent,
  facts: Pick<CallFacts, "live" | "dialect" | "resolve">,
  body: Spec,
): readonly SafePart[] {
  if (asked.action === "create") return [{ body }];
  // A group or project holds nothing itself that is for some people alone: what else may be for others comes last.
  const inTurn = (direction: Direction): Direction => (asked.kind.tree && direction === "either" ? "loosens" : direction);
  const said = [...directionsOf(asked, facts)].filter(([name]) => !isApart(asked.fields[name]));
  const turnOf = new Map<string, Direction>();
  for (const turn of turns)
    for (const [name, direction] of said)
      if (inTurn(direction) === turn) for (const one of withCompanions(asked, name)) turnOf.set(one, turn);
  const used = turns.filter((turn) => [...turnOf.values()].includes(turn));
  const later = [...turnOf].flatMap(([name, turn]) => (turn === used[0] ? [] : [name]));
  // What goes along because nobody can see whether it differs is no reason for a call of its own.
  const isUnseen = said.some(([name]) => asked.fields[name]?.unreadable);
  if (used.length < 2 || isUnseen || !isChangedInParts(asked, facts, later) || !holdsBetween(asked, facts, turnOf, used)) {
    const all = combined(said.map(([, direction]) => direction));
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
      const own = turnOf.get(name) ?? used[0] ?? turn;
      const field = fields[name];
      if (own === turn || (wire === kind.key?.write && kind.key.repeated)) return [[wire, value]];
      if (field?.carried !== true) return [];
      const isLater = used.indexOf(own) > used.indexOf(turn);
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
  return [name, ...(fields[name]?.requires ?? []).filter((one) => write[one] !== undefined)];
}
