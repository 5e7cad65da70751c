import type { Origin } from "./errors.js";
import { type Field, type Fields, typeOf } from "./fields.js";
import { isObject, type Json, type Spec, type Value } from "./json.js";

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

/** One step of a JSON pointer (RFC 6901), with the slash before it. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The names and indexes that a JSON pointer goes through; none for the empty pointer. */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Follows a JSON pointer inside a value; undefined if it leads nowhere. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let node: Json | undefined = value;
  for (const step of pointerSteps(pointer)) {
    if (Array.isArray(node)) node = (node as readonly Json[])[Number(step)];
    else node = isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
  }
  return node;
}

/** A value with each of its texts changed, which stand at a JSON pointer and below it. */
export function withTexts(value: Json, pointer: string, change: (text: string, pointer: string) => Json): Json;
export function withTexts(value: Value, pointer: string, change: (text: string, pointer: string) => Value): Value;
export function withTexts(value: Value, pointer: string, change: (text: string, pointer: string) => Value): Value {
  if (typeof value === "string") return change(value, pointer);
  if (Array.isArray(value)) return value.map((item: Value, index) => withTexts(item, pointer + pointerStep(index), change));
  if (!isObject(value)) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, withTexts(part ?? null, pointer + pointerStep(name), change)]);
  return Object.fromEntries(parts) as Spec;
}

/** Where an attribute stands, by its dotted path, or the nearest that holds it. */
export function originAt(path: string, origins: Readonly<Record<string, Origin>>): Origin | undefined {
  if (path === "") return undefined;
  return origins[path] ?? originAt(path.slice(0, Math.max(0, path.lastIndexOf("."))), origins);
}
