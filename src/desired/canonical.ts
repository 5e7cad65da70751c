import { formatOrigin, type Origin, type Problem } from "../core/errors.js";
import { formed } from "../core/field-words.js";
import type { Field, Fields } from "../core/fields.js";
import { itemIdentity } from "../core/item-identity.js";
import { isObject, type Json, type JsonObject, type Spec, type Value } from "../core/json.js";
import { addressIn, fieldsOf } from "../core/kind.js";
import { accessLevelName } from "../core/types/access-level.js";
import type { Desired } from "../core/plan.js";
import { holdsReference } from "../core/types/secret-reference.js";
import { pieceOrigin, type Body, type Piece } from "./merge.js";
import { pointerStep } from "../core/pointer.js";
import { fault, warning } from "./problem.js";
import type { Texts } from "./texts.js";

/** Names of a body that are no attributes. */
const standardNames = new Set(["ensure", "moved_from", "unchecked"]);

/**
 * One merged body in canonical form: neutral names, deprecated spellings as their replacement, levels by name, secrets and images as placeholders.
 * Attributes in `wrong` (those that the schema refused) are left out.
 */
export function canonicalBody(body: Body, wrong: ReadonlySet<string>, texts: Texts, problems: Problem[]): Desired {
  const walk = new Canonical(body, texts, problems);
  for (const [name, piece] of body.attributes) {
    if (!standardNames.has(name) && !wrong.has(name)) walk.attribute(name, piece);
  }
  for (const [name, piece] of body.unchecked) walk.loose(name, piece);
  const text = (name: string) => {
    const value = body.attributes.get(name)?.value;
    return typeof value === "string" && !wrong.has(name) ? value : undefined;
  };
  const movedFrom = text("moved_from");
  return {
    address: body.address,
    ...addressIn(body.kind, body.path, body.key),
    ensure: text("ensure") === "absent" ? "absent" : "present",
    ...(movedFrom === undefined ? {} : { movedFrom }),
    spec: inFieldOrder(fieldsOf(body.kind, { key: body.key }), walk.spec),
    origins: walk.origins,
    origin: body.origin,
  };
}

/** Attributes in the order of the kind, then the unchecked ones by name: however they were spread over files, they look the same. */
function inFieldOrder(fields: Fields, spec: Spec): Spec {
  const known = Object.keys(fields).filter((name) => Object.hasOwn(spec, name));
  const others = Object.keys(spec)
    .filter((name) => !Object.hasOwn(fields, name))
    .sort();
  return Object.fromEntries([...known, ...others].map((name) => [name, spec[name]]));
}

class Canonical {
  readonly spec: Record<string, Value> = {};
  readonly origins: Record<string, Origin> = {};
  private readonly fields: Fields;
  private readonly writtenAs = new Map<string, { readonly name: string; readonly origin: Origin }>();

  constructor(
    private readonly body: Body,
    private readonly texts: Texts,
    private readonly problems: Problem[],
  ) {
    this.fields = fieldsOf(body.kind, { key: body.key });
  }

  attribute(written: string, piece: Piece): void {
    const origin = pieceOrigin(piece);
    const resolved = this.resolve(this.fields, written, piece.value, written, origin);
    if (resolved === undefined) return;
    const { name, field, value } = resolved;
    const first = this.writtenAs.get(name);
    if (first) {
      const message = `${written} and ${first.name} (at ${formatOrigin(first.origin)}) are the same attribute`;
      this.report(fault("duplicate.attribute", origin, message, { allowed: `only ${name}`, related: [first.origin] }), written);
      return;
    }
    this.writtenAs.set(name, { name: written, origin });
    this.origins[name] = origin;
    this.spec[name] = this.value(field, value, piece, piece.pointer, name);
  }

  /** An attribute under `unchecked`: sent as it stands. */
  loose(name: string, piece: Piece): void {
    if (Object.hasOwn(this.fields, name) || Object.hasOwn(this.spec, name)) return;
    this.origins[name] = pieceOrigin(piece);
    this.spec[name] = this.texts.deep(piece.value, piece.source, piece.pointer, (problem) =>
      this.report(problem, `unchecked.${name}`),
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
    const name = Object.hasOwn(fields, written) ? written : Object.keys(fields).find((own) => fields[own]?.vendor === written);
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || field === undefined) return undefined;
    const { deprecated } = field;
    if (!deprecated) return { name, field, value };
    const { replacement, alias, convert } = deprecated;
    const allowed = alias ? `use ${replacement}` : replacement;
    this.report(warning("deprecated", origin, `${written} is deprecated`, { allowed }), path);
    const target = alias ? fields[replacement] : undefined;
    return target ? { name: replacement, field: target, value: formed(convert, value) } : { name, field, value };
  }

  private value(field: Field, value: Json, piece: Piece, pointer: string, path: string): Value {
    if (value === null) return null;
    const at = piece.source.valueOrigin(pointer);
    const report = (problem: Problem) => this.report(problem, path);
    switch (field.type) {
      case "text":
        return typeof value === "string" ? this.texts.text(value, piece.source, at, report) : value;
      case "level":
        return accessLevelName(value) ?? value;
      case "image":
        return typeof value === "string" ? this.texts.image(value, piece.source, at, report) : value;
      case "reference":
        if (holdsReference(value))
          report(fault("secret.place", at, "a name cannot hold ${env:…} or ${file:…}", { allowed: "the name itself" }));
        return value;
      case "set":
      case "list":
      case "entries":
        return Array.isArray(value) ? this.items(field, value, piece, pointer, path) : value;
      case "record":
        return isObject(value) && field.fields ? this.part(field.fields, value, piece, pointer, path) : value;
      case "map":
        return isObject(value) && field.item ? this.map(field.item, value, piece, pointer, path) : value;
      default:
        return value;
    }
  }

  private items(field: Field, list: readonly Json[], piece: Piece, pointer: string, path: string): Value {
    const seen = new Map<string, Origin>();
    return list.map((item, index) => {
      const [place, name] = [pointer + pointerStep(index), `${path}.${index}`];
      const origin = piece.source.valueOrigin(place);
      this.origins[name] = origin;
      const entry = field.type === "entries" && field.fields && isObject(item);
      const value = entry
        ? this.part(field.fields, item, piece, place, name)
        : field.item
          ? this.value(field.item, item, piece, place, name)
          : item;
      const identity = field.type === "list" ? undefined : itemIdentity(field, value);
      const first = identity === undefined ? undefined : seen.get(identity);
      if (first) {
        const message = `names the same as the item at ${formatOrigin(first)}`;
        this.report(fault("duplicate.item", origin, message, { related: [first] }), name);
      } else if (identity !== undefined) seen.set(identity, origin);
      return value;
    });
  }

  private part(fields: Fields, values: JsonObject, piece: Piece, pointer: string, path: string): Value {
    const result: Record<string, Value> = {};
    for (const [written, raw] of Object.entries(values)) {
      const place = pointer + pointerStep(written);
      const origin = piece.source.keyOrigin(place);
      const resolved = this.resolve(fields, written, raw ?? null, `${path}.${written}`, origin);
      if (resolved === undefined) continue;
      const { name, field, value } = resolved;
      if (Object.hasOwn(result, name)) {
        this.report(fault("duplicate.attribute", origin, `${written} and ${name} are the same attribute`), `${path}.${written}`);
        continue;
      }
      this.origins[`${path}.${name}`] = origin;
      result[name] = this.value(field, value, piece, place, `${path}.${name}`);
    }
    return result;
  }

  private map(item: Field, values: JsonObject, piece: Piece, pointer: string, path: string): Value {
    const result: Record<string, Value> = {};
    for (const [key, value] of Object.entries(values)) {
      const place = pointer + pointerStep(key);
      this.origins[`${path}.${key}`] = piece.source.keyOrigin(place);
      result[key] = this.value(item, value ?? null, piece, place, `${path}.${key}`);
    }
    return result;
  }

  private report(problem: Problem, attribute: string): void {
    this.problems.push({ ...problem, address: this.body.address, attribute });
  }
}
