import deepDiff from "deep-diff";
import type { Fields } from "../core/fields.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { isSecret } from "../core/plan.js";
import { normalForm, normalSpec } from "./normal.js";

/** A difference between what is desired and what is live, in file form. */
export interface Difference {
  /** Dotted path of the attribute; into records, never into sets. */
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/**
 * The differences of those attributes that `desired` names, in the order of its names; the only place where values are compared.
 * Both sides stand in file form with secrets in clear (masking is the caller's); an attribute that live does not show
 * (undefined) is no difference: it is unverifiable.
 */
export function diff(fields: Fields, desired: JsonObject, live: JsonObject): Difference[] {
  const names = Object.keys(desired).filter((name) => desired[name] !== undefined && live[name] !== undefined);
  const left: Record<string, Json> = {};
  const right: Record<string, Json> = {};
  for (const name of names) {
    const [wanted, shown] = [desired[name] as Json, live[name] as Json];
    right[name] = fields[name] ? normalForm(fields[name], wanted) : wanted;
    left[name] = onlyNamed(fields[name] ? normalForm(fields[name], shown) : shown, right[name], fields, name);
  }
  const paths = new Set<string>();
  for (const difference of deepDiff.diff(left, right) ?? []) {
    const [name, ...rest] = (difference.path ?? []).map(String);
    if (name === undefined) continue;
    paths.add(isManagedApart(fields, name) && rest[0] !== undefined ? `${name}.${rest[0]}` : name);
  }
  return [...paths].map((path) => ({ path, before: valueAt(live, path, fields), after: valueAt(desired, path, fields) }));
}

/** The differences between a thing that is not there yet and what is desired of it: each attribute as a whole. */
export function diffNew(fields: Fields, desired: JsonObject): Difference[] {
  const found = deepDiff.diff({}, normalSpec(fields, desired)) ?? [];
  return found.map(({ path }) => ({ path: String(path?.[0]), before: undefined, after: desired[String(path?.[0])] }));
}

/** The difference of a full path or a key, which no attribute holds: `name` is what it is called. */
export function diffName(name: string, desired: string, live: string): Difference[] {
  const found = deepDiff.diff(live, desired) ?? [];
  return found.map(() => ({ path: name, before: live, after: desired }));
}

/** True if two values of one attribute mean the same. */
export function same(fields: Fields, name: string, a: Json, b: Json): boolean {
  return diff(fields, { [name]: a }, { [name]: b }).length === 0;
}

/** Attributes of a record are managed one by one; what the files do not name in it is left alone. */
function isManagedApart(fields: Fields, name: string): boolean {
  return fields[name]?.type === "record";
}

function onlyNamed(live: Json, desired: Json, fields: Fields, name: string): Json {
  if (!isManagedApart(fields, name) || !isObject(live) || !isObject(desired)) return live;
  return Object.fromEntries(Object.keys(desired).map((key) => [key, live[key] ?? null]));
}

function valueAt(spec: JsonObject, path: string, fields: Fields): Json | undefined {
  const dot = path.indexOf(".");
  if (dot < 0 || spec[path] !== undefined) return spec[path];
  const name = path.slice(0, dot);
  if (!isManagedApart(fields, name)) return spec[path];
  const inner = spec[name];
  return isObject(inner) ? inner[path.slice(dot + 1)] : undefined;
}

/** Live attributes in the form that a fingerprint covers: normalised, without secrets. */
export function fingerprintForm(fields: Fields, live: JsonObject): JsonObject {
  const normal = normalSpec(fields, live);
  return Object.fromEntries(
    Object.entries(normal).filter(
      ([name, value]) => !isSecret(value) && fields[name]?.secret !== true && fields[name]?.type !== "image",
    ),
  );
}

/** The attribute that a dotted path goes into. */
export function topName(path: string): string {
  return path.split(".")[0] ?? path;
}
