import { append } from "../../core/collections.js";
import { type FileDiagnostic, fault } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import { setOnce } from "../bodies.js";
import { partsOf, type Piece } from "../body.js";

/** What stands under the keys of a mapping that is spread over files: by key, each place of those that `isSpread` says may be spread, too; of all others the first, a second one is told of. */
export interface Parts {
  readonly once: ReadonlyMap<string, Piece>;
  readonly spread: ReadonlyMap<string, readonly Piece[]>;
}

/** Puts the places of one policy together. */
export function policyParts(
  pieces: readonly Piece[],
  isSpread: (key: string) => boolean,
  diagnostics: FileDiagnostic[],
  address: string,
): Parts {
  const once = new Map<string, Piece>();
  const spread = new Map<string, Piece[]>();
  for (const [key, piece] of pieces.filter(({ value }) => isObject(value)).flatMap(partsOf)) {
    if (isSpread(key)) append(spread, key, piece);
    else setOnce(once, key, piece, key, diagnostics, address);
  }
  return { once, spread };
}

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
