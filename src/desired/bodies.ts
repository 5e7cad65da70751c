import { defined } from "../core/collections.js";
import { type FileDiagnostic, type Origin, fault, formatOrigin } from "../core/errors.js";
import { formed } from "../core/fields.js";
import { isObject } from "../core/json.js";
import { type Kinds, type PlacedKind, kindsUnder, expandedShort } from "../core/kind.js";
import { layeringProperties } from "../core/layer-schema.js";
import { nameDiagnostic } from "../core/name-check.js";
import { type Body, type Piece, bodyIdentity, emptyBody, partsOf, pieceOrigin } from "./body.js";

/** What a body is called in messages, by its kind and where it stands. */
export type Naming = (kind: PlacedKind, path: string | undefined, key: string | undefined) => string;

/**
 * Bodies by what tells them apart, merged by attribute from all places where they stand: the same attribute twice is a problem that names both places, even with equal
 * values; so are two spellings of one name. An empty body is `{}`.
 */
export class BodyMerge {
  readonly bodies = new Map<string, Body>();

  constructor(
    private readonly kinds: Kinds,
    private readonly diagnostics: FileDiagnostic[],
    private readonly naming: Naming,
  ) {}

  /** All bodies of a kind that stand in one place: one, or one under each name. */
  addPlace(kind: PlacedKind, place: Piece, parent: Body | undefined): void {
    const { value, source, pointer } = place;
    if (kind.as === "one") {
      this.addBody(kind, undefined, place, parent);
      return;
    }
    if (value === null) return;
    if (!isObject(value)) {
      const message = `${kind.file} must be a mapping from names to attributes, not a list or a text`;
      this.diagnostics.push(fault("schema.type", source.valueOrigin(pointer), message));
      return;
    }
    for (const [name, part] of partsOf(place)) {
      const wrong = nameDiagnostic(kind, name);
      if (wrong) this.diagnostics.push({ severity: "error", origin: pieceOrigin(part), ...wrong });
      // What is called wrongly is looked at all the same, so that all that is wrong with it is told at once.
      const key = formed(kind.key?.form, name);
      this.addBody(kind, typeof key === "string" ? key : name, part, parent);
    }
  }

  /** One body where it stands, with the bodies that stand in it. */
  addBody(kind: PlacedKind, name: string | undefined, part: Piece, parent: Body | undefined): void {
    const { value, source, pointer } = part;
    const body = this.bodyFor(kind, name, pieceOrigin(part), parent);
    const keep = (into: Map<string, Piece>, key: string, piece: Piece, attribute = key): void =>
      setOnce(into, key, piece, attribute, this.diagnostics, body.address);
    const short = expandedShort(kind, value);
    if (short) {
      body.parts.push(part);
      for (const [attribute, inner = null] of Object.entries(short)) keep(body.attributes, attribute, { ...part, value: inner });
      return;
    }
    if (value !== null && !isObject(value)) {
      const other = typeof kind.short === "object" ? `, or in short a value such as ${JSON.stringify(kind.short.example)}` : "";
      const message = `the body of ${body.address} must be a mapping of attributes${other}`;
      this.diagnostics.push(fault("schema.type", source.valueOrigin(pointer), message, { address: body.address }));
      return;
    }
    body.parts.push(part);
    const children = new Map(kindsUnder(this.kinds, kind.name).map((child) => [child.file, child]));
    const layering = layeringProperties(kind);
    for (const [attribute, piece] of partsOf(part)) {
      const child = children.get(attribute);
      if (child) this.addPlace(child, piece, body);
      else if (attribute === "unchecked" && isObject(piece.value))
        for (const [key, inner] of partsOf(piece)) keep(body.unchecked, key, inner, `unchecked.${key}`);
      else keep(Object.hasOwn(layering, attribute) ? body.layering : body.attributes, attribute, piece);
    }
  }

  private bodyFor(kind: PlacedKind, name: string | undefined, origin: Origin, parent: Body | undefined): Body {
    const inside = parent !== undefined;
    const path = inside ? parent.path : name;
    const key = inside ? name : undefined;
    const identity = bodyIdentity(kind, path, key);
    const known = this.bodies.get(identity);
    if (known === undefined) {
      const body = emptyBody({ kind, address: this.naming(kind, path, key), ...defined({ path, key, parent }), origin });
      this.bodies.set(identity, body);
      return body;
    }
    if (name !== undefined && name !== (inside ? known.key : known.path)) {
      const message = `${name} is another spelling of ${known.address}, declared at ${formatOrigin(known.origin)}`;
      const details = { address: known.address, allowed: "one spelling", related: [known.origin] };
      this.diagnostics.push(fault("duplicate.spelling", origin, message, details));
    }
    return known;
  }
}

/** Keeps a piece under its name; a second one is a problem that names both places. */
export function setOnce(
  into: Map<string, Piece>,
  name: string,
  piece: Piece,
  attribute: string,
  diagnostics: FileDiagnostic[],
  address?: string,
): void {
  const first = into.get(name);
  if (first === undefined) {
    into.set(name, piece);
    return;
  }
  const other = pieceOrigin(first);
  const allowed = "one place for each attribute, even with equal values";
  const details = defined({ address, attribute, allowed, related: [other] });
  diagnostics.push(fault("duplicate.attribute", pieceOrigin(piece), `already given at ${formatOrigin(other)}`, details));
}
