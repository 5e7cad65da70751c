import { type Field, type Fields, typeOf } from "./fields.js";
import { type Spec, type Value, isObject } from "./json.js";

/** The value at the steps of a statement; undefined where nothing is. */
export function valueAtSteps(spec: Spec, path: readonly string[]): Value | undefined {
  let value: Value | undefined = spec;
  for (const step of path) value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value;
}

/** The same attributes with another value at the steps of a statement. */
export function withValueAt(spec: Spec, [name = "", ...rest]: readonly string[], value: Value): Spec {
  const inner = spec[name];
  return { ...spec, [name]: rest.length === 0 ? value : withValueAt(isObject(inner) ? inner : {}, rest, value) };
}

/** The attribute that a dotted path goes into. */
export function topName(path: string): string {
  return path.split(".")[0] ?? path;
}

/** The field at the steps of a statement; undefined for what no field knows (`unchecked`). */
export function fieldAt(fields: Fields, path: readonly string[]): Field | undefined {
  const [name = "", ...rest] = path;
  let field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  for (const step of rest) {
    const inner: Fields = field?.fields ?? {};
    field = typeOf(field)?.hasFreeKeys ? field?.item : Object.hasOwn(inner, step) ? inner[step] : undefined;
  }
  return field;
}
