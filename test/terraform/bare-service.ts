import type { ProviderService, WireSchema } from "../../src/terraform/plugin/service.js";

type Common =
  | "getMetadata"
  | "getProviderSchema"
  | "validateProviderConfig"
  | "validateResourceConfig"
  | "validateDataResourceConfig"
  | "upgradeResourceState"
  | "configureProvider"
  | "readDataSource"
  | "stopProvider";

/** What a provider of one resource type answers that takes any configuration and has no data sources. */
export function bareService(typeName: string, schema: WireSchema): Pick<ProviderService, Common> {
  const serverCapabilities = { getProviderSchemaOptional: true };
  return {
    getMetadata: async () => ({ serverCapabilities, resources: [{ typeName }] }),
    getProviderSchema: async () => ({
      provider: { version: 0, block: { attributes: [] } },
      resourceSchemas: { [typeName]: schema },
      dataSourceSchemas: {},
      serverCapabilities,
    }),
    validateProviderConfig: async () => ({}),
    validateResourceConfig: async () => ({}),
    validateDataResourceConfig: async () => ({}),
    upgradeResourceState: async ({ rawState }) => ({ upgradedState: { json: rawState?.json ?? Buffer.from("null") } }),
    configureProvider: async () => ({}),
    readDataSource: async () => ({}),
    stopProvider: async () => ({}),
  };
}
