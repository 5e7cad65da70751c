import type { TerraformAttribute, TerraformAttributes } from "../derive/terraform/types.js";
import type { WireAttribute, WireObject, WireSchema } from "./plugin/service.js";

/** The version of what states hold. A release that changes what an attribute means raises it, and upgrades older states. */
export const schemaVersion = 0;

/** Attributes as Terraform is told of them. */
export function wireSchema(description: string, attributes: TerraformAttributes): WireSchema {
  const block = { attributes: wireAttributes(attributes), description, descriptionKind: "MARKDOWN" } as const;
  return { version: schemaVersion, block: { ...block, version: schemaVersion } };
}

function wireAttributes(attributes: TerraformAttributes): readonly WireAttribute[] {
  return Object.entries(attributes).map(([name, attribute]) => wireAttribute(name, attribute));
}

function wireAttribute(name: string, attribute: TerraformAttribute): WireAttribute {
  const { use, description, deprecated } = attribute;
  return {
    name,
    ...typeOf(attribute),
    description,
    descriptionKind: "MARKDOWN",
    required: use === "required",
    optional: use === "optional" || use === "managed",
    computed: use === "computed" || use === "managed",
    sensitive: attribute.sensitive === true,
    writeOnly: attribute.writeOnly === true,
    deprecated: deprecated !== undefined,
  };
}

function typeOf({ type, nested }: TerraformAttribute): Pick<WireAttribute, "type" | "nestedType"> {
  if (!nested) return { type: Buffer.from(JSON.stringify(type ?? "dynamic")) };
  return { nestedType: { attributes: wireAttributes(nested.attributes), nesting: nesting[nested.mode] } };
}

const nesting: { readonly [mode in NonNullable<TerraformAttribute["nested"]>["mode"]]: WireObject["nesting"] } = {
  single: "SINGLE",
  list: "LIST",
  set: "SET",
  map: "MAP",
};
