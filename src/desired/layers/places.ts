import { type FileDiagnostic, fault } from "../../core/errors.js";
import { type Body, type Piece, pieceOrigin } from "../body.js";

/** What says whether a thing is there, or where it was. */
const placing = ["ensure", "moved_from", "moved_to"];

/** A body of a layer without what has no part in one: whether things are there, where they were, and what they say of layers. Each that stands there is told of. */
export function withoutPlace(body: Body, what: string, diagnostics: FileDiagnostic[], admitted: readonly string[] = []): Body {
  const report = (name: string, piece: Piece, message: string, allowed: string): void => {
    diagnostics.push(fault("policy.place", pieceOrigin(piece), message, { address: body.address, attribute: name, allowed }));
  };
  for (const name of placing) {
    const piece = body.attributes.get(name);
    if (piece)
      report(
        name,
        piece,
        `${name} has no part in ${what}: which things there are, and where, only declarations say`,
        `${name} under the thing itself`,
      );
  }
  for (const [name, piece] of body.layering)
    if (!admitted.includes(name))
      report(
        name,
        piece,
        `${name} has no part in what ${what} says`,
        name === "ignore" ? "ignore beside set, or under the thing itself" : `${name} under the thing itself`,
      );
  const misplaced = placing.some((name) => body.attributes.has(name)) || body.layering.size > 0;
  if (!misplaced) return body;
  const attributes = new Map([...body.attributes].filter(([name]) => !placing.includes(name)));
  return { ...body, attributes, layering: new Map() };
}
