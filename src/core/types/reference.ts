import { field, type Field, type FieldOptions, foldName, type OrNull, type ReferenceTarget } from "./field.js";
import { isObject, type Json, type JsonObject, type Value } from "./json.js";
import { orNull } from "./schema-parts.js";
import { sameForms, type TypeDefinition } from "./type-definition.js";

/** Something by name. Where the wire wants a number, a number may be written too. */
export function reference<const O extends FieldOptions = object>(
  description: string,
  target: ReferenceTarget,
  wire: "id" | "path" | "name",
  options?: O,
): Field<OrNull<string | number, O>> {
  return field<string | number, O>({ type: "reference", description, target, wire }, options);
}

/** References by name in files, and by number on the wire where nothing else is said. */
export function refs(target: ReferenceTarget, options: Pick<Field, "wire" | "cased" | "eligible"> = {}): Field<string> {
  return { type: "reference", description: `A ${target.replaceAll("_", " ")} by name.`, target, wire: "id", ...options };
}

export const referenceType: TypeDefinition = {
  name: "reference",
  title: (field) => `name of a ${field.target?.replaceAll("_", " ") ?? "thing"}`,
  namesThings: true,
  schema: {
    file: (field) =>
      field.wire === "id"
        ? { type: orNull(field, "string", "integer"), minLength: 1, minimum: 1 }
        : { type: orNull(field, "string"), minLength: 1 },
    request: (field) => ({ type: field.wire === "id" ? "integer" : "string" }),
    reply: () => ({}),
    sample: () => "sample",
  },
  form: {
    ...sameForms,
    meaning: folded,
    normal: folded,
    decode: decodeReference,
    encode: (field, value, { resolve }) =>
      typeof value === "string" || typeof value === "number" ? resolve(field, value) : value,
    canonical: (_field, value, parts, place) => parts.name(value, place),
  },
  terraform: { type: "string", decode: decodeText, decodeState: (field, value, parts) => parts.name(field, value) },
};

function folded(field: Field, value: Value): Value {
  return typeof value === "string" ? foldName(field, value) : value;
}

/** What an object is called: users, groups and projects by what is unique. The `name` of these, which have a page (`web_url`), is what people see, so that the number has to do. */
function nameIn(shown: JsonObject): Json | undefined {
  const { name, web_url: page, id } = shown;
  const unique = shown["username"] ?? shown["full_path"] ?? shown["path_with_namespace"];
  return unique ?? (page === undefined ? name : undefined) ?? id;
}

function decodeReference(_field: Field, value: Json): Json | undefined {
  const shown = isObject(value) ? nameIn(value) : value;
  // A number goes into the path of the request that asks for its name.
  return typeof shown === "string" || (Number.isSafeInteger(shown) && Number(shown) >= 0) ? shown : undefined;
}

/** Only what is the written form of a number that something can have is one: "0" and "007" are names, as they are in files. */
function decodeText(field: Field, value: Json): Json {
  return typeof value === "string" && field.wire === "id" && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;
}
