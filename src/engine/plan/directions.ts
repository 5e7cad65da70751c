import type { Spec } from "../../core/json.js";
import { combined, type Direction, directionOf } from "../../core/weakening.js";
import { wireName } from "../forms/index.js";
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

/** What the coming or going of one does to protection: of a member, of a protection. */
export function directionOfItself({ kind }: ChangeContent, comes: boolean): Direction | undefined {
  const { itself } = kind.weakens ?? {};
  if (itself === undefined || itself === "other") return itself && "either";
  return (itself === "more") === comes ? "loosens" : "tightens";
}

/** A part of what an update says, and what that does to protection. */
interface SafePart {
  readonly body: Spec;
  readonly direction?: Direction | undefined;
}

/**
 * What an update says, in as many calls as safety wants: what some attributes open and others close is closed first, where a call may say a part of the attributes. What is new takes
 * one call.
 * @param body as the wire names it
 */
export function inSafeParts(asked: ChangeContent, facts: Pick<CallFacts, "live" | "dialect">, body: Spec): readonly SafePart[] {
  if (asked.action === "create") return [{ body }];
  const directions = directionsOf(asked, facts);
  const said = [...directions].filter(([name]) => !isApart(asked.fields[name]));
  const opening = new Set(said.flatMap(([name, direction]) => (direction === "tightens" ? [] : withCompanions(asked, name))));
  if (!isChangedInParts(asked) || opening.size === 0 || opening.size === said.length) {
    const all = combined(said.map(([, direction]) => direction));
    // A group or project holds nothing itself that is for some people alone: what else may be for others comes last.
    return [{ body, direction: asked.kind.tree && all === "either" ? "loosens" : all }];
  }
  const wired = new Set(
    [...opening].map((name) => (asked.fields[name] ? wireName(name, asked.fields[name], facts.dialect) : name)),
  );
  const [first, second] = [false, true].map((is) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => wired.has(name) === is)),
  );
  return [
    { body: first ?? {}, direction: "tightens" },
    { body: second ?? {}, direction: asked.kind.tree ? "loosens" : directionOfAll(directions, opening) },
  ];
}

/** False where each update must repeat some attributes, and for settings, some of which exclude each other. */
function isChangedInParts({ fields, kind: { key, routes, as } }: ChangeContent): boolean {
  return (
    as !== "one" &&
    routes.update !== undefined &&
    !key?.repeated &&
    Object.values(fields).every(({ carried }) => carried !== true)
  );
}

/** An attribute, and those that must travel in the same request. */
function withCompanions({ fields, write }: ChangeContent, name: string): string[] {
  return [name, ...(fields[name]?.requires ?? []).filter((one) => write[one] !== undefined)];
}
