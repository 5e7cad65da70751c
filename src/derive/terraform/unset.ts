import type { TerraformAttribute, TerraformAttributes } from "./types.js";

/** An attribute that can be unset, by what `unset` calls it. */
export interface Unsettable {
  /** Its name, with dots before it for what it stands in: `name_regex`, `expiration.name_regex`, `shape.name_regex`. */
  readonly path: string;
  readonly attribute: TerraformAttribute;
}

/** The attributes that `unset` may name: nullable ones of the thing, its records and its shapes, but none in entries of sets, and no deprecated spelling. */
export function unsettable(attributes: TerraformAttributes, prefix = ""): readonly Unsettable[] {
  return Object.entries(attributes).flatMap(([name, attribute]): readonly Unsettable[] => {
    const { field, nested } = attribute;
    const path = prefix + name;
    if (field?.deprecated?.alias) return [];
    return [
      ...(field?.nullable ? [{ path, attribute }] : []),
      ...(nested?.mode === "single" ? unsettable(nested.attributes, `${path}.`) : []),
    ];
  });
}
