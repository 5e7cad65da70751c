import type { Fields } from "./fields.js";
import type { Spec } from "./json.js";

/** Attributes in the order of the kind, then the unchecked ones by name: however they were spread over files and layers, they look the same. */
export function inFieldOrder(fields: Fields, spec: Spec): Spec {
  const known = Object.keys(fields).filter((name) => Object.hasOwn(spec, name));
  const others = Object.keys(spec)
    .filter((name) => !Object.hasOwn(fields, name))
    .sort();
  return Object.fromEntries([...known, ...others].map((name) => [name, spec[name]]));
}
