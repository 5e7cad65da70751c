import { type Json, type JsonObject, isObject } from "../core/json.js";

/** Some attributes of a record, in the order in which they are named. */
export function picked<T, K extends keyof T>(record: T, ...names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>;
}

/** The objects of a list; none of what is no list. */
export function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((one: Json): one is JsonObject => isObject(one)) : [];
}
