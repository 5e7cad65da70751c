import { type Address, fold, parentPath } from "../core/address.js";
import { defaultWord } from "../core/default-value.js";
import type { Origin } from "../core/errors.js";
import { isObject, type Json } from "../core/json.js";
import { foldPath, kindAt, type Kinds, type PlacedKind, topKind } from "../core/kind.js";
import { didYouMean } from "../core/names.js";
import type { Desired } from "../core/plan.js";
import { originAt, pointerStep } from "../core/steps.js";
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

/** A body that says nothing yet. */
export function emptyBody(named: Pick<Body, "kind" | "address" | "path" | "key" | "parent" | "origin">): Body {
  return { ...named, parts: [], attributes: new Map(), unchecked: new Map(), layering: new Map() };
}

/** The parts of a mapping or a list, each under its key or index; none of what is neither. */
export function partsOf({ value, source, pointer }: Piece): (readonly [string, Piece])[] {
  const parts = isObject(value) || Array.isArray(value) ? Object.entries<Json | undefined>(value) : [];
  return parts.map(([key, part = null]) => [key, { value: part, source, pointer: pointer + pointerStep(key) }]);
}

/** The items of a list, or a lone value as one; none of what is missing. */
export function itemsOf(piece: Piece | undefined): readonly Piece[] {
  if (piece === undefined || piece.value === null) return [];
  return Array.isArray(piece.value) ? partsOf(piece).map(([, item]) => item) : [piece];
}

/** Where a piece's attribute stands: its key. */
export function pieceOrigin(piece: Piece): Origin {
  return piece.source.keyOrigin(piece.pointer);
}

/** The key whose attributes a body has: its own, or the one that a wrong key is nearest to; undefined where nobody knows which it may have. */
export function shapeKey({ kind: { shapes }, key }: Pick<Body, "kind" | "key">): string | undefined {
  return shapes === undefined || key === undefined || Object.hasOwn(shapes, key) ? key : didYouMean(key, Object.keys(shapes));
}

/** True for a body in which a word (`{ at_least: 1 }`) or `$default` may stand in place of a value. */
export function mayHoldWords({ attributes }: Body): boolean {
  return [...attributes.values()].some(({ value }) => value === defaultWord || isObject(value));
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

/** A body with its canonical form. */
export interface DeclaredEntry {
  readonly body: Body;
  readonly desired: Desired;
  /** Attributes that the schema refused. */
  readonly wrong: ReadonlySet<string>;
}

/** All entries, found by kind and path or key. */
export class DeclaredEntries {
  private readonly byIdentity: ReadonlyMap<string, DeclaredEntry>;

  constructor(
    readonly entries: readonly DeclaredEntry[],
    readonly kinds: Kinds,
  ) {
    this.byIdentity = new Map(entries.map((entry) => [bodyIdentity(entry.body.kind, entry.body.path, entry.body.key), entry]));
  }

  /** What stands at the top of the files under a name or full path; undefined also for what is no kind. */
  find(kind: string, path: string): DeclaredEntry | undefined {
    return this.kinds.has(kind) ? this.byIdentity.get(bodyIdentity(topKind(this.kinds, kind), path, undefined)) : undefined;
  }

  /** What stands at an address; undefined where nothing does. */
  at(address: Address | undefined): DeclaredEntry | undefined {
    return address && this.byIdentity.get(bodyIdentity(kindAt(this.kinds, address), address.path, address.key));
  }

  /** What holds what stands at an address; undefined where nothing declared does. */
  holderOf(address: Address): Desired | undefined {
    const entry = this.at(address);
    return entry && this.holders(entry)[0]?.desired;
  }

  /** What holds an entry: the body that it stands in, or the nearest declared group above its full path. */
  holders(entry: DeclaredEntry): DeclaredEntry[] {
    const { kind, path, parent } = entry.body;
    if (parent) {
      const holder = this.find(parent.kind.name, parent.path ?? "");
      return holder ? [holder, ...this.holders(holder)] : [];
    }
    if (!kind.tree || path === undefined) return [];
    const result: DeclaredEntry[] = [];
    for (let above = parentPath(path); above !== undefined; above = parentPath(above)) {
      const holder = this.find(kind.tree.parent, above);
      if (holder) result.push(holder);
    }
    return result;
  }
}

/** Where an attribute stands, by its dotted path; falls back to what holds it. */
export function attributeOrigin(desired: Desired, attribute: string): Origin {
  return originAt(attribute, desired.origins) ?? desired.origin;
}
