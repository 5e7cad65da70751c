import { type Field, typeOf } from "./fields.js";
import { canonicalJson, type Value } from "./json.js";

/** Equal for two items of an attribute that mean the same. Undefined where items may, and for one that does not say what it means. */
export function itemIdentity(field: Field, item: Value): string | undefined {
  return typeOf(field).unordered?.key(field, item, keyOf);
}

/** Equal for two values of an attribute that mean the same. */
export function keyOf(field: Field | undefined, value: Value): string {
  const meaning = field ? typeOf(field).form.meaning(field, value) : value;
  return typeof meaning === "string" ? meaning : canonicalJson(meaning);
}
