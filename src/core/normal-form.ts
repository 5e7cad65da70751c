import { type Field, fieldOf, type Fields, formed, typeOf } from "./fields.js";
import { canonicalJson, type Spec, type Value } from "./json.js";
import { isFile, isPicture, isPlaceholder } from "./placeholders.js";
import { entryIdentity as identityOfEntry } from "./types/type-definition.js";

/** The form in which values of one meaning are equal, desired and live alike; sets are keyed by what tells items apart. Only `diff.ts` and `layers/satisfies.ts` compare in it. */
export function normalForm(field: Field, value: Value): Value {
  const chosen = formed(field.normalise, value);
  // A picture is what it shows, wherever it lies.
  if (isFile(chosen) || isPicture(chosen)) return chosen.sha256;
  if (chosen === null || isPlaceholder(chosen)) return chosen;
  return typeOf(field).form.normal(field, chosen, parts);
}

/** Normal forms of all attributes of a body that its fields know; others (under `unchecked`) stay as they are. */
export function normalSpec(fields: Fields, spec: Spec): Spec {
  const result: Record<string, Value> = {};
  for (const [name, value] of Object.entries(spec)) {
    if (value === undefined) continue;
    const field = fieldOf(fields, name);
    result[name] = field ? normalForm(field, value) : value;
  }
  return result;
}

const parts = { value: normalForm, attributes: normalSpec };

/** What tells one entry from another: the identity attribute that it has, with its normal value. */
export function entryIdentity(field: Field, entry: Value): string {
  return identityOfEntry(field, entry, parts);
}

/** Equal for two items of an attribute that mean the same. Undefined where items may, and for one that does not say what it means. */
export function itemIdentity(field: Field, item: Value): string | undefined {
  return typeOf(field).unordered?.key(field, item, keyOf);
}

/** Equal for two values of an attribute that mean the same. */
export function keyOf(field: Field | undefined, value: Value): string {
  const meaning = field ? typeOf(field).form.meaning(field, value) : value;
  return typeof meaning === "string" ? meaning : canonicalJson(meaning);
}
