import { inFieldOrder } from "../core/body-fields.js";
import { unescapeDefaultWord } from "../core/default-value.js";
import { fault, type FileDiagnostic, formatOrigin, type Origin, warning } from "../core/errors.js";
import { attributeNamed, type Field, fieldOf, type Fields, formed, typeOf } from "../core/fields.js";
import { hasGrown } from "../core/grown.js";
import { isObject, type Json, type JsonObject, type Value } from "../core/json.js";
import { addressIn, fieldsOf } from "../core/kind.js";
import { itemIdentity } from "../core/normal-form.js";
import type { Desired } from "../core/plan.js";
import { pointerStep, withTexts } from "../core/steps.js";
import { holdsReference } from "../core/types/secret-reference.js";
import type { CanonicalParts } from "../core/types/type-definition.js";
import { type Body, type Piece, pieceOrigin, shapeKey } from "./body.js";
import { unescapeLiteral } from "./secrets.js";
import type { Texts } from "./texts.js";

/** Names of a body that are no attributes. */
const standardNames = new Set(["ensure", "moved_from", "template", "unchecked"]);

/** One merged body in canonical form: neutral names, levels by name, secrets and images as placeholders. Attributes in `wrong` (which the schema refused) are left out. */
export function canonicalBody(body: Body, wrong: ReadonlySet<string>, texts: Texts, diagnostics: FileDiagnostic[]): Desired {
  const walk = new Canonical(body, texts, diagnostics);
  for (const [name, piece] of body.attributes) {
    if (!standardNames.has(name) && !wrong.has(name)) walk.attribute(name, piece);
  }
  for (const [name, piece] of body.unchecked) walk.loose(name, piece);
  const text = (name: string) => {
    const value = body.attributes.get(name)?.value;
    return typeof value === "string" && !wrong.has(name) ? value : undefined;
  };
  const movedFrom = text("moved_from");
  const piece = body.attributes.get("moved_from");
  return {
    address: body.address,
    ...addressIn(body.kind, body.path, body.key),
    ensure: text("ensure") === "absent" ? "absent" : "present",
    ...(movedFrom === undefined ? {} : { [body.kind.tree ? "movedFrom" : "formerKey"]: movedFrom }),
    spec: inFieldOrder(fieldsOf(body.kind, { key: body.key }), walk.spec),
    ...(body.defaults === undefined ? {} : { defaults: body.defaults }),
    origins: { ...walk.origins, ...(piece ? { moved_from: pieceOrigin(piece) } : {}) },
    ...(Object.keys(walk.olderNames).length === 0 ? {} : { olderNames: walk.olderNames }),
    origin: body.origin,
  };
}

/** Where a value stands: in a piece of a body, by its JSON pointer, and by the dotted path of the attribute. */
interface Place {
  readonly piece: Piece;
  readonly pointer: string;
  readonly path: string;
}

class Canonical implements CanonicalParts<Place> {
  readonly spec: Record<string, Value> = {};
  readonly origins: Record<string, Origin> = {};
  readonly olderNames: Record<string, string> = {};
  private readonly fields: Fields;
  private readonly writtenAs = new Map<string, { readonly name: string; readonly origin: Origin }>();

  constructor(
    private readonly body: Body,
    private readonly texts: Texts,
    private readonly diagnostics: FileDiagnostic[],
  ) {
    this.fields = fieldsOf(body.kind, { key: shapeKey(body) });
  }

  /** An attribute as its field says; `path` is how the body comes to it. */
  attribute(written: string, piece: Piece, path = written): void {
    const origin = pieceOrigin(piece);
    const resolved = this.resolve(this.fields, written, piece.value, path, origin);
    if (resolved === undefined) return;
    const { name, field, value } = resolved;
    const first = this.writtenAs.get(name);
    if (first) {
      const message = `${path} and ${first.name} (at ${formatOrigin(first.origin)}) are the same attribute`;
      this.report(fault("duplicate.attribute", origin, message, { allowed: `only ${name}`, related: [first.origin] }), path);
      return;
    }
    this.writtenAs.set(name, { name: path, origin });
    this.origins[name] = origin;
    this.spec[name] = this.value(field, value, { piece, pointer: piece.pointer, path: name });
  }

  /** An attribute under `unchecked`: what no field knows is sent as it stands. */
  loose(name: string, piece: Piece): void {
    if (knownAs(this.fields, name)) {
      if (mayBeLoose(this.fields, name, piece.value)) this.attribute(name, piece, `unchecked.${name}`);
      return;
    }
    if (Object.hasOwn(this.spec, name)) return;
    this.origins[name] = pieceOrigin(piece);
    this.spec[name] = this.loosely(piece.value, { piece, pointer: piece.pointer, path: `unchecked.${name}` });
  }

  private loosely(value: Json, place: Place): Value {
    const { source } = place.piece;
    return withTexts(value, place.pointer, (text, at) =>
      this.texts.text(text, source, source.valueOrigin(at), this.reportAt(place)),
    );
  }

  /** The attribute that a written name stands for, with its value in that attribute's form. */
  private resolve(
    fields: Fields,
    written: string,
    value: Json,
    path: string,
    origin: Origin,
  ): { readonly name: string; readonly field: Field; readonly value: Json } | undefined {
    const name = attributeNamed(fields, written) ?? written;
    const field = fieldOf(fields, name);
    if (field === undefined) return undefined;
    const { deprecated } = field;
    if (!deprecated) return { name, field, value };
    const { replacement, alias, convert, lasting } = deprecated;
    if (lasting) return { name: replacement, field, value };
    const allowed = alias ? `use ${replacement}` : replacement;
    const target = alias ? fields[replacement] : undefined;
    // Whether the name is old is for the server to say: some know no other.
    if (target?.older?.name === name) this.olderNames[replacement] = written;
    else this.report(warning("deprecated", origin, `${written} is deprecated`, { allowed }), path);
    return target ? { name: replacement, field: target, value: formed(convert, value) } : { name, field, value };
  }

  private value(field: Field, value: Json, place: Place): Value {
    return value === null ? null : typeOf(field).form.canonical(field, value, this, place);
  }

  text(text: string, place: Place): Value {
    return this.texts.text(unescapeDefaultWord(text), place.piece.source, originOf(place), this.reportAt(place));
  }

  picture(path: string, place: Place): Value {
    return this.ofFile("image", path, place);
  }

  content(path: string, place: Place): Value {
    return this.ofFile("content", path, place);
  }

  /** Null where a name that anybody may have given leads the path to another directory, which is told. */
  private ofFile(form: "image" | "content", path: string, place: Place): Value {
    const { source } = place.piece;
    if (!source.misleading?.has(place.pointer))
      return this.texts.ofFile(form, asItIs(path, place), source, originOf(place), this.reportAt(place));
    const allowed = "${this:path} or ${this:full_path}";
    this.report(fault("this.path", originOf(place), "the name cannot be a part of a path", { allowed }), place.path);
    return null;
  }

  name(name: Json, place: Place): Json {
    if (holdsReference(name)) {
      const message = "a name cannot hold ${env:…} or ${file:…}";
      this.report(fault("secret.place", originOf(place), message, { allowed: "the name itself" }), place.path);
    }
    return typeof name === "string" ? asItIs(name, place) : name;
  }

  items(field: Field, list: readonly Json[], at: Place): Value {
    const { item: itemField, fields } = field;
    const seen = new Map<string, Origin>();
    return list.map((item, index) => {
      const place = within(at, index, index);
      const origin = originOf(place);
      this.origins[place.path] = origin;
      const isEntry = fields !== undefined && isObject(item);
      const value = isEntry ? this.attributes(fields, item, place) : itemField ? this.value(itemField, item, place) : item;
      const identity = itemIdentity(field, value);
      const first = identity === undefined ? undefined : seen.get(identity);
      if (first) {
        const message = `names the same as the item at ${formatOrigin(first)}`;
        this.report(fault("duplicate.item", origin, message, { related: [first] }), place.path);
      } else if (identity !== undefined) seen.set(identity, origin);
      return value;
    });
  }

  attributes(fields: Fields, values: JsonObject, at: Place): Value {
    const result: Record<string, Value> = {};
    for (const [written, raw] of Object.entries(values)) {
      const path = `${at.path}.${written}`;
      const origin = at.piece.source.keyOrigin(at.pointer + pointerStep(written));
      const resolved = this.resolve(fields, written, raw ?? null, path, origin);
      if (resolved === undefined) {
        // Only under `unchecked` may a key stand that no field knows.
        result[written] = this.loosely(raw ?? null, within(at, written, written));
        continue;
      }
      const { name, field, value } = resolved;
      if (Object.hasOwn(result, name)) {
        this.report(fault("duplicate.attribute", origin, `${written} and ${name} are the same attribute`), path);
        continue;
      }
      const place = within(at, written, name);
      this.origins[place.path] = origin;
      result[name] = this.value(field, value, place);
    }
    return result;
  }

  keyed(item: Field, values: JsonObject, at: Place): Value {
    const result: Record<string, Value> = {};
    for (const [key, value] of Object.entries(values)) {
      const place = within(at, key, key);
      this.origins[place.path] = place.piece.source.keyOrigin(place.pointer);
      result[key] = this.value(item, value ?? null, place);
    }
    return result;
  }

  private reportAt({ path }: Place): (diagnostic: FileDiagnostic) => void {
    return (diagnostic) => this.report(diagnostic, path);
  }

  private report(diagnostic: FileDiagnostic, attribute: string): void {
    this.diagnostics.push({ ...diagnostic, address: this.body.address, attribute });
  }
}

/** A text that nothing else reads for references, as it was before a variable or `${this:…}` brought it here. */
function asItIs(text: string, { piece, pointer }: Place): string {
  return piece.source.escaped?.has(pointer) ? unescapeLiteral(text) : text;
}

function originOf({ piece, pointer }: Place): Origin {
  return piece.source.valueOrigin(pointer);
}

/** A place inside of another: a step as the file writes it, and as the attribute is called. */
function within({ piece, pointer, path }: Place, written: string | number, name: string | number): Place {
  return { piece, pointer: pointer + pointerStep(written), path: `${path}.${name}` };
}

/** The attribute that a name stands for: its own, that of real servers, or one that only remains as another spelling; undefined where no field knows it. */
export function knownAs(fields: Fields, written: string): { readonly name: string; readonly field: Field } | undefined {
  const name = attributeNamed(fields, written) ?? written;
  const field = fieldOf(fields, name);
  if (field === undefined) return undefined;
  const { alias, replacement = "" } = field.deprecated ?? {};
  const target = alias ? fields[replacement] : undefined;
  return target ? { name: replacement, field: target } : { name, field };
}

/** True for what may stand under `unchecked`: what no field knows, and a value that the field does not know because a newer release has added it. */
export function mayBeLoose(fields: Fields, written: string, value: Json): boolean {
  const known = knownAs(fields, written);
  if (known === undefined) return true;
  const deprecation = Object.hasOwn(fields, written) ? fields[written]?.deprecated : undefined;
  return hasGrown(known.field, deprecation?.alias ? formed(deprecation.convert, value) : value);
}
