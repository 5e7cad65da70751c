import type { TerraformMetaArguments } from "cdktf";

/** What the core takes of the properties, and what is ours. */
export function separate(properties: TerraformMetaArguments): { readonly meta: TerraformMetaArguments; readonly own: object } {
  const { dependsOn, count, provider, lifecycle, forEach, provisioners, connection, ...own } = properties;
  const given = Object.entries({ dependsOn, count, provider, lifecycle, forEach, provisioners, connection });
  return { meta: Object.fromEntries(given.filter(([, value]) => value !== undefined)), own };
}
