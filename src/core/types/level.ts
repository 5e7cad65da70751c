import { type AccessLevel, accessLevelName, accessLevels } from "./access-level.js";
import { field, type Field, type FieldOptions, type OrNull } from "./field.js";
import type { Json, Value } from "./json.js";
import { asWritten, type TypeDefinition } from "./type-definition.js";

/** An access level by name or number, of those that this place takes. */
export function level<const V extends readonly AccessLevel[], const O extends FieldOptions = object>(
  description: string,
  values: V,
  options?: O,
): Field<OrNull<V[number] | number, O>> {
  return field<V[number] | number, O>({ type: "level", description, values }, options);
}

export const levelType: TypeDefinition = {
  name: "level",
  title: () => "access level",
  namesNumbers: true,
  // A level that there is and that is not taken here is refused, and nothing new.
  words: () => Object.entries(accessLevels).flat(),
  measure: () => levelNumber,
  schema: {
    file: (field) => ({ enum: [...levelNames(field), ...levelNumbers(field), ...(field.nullable ? [null] : [])] }),
    request: (field) => ({ type: "integer", enum: levelNumbers(field) }),
    reply: () => ({ type: ["integer", "null"] }),
    sample: (field) => field.values?.[0] ?? "",
  },
  form: { meaning: byName, normal: byName, decode: decodeLevel, encode: byNumber, canonical: byName, written: asWritten },
  terraform: { type: "string", decode: decodeText, decodeState: (_field, value, parts) => parts.levelName(value) },
};

function levelNames({ values = [] }: Field): readonly string[] {
  return values.map(String);
}

function levelNumbers(field: Field): number[] {
  const numbers: Readonly<Record<string, number>> = accessLevels;
  return levelNames(field).flatMap((name) => numbers[name] ?? []);
}

function byName<V extends Value>(_field: Field, value: V): V | AccessLevel {
  return accessLevelName(value) ?? value;
}

function byNumber(_field: Field, value: Value): Value {
  return typeof value === "string" && Object.hasOwn(accessLevels, value)
    ? accessLevels[value as keyof typeof accessLevels]
    : value;
}

function levelNumber(value: Value): number | undefined {
  const name = accessLevelName(value);
  return name && accessLevels[name];
}

/** A level that only a newer release has stays as it is. */
function decodeLevel(field: Field, value: Json): Json | undefined {
  if (value === "") return null;
  return typeof value === "string" || Number.isSafeInteger(value) ? byName(field, value) : undefined;
}

/** Terraform has the numbers of levels as text. */
function decodeText(field: Field, value: Json): Json {
  return byName(field, typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value);
}
