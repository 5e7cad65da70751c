import { createRedactor } from "../../src/core/redact.js";
import { terraformResources } from "../../src/derive/terraform/resources.js";
import { providerAddress } from "../../src/derive/terraform/source.js";
import { objectType } from "../../src/derive/terraform/type-of.js";
import type { TerraformType } from "../../src/derive/terraform/types.js";
import { readDynamicValue, writeDynamicValue } from "../../src/terraform/cty/dynamic-value.js";
import { serveProvider } from "../../src/terraform/plugin/serve.js";
import type { DynamicValue, ProviderService } from "../../src/terraform/plugin/service.js";
import { createProvider } from "../../src/terraform/provider.js";
import { kinds } from "../../src/trueup.js";

// The provider's schema with nothing behind it: what is in the state is what it reads. Its time is what the protocol and Terraform itself take.
const redactor = createRedactor();
void serveProvider({
  source: providerAddress,
  redactor,
  load: async () => echoOf(createProvider({ cwd: process.cwd(), env: {}, createRedactor, log: () => undefined })),
  arguments: process.argv.slice(2),
  env: process.env,
});

function echoOf(real: ProviderService): ProviderService {
  const types = new Map(terraformResources(kinds).map(({ type, attributes }) => [type, objectType(attributes)]));
  const echoed = (typeName: string, value: DynamicValue | null) => {
    const type: TerraformType = types.get(typeName) ?? "dynamic";
    return writeDynamicValue(readDynamicValue(value, type), type);
  };
  return {
    getMetadata: () => real.getMetadata(),
    getProviderSchema: () => real.getProviderSchema(),
    validateProviderConfig: async () => ({}),
    validateResourceConfig: async () => ({}),
    validateDataResourceConfig: async () => ({}),
    upgradeResourceState: (request) => real.upgradeResourceState(request),
    configureProvider: async () => ({}),
    readResource: async ({ typeName, currentState, private: kept }) => ({
      newState: echoed(typeName, currentState),
      private: kept,
    }),
    planResourceChange: async ({ typeName, proposedNewState, priorPrivate }) => ({
      plannedState: echoed(typeName, proposedNewState),
      plannedPrivate: priorPrivate,
    }),
    applyResourceChange: async ({ typeName, plannedState, plannedPrivate }) => ({
      newState: echoed(typeName, plannedState),
      private: plannedPrivate,
    }),
    importResourceState: async () => ({}),
    readDataSource: async () => ({}),
    stopProvider: async () => ({}),
  };
}
