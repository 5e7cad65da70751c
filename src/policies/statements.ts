import { fold } from "../core/address.js";
import type { Origin } from "../core/errors.js";
import { type Field, fieldOf, type Fields, typeOf } from "../core/fields.js";
import { textGlob } from "../core/glob.js";
import { isObject, type Spec, type Value } from "../core/json.js";
import type { AttributePattern, LayerBody, Statement } from "../core/layer.js";

/**
 * What a body in canonical form says plainly, leaf by leaf: each attribute, of a record or a map each part; null, an empty map, and what no field knows stand whole. Takes
 * where attributes stand by their dotted path, as `Desired.origins` has it; what has no place of its own stands where the nearest does that holds it, else at `whole`.
 */
export function statementsOf(
  fields: Fields,
  spec: Spec,
  origins: Readonly<Record<string, Origin>>,
  whole: Origin = { file: "", line: 1, column: 1 },
): Statement[] {
  const statements: Statement[] = [];
  const visit = (field: Field | undefined, path: readonly string[], value: Value, above: Origin): void => {
    const place = path.join(".");
    const origin = origins[place] ?? above;
    const parts = partsOf(field, value);
    if (!parts) {
      statements.push({ path, word: "is", value, origin, origins: originsBelow(value, place, origins) });
      return;
    }
    for (const [name, part] of Object.entries(parts.values))
      if (part !== undefined) visit(parts.fieldOf(name), [...path, name], part, origin);
  };
  for (const [name, value] of Object.entries(spec)) {
    if (value !== undefined) visit(fieldOf(fields, name), [name], value, whole);
  }
  return statements;
}

/** What of a value is said part by part; undefined for what stands whole. */
function partsOf(
  field: Field | undefined,
  value: Value,
): { readonly values: Spec; readonly fieldOf: (name: string) => Field | undefined } | undefined {
  if (!field || !isObject(value)) return undefined;
  const { isManagedInParts, hasFreeKeys } = typeOf(field);
  const { fields, item } = field;
  if (isManagedInParts && fields) return { values: value, fieldOf: (name) => fieldOf(fields, name) };
  return hasFreeKeys && item && Object.keys(value).length > 0 ? { values: value, fieldOf: () => item } : undefined;
}

/** The places of all that stands inside of a value, by the dotted path below it. */
function originsBelow(value: Value, place: string, origins: Readonly<Record<string, Origin>>): Record<string, Origin> {
  const originsOfParts: Record<string, Origin> = {};
  const visit = (inner: Value, below: string): void => {
    for (const [name, part] of isObject(inner) || Array.isArray(inner) ? Object.entries<Value | undefined>(inner) : []) {
      const path = below === "" ? name : `${below}.${name}`;
      const origin = origins[`${place}.${path}`];
      if (origin) originsOfParts[path] = origin;
      if (part !== undefined) visit(part, path);
    }
  };
  visit(value, "");
  return originsOfParts;
}

/** What a statement is about: something that hangs on a thing, or the thing itself. */
export type Child = LayerBody["child"];

/** True if a pattern means this place, or something that holds it. */
export function means({ child, path }: AttributePattern, of: Child, at: readonly string[]): boolean {
  return meansChild(child, of) && path.every((step, index) => step === at[index]);
}

/** True if one of some patterns means a place. */
export function isMeant(patterns: readonly AttributePattern[], child: Child, path: readonly string[]): boolean {
  return patterns.some((pattern) => means(pattern, child, path));
}

/** True if a pattern means all of something that hangs on a thing. */
export function meansWhole({ child, path }: AttributePattern, of: Child): boolean {
  return path.length === 0 && meansChild(child, of);
}

function meansChild(pattern: AttributePattern["child"], of: Child): boolean {
  if (pattern === undefined || of === undefined) return pattern === of;
  return pattern.kind === of.kind && (pattern.key === undefined || (of.key !== undefined && keyTest(pattern.key)(of.key)));
}

const tests = new Map<string, (key: string) => boolean>();
/** So many patterns of keys are kept read; files hold fewer. */
const mostTests = 10_000;

/** `*` is any part of a key; letter case does not count, because what is left alone must not change for a spelling. */
function keyTest(pattern: string): (key: string) => boolean {
  const known = tests.get(pattern);
  if (known) return known;
  const matches = textGlob(fold(pattern));
  const test = (key: string) => matches(fold(key));
  if (tests.size < mostTests) tests.set(pattern, test);
  return test;
}
