import { type FileDiagnostic, fault } from "../../core/errors.js";
import { partsOf, type Piece } from "../body.js";

/** The items of a list, or a lone value as one; none of what is missing. */
export function itemsOf(piece: Piece | undefined): readonly Piece[] {
  if (piece === undefined || piece.value === null) return [];
  return Array.isArray(piece.value) ? partsOf(piece).map(([, item]) => item) : [piece];
}

/** Tells of a name of a policy or preset that messages and options could not say. */
export function checkName(name: string, piece: Piece | undefined, address: string, diagnostics: FileDiagnostic[]): void {
  if (!piece || /^[^\p{C}\p{Z}:,${}]+(?: [^\p{C}\p{Z}:,${}]+)*$/u.test(name)) return;
  const message = `${JSON.stringify(name)} cannot be a name`;
  const allowed = "letters, digits and signs other than : , $ { }, and single spaces between them";
  diagnostics.push(fault("name", piece.source.keyOrigin(piece.pointer), message, { address, allowed }));
}
