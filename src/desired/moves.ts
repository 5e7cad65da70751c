import { isUnder } from "../core/address.js";
import { type FileDiagnostic, fault, formatOrigin } from "../core/errors.js";
import { type PlacedKind, addressIn, isTopLevel } from "../core/kind.js";
import { nameDiagnostic } from "../core/name-check.js";
import type { Desired } from "../core/plan.js";
import { bodyIdentity, pieceOrigin } from "./body.js";
import type { DeclaredEntries, DeclaredEntry } from "./entries.js";

/** What is wrong with `moved_from` (design, section 3, Values). */
export function moveDiagnostics(world: DeclaredEntries): FileDiagnostic[] {
  const movers = new Map<string, DeclaredEntry>();
  return world.entries.flatMap((entry) => {
    const { body, desired } = entry;
    const piece = body.attributes.get("moved_from");
    const from = formerName(desired);
    if (!piece || from === undefined) return [];
    const origin = pieceOrigin(piece);
    const report = (rule: string, message: string, other?: DeclaredEntry): FileDiagnostic[] => [
      fault(rule, origin, message, {
        address: body.address,
        attribute: "moved_from",
        ...(other ? { related: [other.body.origin] } : {}),
      }),
    ];
    const wrong = nameDiagnostic(body.kind, from);
    if (wrong !== undefined) return report(wrong.rule, wrong.message);
    if (desired.ensure === "absent") return report("move.absent", "what is absent cannot be moved here");
    const key = formerIdentity(entry, from);
    if (key === bodyIdentity(body.kind, body.path, body.key)) return report("move.cycle", "this is where it already is");
    if (body.kind.tree && isUnder(body.path ?? "", from)) return report("move.cycle", `${from} cannot be moved below itself`);
    const rival = movers.get(key);
    if (rival)
      return report("move.twice", `${rival.body.address} at ${formatOrigin(rival.body.origin)} is moved from there too`, rival);
    movers.set(key, entry);
    const declared = declaredAt(world, entry, from);
    if (!declared) return [];
    const cycle = formerName(declared.desired) !== undefined && leadsTo(world, declared, entry);
    const rule = cycle ? "move.cycle" : "move.declared";
    const place = `${declared.body.address} at ${formatOrigin(declared.body.origin)}`;
    return report(rule, cycle ? `${place} is moved from here: the moves form a circle` : `${place} is itself declared`, declared);
  });
}

/** Where a thing was before: a full path, or its key. */
function formerName({ movedFrom, formerKey }: Desired): string | undefined {
  return movedFrom ?? formerKey;
}

/** Path and key under which a thing was: beside its own ones, or elsewhere for what has a full path. */
function formerParts(kind: PlacedKind, { body }: DeclaredEntry, from: string): readonly [string | undefined, string | undefined] {
  return isTopLevel(kind) ? [from, undefined] : [body.path, from];
}

function formerIdentity(entry: DeclaredEntry, from: string): string {
  const { kind } = entry.body;
  return bodyIdentity(kind, ...formerParts(kind, entry, from));
}

function declaredAt(world: DeclaredEntries, entry: DeclaredEntry, from: string): DeclaredEntry | undefined {
  const { kind } = entry.body;
  return world.at(addressIn(kind, ...formerParts(kind, entry, from)));
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
