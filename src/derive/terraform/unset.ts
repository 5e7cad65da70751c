import type { TerraformAttribute, TerraformAttributes } from "./types.js";

/** An attribute that can be unset, by what `unset` calls it. */
export interface Unsettable {
  /** Its name, with dots before it for what it stands in: `name_regex`, `expiration.name_regex`, `shape.name_regex`. */
  readonly path: string;
  readonly attribute: TerraformAttribute;
}

/**
 * The attributes that `unset` may name: nullable ones of the thing itself, of its records and of its shapes. What stands in an entry of a set is unset by leaving it
 * out, and a deprecated spelling under its replacement.
 */
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
