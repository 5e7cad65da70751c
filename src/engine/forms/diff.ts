import deepDiff from "deep-diff";
import { fieldOf, type Fields, hidesValue, typeOf } from "../../core/fields.js";
import { canonicalJson, isObject, type Spec, type Value } from "../../core/json.js";
import { normalForm, normalSpec } from "../../core/normal-form.js";
import { hidesSecret, isPlaceholder } from "../../core/placeholders.js";

/** A difference between what is desired and what is live, in file form. */
export interface Difference {
  /** Dotted path of the attribute; into records, never into sets. */
  readonly path: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/**
 * The differences of those attributes that `desired` names, in the order of its names; the only place where values are compared.
 * Both sides stand in file form with secrets in clear (masking is the caller's); an attribute that live does not show
 * (undefined) is no difference: it is unverifiable.
 */
export function diff(fields: Fields, desired: Spec, live: Spec): Difference[] {
  const names = Object.keys(desired).filter((name) => desired[name] !== undefined && live[name] !== undefined);
  const left: Record<string, Value> = {};
  const right: Record<string, Value> = {};
  for (const name of names) {
    const [asked, shown] = [desired[name] as Value, live[name] as Value];
    const field = fieldOf(fields, name);
    right[name] = field ? normalForm(field, asked) : asked;
    left[name] = onlyNamed(field ? normalForm(field, shown) : shown, right[name], fields, name);
  }
  const paths = new Set<string>();
  for (const difference of differencesOf(left, right)) {
    const [name, ...rest] = (difference.path ?? []).map(String);
    if (name === undefined) continue;
    paths.add(isManagedApart(fields, name) && rest[0] !== undefined ? `${name}.${rest[0]}` : name);
  }
  return [...paths].map((path) => ({ path, before: valueAt(live, path, fields), after: valueAt(desired, path, fields) }));
}

/** The differences between a thing that is not there yet and what is desired of it: each attribute as a whole. */
export function diffNew(fields: Fields, desired: Spec): Difference[] {
  return differencesOf({}, normalSpec(fields, desired)).map(({ path }) => ({
    path: String(path?.[0]),
    before: undefined,
    after: desired[String(path?.[0])],
  }));
}

/** What a plan calls a full path that changes. */
export const movedName = "full_path";

/** The difference of a full path or a key, which no attribute holds: `name` is what it is called. */
export function diffName(name: string, desired: string, live: string): Difference[] {
  const differences = deepDiff.diff(live, desired) ?? [];
  return differences.map(() => ({ path: name, before: live, after: desired }));
}

/** Placeholders are compared as wholes: as symbols, which no data is. */
function differencesOf(left: Spec, right: Spec) {
  const symbols = new Map<string, symbol>();
  const atom = (value: unknown): unknown => {
    if (!isPlaceholder(value)) return value;
    const text = canonicalJson(value);
    const known = symbols.get(text) ?? Symbol(text);
    symbols.set(text, known);
    return known;
  };
  const normalize = (_path: unknown, _key: unknown, a: unknown, b: unknown): [Spec, Spec] | undefined =>
    isPlaceholder(a) || isPlaceholder(b) ? ([atom(a), atom(b)] as [Spec, Spec]) : undefined;
  return deepDiff.diff(left, right, { normalize }) ?? [];
}

/** True if two values of one attribute mean the same. */
export function same(fields: Fields, name: string, a: Value, b: Value): boolean {
  return diff(fields, { [name]: a }, { [name]: b }).length === 0;
}

/** Attributes of a record are managed one by one; what the files do not name in it is left alone. */
function isManagedApart(fields: Fields, name: string): boolean {
  return typeOf(fieldOf(fields, name))?.isManagedInParts === true;
}

function onlyNamed(live: Value, desired: Value, fields: Fields, name: string): Value {
  if (!isManagedApart(fields, name) || !isObject(live) || !isObject(desired)) return live;
  return Object.fromEntries(Object.keys(desired).map((key) => [key, live[key] ?? null]));
}

function valueAt(spec: Spec, path: string, fields: Fields): Value | undefined {
  const dot = path.indexOf(".");
  if (dot < 0 || spec[path] !== undefined) return spec[path];
  const name = path.slice(0, dot);
  if (!isManagedApart(fields, name)) return spec[path];
  const inner = spec[name];
  return isObject(inner) ? inner[path.slice(dot + 1)] : undefined;
}

/** Live attributes in the form that a fingerprint covers: normalised, without secrets. */
export function fingerprintForm(fields: Fields, live: Spec): Spec {
  const normal = normalSpec(fields, live);
  return Object.fromEntries(
    Object.entries(normal).filter(
      ([name, value]) => !hidesSecret(value) && !hidesValue(fields[name]) && !typeOf(fields[name])?.isUploaded,
    ),
  );
}
