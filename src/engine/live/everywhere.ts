import { isObject, type Json, type JsonObject } from "../../core/json.js";
import type { Everywhere } from "../../core/kind.js";

/**
 * What a list of all shows of each thing that its entries hang on, by the number of that; undefined where some entry does not say what it hangs on: older servers show less, and
 * what is not shown would look as if it were not there.
 */
export function byParent(
  { by }: Everywhere,
  entries: readonly JsonObject[],
): ReadonlyMap<Json, readonly JsonObject[]> | undefined {
  const found = new Map<Json, JsonObject[]>();
  for (const entry of entries) {
    for (const [attribute, there] of Object.entries(by)) {
      const parents = entry[attribute];
      if (!Array.isArray(parents)) return undefined;
      for (const parent of parents as readonly Json[]) {
        const id = isObject(parent) ? (parent["id"] ?? null) : null;
        const own = found.get(id) ?? [];
        found.set(id, own);
        own.push({ ...entry, ...there });
      }
    }
  }
  return found;
}
