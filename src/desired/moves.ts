import { fold, isUnder } from "../core/address.js";
import { formatOrigin, type FileDiagnostic } from "../core/errors.js";
import { pathError } from "../core/name-check.js";
import { fault } from "./diagnostic.js";
import type { DeclaredEntry, DeclaredEntries } from "./entries.js";
import { pieceOrigin } from "./merge.js";

/** What is wrong with `moved_from` (design, section 3, Values). */
export function moveDiagnostics(world: DeclaredEntries): FileDiagnostic[] {
  const movers = new Map<string, DeclaredEntry>();
  return world.entries.flatMap((entry) => {
    const { body, desired } = entry;
    const piece = body.attributes.get("moved_from");
    const from = desired.movedFrom;
    if (!piece || from === undefined) return [];
    const origin = pieceOrigin(piece);
    const report = (rule: string, message: string, other?: DeclaredEntry): FileDiagnostic[] => [
      fault(rule, origin, message, {
        address: body.address,
        attribute: "moved_from",
        ...(other ? { related: [other.body.origin] } : {}),
      }),
    ];
    const to = body.path ?? "";
    const wrong = pathError(body.kind, from);
    if (wrong !== undefined) return report("name.path", wrong);
    if (desired.ensure === "absent") return report("move.absent", "what is absent cannot be moved here");
    if (fold(from) === fold(to)) return report("move.cycle", "this is where it already is");
    if (isUnder(to, from)) return report("move.cycle", `${from} cannot be moved below itself`);
    const key = `${body.kind.name}:${fold(from)}`;
    const rival = movers.get(key);
    if (rival)
      return report("move.twice", `${rival.body.address} at ${formatOrigin(rival.body.origin)} is moved from there too`, rival);
    movers.set(key, entry);
    const declared = world.find(body.kind.name, from);
    if (!declared) return [];
    const cycle = declared.desired.movedFrom !== undefined && leadsTo(world, declared, entry);
    const rule = cycle ? "move.cycle" : "move.declared";
    const place = `${declared.body.address} at ${formatOrigin(declared.body.origin)}`;
    return report(rule, cycle ? `${place} is moved from here: the moves form a circle` : `${place} is itself declared`, declared);
  });
}

function leadsTo(world: DeclaredEntries, start: DeclaredEntry, goal: DeclaredEntry): boolean {
  const seen = new Set<DeclaredEntry>();
  let at: DeclaredEntry | undefined = start;
  while (at && !seen.has(at)) {
    if (at === goal) return true;
    seen.add(at);
    at = at.desired.movedFrom === undefined ? undefined : world.find(at.body.kind.name, at.desired.movedFrom);
  }
  return false;
}
