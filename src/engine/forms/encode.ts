import { type Field, fieldOf, type Fields, formed, type ReferenceTarget, typeOf, unsetValue } from "../../core/fields.js";
import { isObject, type Json, type JsonObject, type Spec, type Value } from "../../core/json.js";
import { isPlaceholder } from "../../core/placeholders.js";
import type { EncodedParts } from "../../core/types/type-definition.js";

/** Turns a name in the files into what the wire wants: a number, a path, or a `$ref` or `$lookup` that apply fills in. */
export type ResolveReference = (field: Field, name: string | number) => Value;

/** The name that the server uses for an attribute in requests. */
export function wireName(name: string, field: Field, dialect: "neutral" | "vendor"): string {
  return (dialect === "vendor" ? field.vendor : undefined) ?? field.write ?? name;
}

/** Attributes in file form as a request body. Names that no field knows (`unchecked`) are sent as they are. */
export function encodeBody(
  fields: Fields,
  spec: Spec,
  dialect: "neutral" | "vendor",
  resolve: ResolveReference,
): Record<string, Value> {
  const parts: EncodedParts = {
    value: (field, value) => encodeValue(field, value, parts),
    attributes: (inner, values) => encodeBody(inner, values, dialect, resolve),
    resolve,
  };
  const body: Record<string, Value> = {};
  for (const [name, value] of Object.entries(spec)) {
    if (value === undefined) continue;
    const field = fieldOf(fields, name);
    if (field) body[wireName(name, field, dialect)] = encodeValue(field, value, parts);
    else body[name] = value;
  }
  return body;
}

/** From the file's form to the wire's form. Secrets and files stay placeholders: apply fills them in. */
function encodeValue(field: Field, value: Value, parts: EncodedParts): Value {
  if (value === null) return unsetValue(field);
  if (isPlaceholder(value)) return value;
  if (field.encode) return formed(field.encode, value);
  return typeOf(field).form.encode(field, value, parts);
}

/** One entry of a set of small objects as the wire wants it. */
export function encodeEntry(field: Field, entry: Value, dialect: "neutral" | "vendor", resolve: ResolveReference): Value {
  return isObject(entry) && field.fields ? encodeBody(field.fields, entry, dialect, resolve) : entry;
}

/** A number where a name could stand. */
interface Numbered {
  readonly target: ReferenceTarget;
  readonly id: number;
  /** It lies in the same group or project. */
  readonly beside?: true;
}

/** What a value that names something is to be: the name behind a number, or the number itself where nobody (visible) has it. */
type NameOf = (field: Field, value: string | number) => string | number;

/** Puts the names of a map, each under its target and number, in the place of numbers. */
export function nameBehind(names: ReadonlyMap<string, string | number | undefined>): NameOf {
  return ({ target }, value) => (typeof value === "number" ? names.get(`${target} ${value}`) : undefined) ?? value;
}

/** All numbers in attributes in file form in whose place names could stand. */
export function numbersIn(fields: Fields, spec: JsonObject): Numbered[] {
  const numbers: Numbered[] = [];
  withNames(fields, spec, ({ target, beside }, id) => {
    if (typeof id === "number" && target !== undefined) numbers.push({ target, id, ...(beside ? { beside: true } : {}) });
    return id;
  });
  return numbers;
}

/** The attributes with what names things in them as `nameOf` says it. */
export function withNames(fields: Fields, spec: JsonObject, nameOf: NameOf): JsonObject {
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => {
      const field = fieldOf(fields, name);
      return [name, field && value !== undefined ? named(field, value, nameOf) : value];
    }),
  );
}

/** True if a value in file form has a number where a name could stand. */
export function holdsNumber(field: Field, value: Json): boolean {
  return numbersIn({ value: field }, { value }).length > 0;
}

function named(field: Field, value: Json, nameOf: NameOf): Json {
  if (typeOf(field).namesThings) return typeof value === "number" || typeof value === "string" ? nameOf(field, value) : value;
  const { item, fields } = field;
  if (Array.isArray(value)) {
    if (item) return value.map((element: Json) => named(item, element, nameOf));
    return fields ? value.map((element: Json) => (isObject(element) ? withNames(fields, element, nameOf) : element)) : value;
  }
  return typeOf(field).isManagedInParts && fields && isObject(value) ? withNames(fields, value, nameOf) : value;
}
