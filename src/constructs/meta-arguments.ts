import type { TerraformMetaArguments } from "cdktf";

/** What the core takes of the properties, and what is ours. */
export function separate(properties: TerraformMetaArguments): {
  readonly meta: TerraformMetaArguments;
  readonly attributes: object;
} {
  const { dependsOn, count, provider, lifecycle, forEach, provisioners, connection, ...attributes } = properties;
  const given = Object.entries({ dependsOn, count, provider, lifecycle, forEach, provisioners, connection });
  return { meta: Object.fromEntries(given.filter(([, value]) => value !== undefined)), attributes };
}
