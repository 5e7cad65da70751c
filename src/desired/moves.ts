import { fold, isUnder } from "../core/address.js";
import { defined, firstNames } from "../core/collections.js";
import { fault, type FileDiagnostic, formatOrigin } from "../core/errors.js";
import { addressIn, isTopLevel } from "../core/kind.js";
import { nameDiagnostic } from "../core/name-check.js";
import type { Desired } from "../core/plan.js";
import { type Body, bodyIdentity, type DeclaredEntries, type DeclaredEntry, pieceOrigin } from "./body.js";

/** What is wrong with `moved_from` (design, section 3, Values). */
export function moveDiagnostics(world: DeclaredEntries): FileDiagnostic[] {
  const movers = new Map<string, DeclaredEntry>();
  return world.entries.flatMap((entry) => {
    const { body, desired } = entry;
    const piece = body.attributes.get("moved_from");
    const from = formerName(desired);
    if (!piece || from === undefined) return [];
    const origin = pieceOrigin(piece);
    const report = (rule: string, message: string, other?: DeclaredEntry): FileDiagnostic[] => {
      const related = other && [other.body.origin];
      return [fault(rule, origin, message, { address: body.address, attribute: "moved_from", ...defined({ related }) })];
    };
    const wrong = nameDiagnostic(body.kind, from);
    if (wrong !== undefined) return report(wrong.rule, wrong.message);
    if (desired.ensure === "absent") return report("move.absent", "what is absent cannot be moved here");
    const key = bodyIdentity(body.kind, ...formerParts(body, from));
    if (key === bodyIdentity(body.kind, body.path, body.key)) return report("move.cycle", "this is where it already is");
    if (body.kind.tree && isUnder(body.path ?? "", from)) return report("move.cycle", `${from} cannot be moved below itself`);
    const rival = movers.get(key);
    if (rival)
      return report("move.twice", `${rival.body.address} at ${formatOrigin(rival.body.origin)} is moved from there too`, rival);
    movers.set(key, entry);
    const declared = declaredAt(world, entry, from);
    if (!declared) return leftBehind(world, entry, from);
    const cycle = formerName(declared.desired) !== undefined && leadsTo(world, declared, entry);
    const rule = cycle ? "move.cycle" : "move.declared";
    const place = `${declared.body.address} at ${formatOrigin(declared.body.origin)}`;
    return report(rule, cycle ? `${place} is moved from here: the moves form a circle` : `${place} is itself declared`, declared);
  });
}

/** Of many addresses only so many are named in one message. */
const mostNamed = 5;

/** Declared groups and projects under a path that nothing has any more once a group has moved: all that was there goes along. */
function leftBehind({ entries }: DeclaredEntries, { body }: DeclaredEntry, from: string): FileDiagnostic[] {
  if (!body.kind.tree) return [];
  const below = entries.filter(
    ({ body: other, desired }) => other.kind.as === "tree" && desired.ensure === "present" && isUnder(other.path ?? "", from),
  );
  const [first] = below;
  if (first === undefined) return [];
  const to = `${body.path ?? ""}${(first.body.path ?? "").slice(from.length)}`;
  const addresses = below.map(({ body: { address } }) => address);
  const message = `${from} moves to ${body.path ?? ""} with all that it holds, and declared below ${from} are still ${firstNames(addresses, mostNamed)}`;
  const details = { address: first.body.address, allowed: `declare it as ${to}`, related: [body.origin] };
  return [fault("move.left-behind", first.body.origin, message, details)];
}

/** Where a thing was before: a full path, or its key. */
function formerName({ movedFrom, formerKey }: Desired): string | undefined {
  return movedFrom ?? formerKey;
}

/** Path and key under which a thing was: beside its own ones, or elsewhere for what has a full path. */
function formerParts({ kind, path }: Body, from: string): readonly [string | undefined, string | undefined] {
  return isTopLevel(kind) ? [from, undefined] : [path, from];
}

function declaredAt(world: DeclaredEntries, { body }: DeclaredEntry, from: string): DeclaredEntry | undefined {
  return world.at(addressIn(body.kind, ...formerParts(body, from)));
}

function leadsTo(world: DeclaredEntries, start: DeclaredEntry, goal: DeclaredEntry): boolean {
  const seen = new Set<DeclaredEntry>();
  let at: DeclaredEntry | undefined = start;
  while (at && !seen.has(at)) {
    if (at === goal) return true;
    seen.add(at);
    const from = formerName(at.desired);
    at = from === undefined ? undefined : declaredAt(world, at, from);
  }
  return false;
}

/** The word by which a file gives away what another one takes over by `moved_from`. */
export const movedTo = "moved_to";

/** Parts bodies that declare something from those that only say where something went. What says more, or is taken over by nobody, is pushed to `diagnostics`. */
export function declaringBodies(bodies: readonly Body[], diagnostics: FileDiagnostic[]): readonly Body[] {
  const leaving = bodies.filter(({ kind, attributes }) => kind.tree && attributes.has(movedTo));
  if (leaving.length === 0) return bodies;
  const declaring = bodies.filter((body) => !leaving.includes(body));
  const moves = new Map(
    declaring.map((body) => [JSON.stringify([body.kind.name, fold(body.path ?? "")]), body.attributes.get("moved_from")?.value]),
  );
  for (const body of leaving) {
    const piece = body.attributes.get(movedTo);
    if (!piece) continue;
    const { value: to } = piece;
    const saysMore = body.attributes.size > 1 || body.unchecked.size > 0 || body.layering.size > 0;
    const details = { address: body.address, attribute: movedTo };
    const report = (rule: string, message: string, allowed: string): void => {
      diagnostics.push(fault(rule, pieceOrigin(piece), message, { ...details, allowed }));
    };
    if (typeof to !== "string") report("schema.type", "must be a text", "the full path where it is now");
    else if (saysMore || declaring.some(({ parent }) => parent === body))
      report("move.alone", "what moves away is declared where it goes to", `all else under ${to}`);
    else {
      const from = moves.get(JSON.stringify([body.kind.name, fold(to)]));
      if (typeof from === "string" && fold(from) === fold(body.path ?? "")) continue;
      report("move.unanswered", `nobody says that ${to} comes from here`, `moved_from: ${body.path ?? ""} under ${to}`);
    }
  }
  return declaring;
}
