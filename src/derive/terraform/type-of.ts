import type { TerraformAttribute, TerraformAttributes, TerraformType } from "./types.js";

/** The type of the value of an attribute in Terraform's language, nested attributes as objects. */
export function terraformTypeOf(attribute: TerraformAttribute): TerraformType {
  const { nested, type } = attribute;
  if (!nested) return type ?? "dynamic";
  const object = objectType(nested.attributes);
  return nested.mode === "single" ? object : [nested.mode, object];
}

/** The type of the object that attributes make up: of a resource, of a data source, of the provider's configuration. */
export function objectType(attributes: TerraformAttributes): TerraformType {
  return [
    "object",
    Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, terraformTypeOf(attribute)])),
  ];
}
