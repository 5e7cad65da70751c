import type { Field } from "./field.js";
import type { Json, Value } from "./json.js";

/** A form that is the same as the other. */
export function asItIs<T>(_field: Field, value: T): T {
  return value;
}

/** A text in a reply; servers give some as a number. Undefined for what is neither. */
export function textIn(_field: Field, value: Json): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" ? value : undefined;
}

/** What a file says of a value that it can say as it is. */
export function asWritten(_field: Field, value: Value): Json {
  // Nothing that stands for a value gets here, and a type of which this is the form holds none.
  return value as Json;
}
