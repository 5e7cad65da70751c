import { type FileDiagnostic, fault } from "../../core/errors.js";
import { type Json, isObject } from "../../core/json.js";
import { pointerStep } from "../../core/steps.js";
import { setOnce } from "../bodies.js";
import type { Piece } from "../body.js";

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
  for (const { value, source, pointer } of pieces) {
    if (!isObject(value)) continue;
    for (const [key, inner = null] of Object.entries(value)) {
      const piece: Piece = { value: inner, source, pointer: pointer + pointerStep(key) };
      if (isSpread(key)) spread.set(key, [...(spread.get(key) ?? []), piece]);
      else setOnce(once, key, piece, key, diagnostics, address);
    }
  }
  return { once, spread };
}

/** The items of a list, or a lone value as one; none of what is missing. */
export function itemsOf(piece: Piece | undefined): readonly Piece[] {
  if (piece === undefined || piece.value === null) return [];
  const { value, source, pointer } = piece;
  if (!Array.isArray(value)) return [piece];
  return value.map((item: Json, index) => ({ value: item, source, pointer: pointer + pointerStep(index) }));
}

/** Tells of a name of a policy or preset that messages and options could not say. */
export function checkName(name: string, piece: Piece | undefined, address: string, diagnostics: FileDiagnostic[]): void {
  if (!piece || /^[^\p{C}\p{Z}:,${}]+(?: [^\p{C}\p{Z}:,${}]+)*$/u.test(name)) return;
  const message = `${JSON.stringify(name)} cannot be a name`;
  const allowed = "letters, digits and signs other than : , $ { }, and single spaces between them";
  diagnostics.push(fault("name", piece.source.keyOrigin(piece.pointer), message, { address, allowed }));
}
