import { fold, formatAddress } from "../core/address.js";
import { append } from "../core/append.js";
import { formatOrigin, type Origin, type FileDiagnostic } from "../core/errors.js";
import { envelopeProperties } from "../core/file-schema.js";
import { isObject, type Json } from "../core/json.js";
import { addressIn, topParent, kindsUnder, type Kinds, type PlacedKind } from "../core/kind.js";
import { nameDiagnostic } from "../core/name-check.js";
import { didYouMean } from "../core/names.js";
import { pointerStep } from "../core/pointer.js";
import { fault } from "./diagnostic.js";
import type { SourceFile } from "./read-file.js";

/** One attribute as written, and where. */
export interface Piece {
  readonly value: Json;
  readonly source: SourceFile;
  /** JSON pointer of the value in the source. */
  readonly pointer: string;
}

/** All that the files say of one thing, as written. */
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
}

/** All files as one: bodies by address, and what is said beside them. */
export interface Merged {
  readonly bodies: readonly Body[];
  readonly instance: ReadonlyMap<string, Piece>;
  /** By file key; lists of several files follow one another. */
  readonly deleteUndeclared: ReadonlyMap<string, readonly Piece[]>;
}

/** Where a piece's attribute stands: its key. */
export function pieceOrigin(piece: Piece): Origin {
  return piece.source.keyOrigin(piece.pointer);
}

/**
 * Merges files by object and attribute (design, "Merging"): the same attribute twice is a problem that names both places, even with equal values;
 * so are two spellings of one name. `delete_undeclared` concatenates. An empty body is `{}`.
 */
export function mergeSources(sources: readonly SourceFile[], kinds: Kinds, diagnostics: FileDiagnostic[]): Merged {
  const merge = new Merge(kinds, diagnostics);
  for (const source of sources) merge.add(source);
  return { bodies: [...merge.bodies.values()], instance: merge.instance, deleteUndeclared: merge.deleteUndeclared };
}

class Merge {
  readonly bodies = new Map<string, Body>();
  readonly instance = new Map<string, Piece>();
  readonly deleteUndeclared = new Map<string, Piece[]>();
  private readonly envelope: ReadonlySet<string>;

  constructor(
    private readonly kinds: Kinds,
    private readonly diagnostics: FileDiagnostic[],
  ) {
    this.envelope = new Set(Object.keys(envelopeProperties(kinds)));
  }

  add(source: SourceFile): void {
    const { value } = source;
    if (value === undefined || value === null) return;
    if (!isObject(value)) {
      this.diagnostics.push(fault("schema.type", source.valueOrigin(""), "a file of desired state must be a mapping"));
      return;
    }
    const places = new Map(kindsUnder(this.kinds, topParent).map((kind) => [kind.file, kind]));
    for (const [name, part] of Object.entries(value)) {
      const pointer = pointerStep(name);
      const kind = places.get(name);
      if (kind) this.addPlace(kind, part ?? null, source, pointer, undefined);
      else if (this.envelope.has(name)) this.addEnvelope(name, part ?? null, source, pointer);
      else this.unknownKey(name, source.keyOrigin(pointer), [...places.keys(), ...this.envelope]);
    }
  }

  private addEnvelope(name: string, value: Json, source: SourceFile, pointer: string): void {
    if (name === "version" || name === "vars" || !isObject(value)) return;
    for (const [key, part] of Object.entries(value)) {
      const piece: Piece = { value: part ?? null, source, pointer: pointer + pointerStep(key) };
      if (name === "instance") this.set(this.instance, key, piece, `instance.${key}`);
      else append(this.deleteUndeclared, key, piece);
    }
  }

  private addPlace(kind: PlacedKind, value: Json, source: SourceFile, pointer: string, parent: Body | undefined): void {
    if (kind.as === "one") {
      this.addBody(kind, undefined, value, source, pointer, parent);
      return;
    }
    if (value === null) return;
    if (!isObject(value)) {
      this.diagnostics.push(
        fault("schema.type", source.valueOrigin(pointer), `${kind.file} must be a mapping of names to bodies`),
      );
      return;
    }
    for (const [name, body] of Object.entries(value)) {
      const place = pointer + pointerStep(name);
      const wrong = nameDiagnostic(kind, name);
      if (wrong) this.diagnostics.push({ severity: "error", origin: source.keyOrigin(place), ...wrong });
      // What is called wrongly is looked at all the same, so that all that is wrong with it is told at once.
      this.addBody(kind, name, body ?? null, source, place, parent);
    }
  }

  private addBody(
    kind: PlacedKind,
    name: string | undefined,
    value: Json,
    source: SourceFile,
    pointer: string,
    parent: Body | undefined,
  ): void {
    const body = this.bodyFor(kind, name, source.keyOrigin(pointer), parent);
    if (value !== null && !isObject(value)) {
      const message = `the body of ${body.address} must be a mapping of attributes`;
      this.diagnostics.push(fault("schema.type", source.valueOrigin(pointer), message, { address: body.address }));
      return;
    }
    body.parts.push({ value, source, pointer });
    const children = new Map(kindsUnder(this.kinds, kind.name).map((child) => [child.file, child]));
    for (const [attribute, part] of Object.entries(value ?? {})) {
      const piece: Piece = { value: part ?? null, source, pointer: pointer + pointerStep(attribute) };
      const child = children.get(attribute);
      if (child) this.addPlace(child, piece.value, source, piece.pointer, body);
      else if (kind.unchecked && attribute === "unchecked" && isObject(part)) this.addUnchecked(body, part, piece);
      else this.set(body.attributes, attribute, piece, attribute, body.address);
    }
  }

  private addUnchecked(body: Body, values: { readonly [name: string]: Json | undefined }, outer: Piece): void {
    for (const [name, value] of Object.entries(values)) {
      const piece: Piece = { value: value ?? null, source: outer.source, pointer: outer.pointer + pointerStep(name) };
      this.set(body.unchecked, name, piece, `unchecked.${name}`, body.address);
    }
  }

  private bodyFor(kind: PlacedKind, name: string | undefined, origin: Origin, parent: Body | undefined): Body {
    const inside = parent !== undefined;
    const path = inside ? parent.path : name;
    const key = inside ? name : undefined;
    const address = formatAddress(addressIn(kind, path, key));
    const identity = bodyIdentity(kind, path, key);
    const known = this.bodies.get(identity);
    if (known === undefined) {
      const body: Body = {
        kind,
        address,
        ...(path === undefined ? {} : { path }),
        ...(key === undefined ? {} : { key }),
        ...(inside ? { parent } : {}),
        origin,
        parts: [],
        attributes: new Map(),
        unchecked: new Map(),
      };
      this.bodies.set(identity, body);
      return body;
    }
    if (name !== undefined && name !== (inside ? known.key : known.path)) {
      const message = `${name} is another spelling of ${known.address}, declared at ${formatOrigin(known.origin)}`;
      this.diagnostics.push(
        fault("duplicate.spelling", origin, message, {
          address: known.address,
          allowed: "one spelling",
          related: [known.origin],
        }),
      );
    }
    return known;
  }

  private set(into: Map<string, Piece>, name: string, piece: Piece, attribute: string, address?: string): void {
    const first = into.get(name);
    if (first === undefined) {
      into.set(name, piece);
      return;
    }
    const other = pieceOrigin(first);
    this.diagnostics.push(
      fault("duplicate.attribute", pieceOrigin(piece), `already given at ${formatOrigin(other)}`, {
        ...(address === undefined ? {} : { address }),
        attribute,
        allowed: "one place for each attribute, even with equal values",
        related: [other],
      }),
    );
  }

  private unknownKey(name: string, origin: Origin, names: readonly string[]): void {
    const guess = didYouMean(name, names);
    this.diagnostics.push(
      fault("schema.unknown", origin, `there is no ${JSON.stringify(name)} at the top of a file`, {
        attribute: name,
        allowed: guess ? `did you mean ${guess}?` : names.join(", "),
      }),
    );
  }
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
    path === undefined ? null : fold(path),
    key === undefined ? null : kind.key?.caseless ? fold(key) : key,
  ]);
}
