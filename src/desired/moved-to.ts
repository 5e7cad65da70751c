import { fold } from "../core/address.js";
import { type FileDiagnostic, fault } from "../core/errors.js";
import { type Body, pieceOrigin } from "./body.js";

/** The word by which a file gives away what another one takes over by `moved_from`. */
export const movedTo = "moved_to";

/**
 * Parts bodies that declare something from those that only say where something went. What says that beside anything else, or of what nobody takes over, is pushed to
 * `diagnostics`.
 */
export function declaringBodies(bodies: readonly Body[], diagnostics: FileDiagnostic[]): readonly Body[] {
  const leaving = bodies.filter(({ kind, attributes }) => kind.tree && attributes.has(movedTo));
  if (leaving.length === 0) return bodies;
  const declaring = bodies.filter((one) => !leaving.includes(one));
  const moves = new Map(
    declaring.map((body) => [JSON.stringify([body.kind.name, fold(body.path ?? "")]), body.attributes.get("moved_from")?.value]),
  );
  for (const body of leaving) {
    const piece = body.attributes.get(movedTo);
    if (!piece) continue;
    const { value: to } = piece;
    const details = { address: body.address, attribute: movedTo };
    const report = (rule: string, message: string, allowed: string): void => {
      diagnostics.push(fault(rule, pieceOrigin(piece), message, { ...details, allowed }));
    };
    if (typeof to !== "string") report("schema.type", "must be a text", "the full path where it is now");
    else if (saysMore(body) || declaring.some(({ parent }) => parent === body))
      report("move.alone", "what moves away is declared where it goes to", `all else under ${to}`);
    else {
      const from = moves.get(JSON.stringify([body.kind.name, fold(to)]));
      if (typeof from === "string" && fold(from) === fold(body.path ?? "")) continue;
      report("move.unanswered", `nobody says that ${to} comes from here`, `moved_from: ${body.path ?? ""} under ${to}`);
    }
  }
  return declaring;
}

function saysMore({ attributes, unchecked, layering }: Body): boolean {
  return attributes.size > 1 || unchecked.size > 0 || layering.size > 0;
}
