import { fold } from "../core/address.js";
import type { Origin } from "../core/errors.js";
import type { Json } from "../core/json.js";
import { foldPath, type PlacedKind } from "../core/kind.js";
import { didYouMean } from "../core/names.js";
import type { SourceFile } from "./read-file.js";

/** One attribute as written, and where. */
export interface Piece {
  readonly value: Json;
  readonly source: SourceFile;
  /** JSON pointer of the value in the source. */
  readonly pointer: string;
}

/** All that the files say of one thing, or one layer of it or of what hangs on it, as written. */
export interface Body {
  readonly kind: PlacedKind;
  readonly address: string;
  readonly path?: string;
  readonly key?: string;
  readonly parent?: Body;
  /** Where it stands first. */
  readonly origin: Origin;
  /** Every part of it, one for each place in the files where it stands. */
  readonly parts: Piece[];
  readonly attributes: Map<string, Piece>;
  /** Attributes under `unchecked`. */
  readonly unchecked: Map<string, Piece>;
  /** What it says of layers: `extends`, `ignore`, `inherit`. */
  readonly layering: Map<string, Piece>;
  /** The attributes for which it says `$default`, by canonical names and the steps into them; their values are those of the documents. */
  readonly defaults?: readonly (readonly string[])[];
}

/** Where a piece's attribute stands: its key. */
export function pieceOrigin(piece: Piece): Origin {
  return piece.source.keyOrigin(piece.pointer);
}

/** The key whose attributes a body has: its own, or the one that a wrong key is nearest to; undefined where nobody knows which it may have. */
export function shapeKey({ kind: { shapes }, key }: Pick<Body, "kind" | "key">): string | undefined {
  return shapes === undefined || key === undefined || Object.hasOwn(shapes, key) ? key : didYouMean(key, Object.keys(shapes));
}

/** Equal for two spellings of one thing. */
export function bodyIdentity(kind: PlacedKind, path: string | undefined, key: string | undefined): string {
  return JSON.stringify([
    kind.name,
    kind.parent,
    path === undefined ? null : foldPath(kind, path),
    key === undefined ? null : kind.key?.caseless ? fold(key) : key,
  ]);
}
