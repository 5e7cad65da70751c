import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { createRedactor } from "../../src/core/redact.js";
import type { TerraformType } from "../../src/derive/terraform/types.js";
import { readDynamicValue, writeDynamicValue } from "../../src/terraform/cty/dynamic-value.js";
import { isObjectValue, objectValue, unknown, type ObjectValue } from "../../src/terraform/cty/value.js";
import { serveProvider } from "../../src/terraform/plugin/serve.js";
import type { DynamicValue, ProviderService, SentValue, WireSchema } from "../../src/terraform/plugin/service.js";
import { bareService } from "../terraform/bare-service.js";

// Stands in for hashicorp/null, of which it has the `null_resource`, so that what names it can be planned and applied without a registry.
const types = { id: "string", triggers: ["map", "string"] } as const satisfies { readonly [name: string]: TerraformType };
const nullResource = ["object", types] as const satisfies TerraformType;
const schema: WireSchema = {
  version: 0,
  block: {
    attributes: [
      { name: "id", type: Buffer.from(JSON.stringify(types.id)), computed: true },
      { name: "triggers", type: Buffer.from(JSON.stringify(types.triggers)), optional: true },
    ],
  },
};

function read(encoded: DynamicValue | null): ObjectValue | null {
  const value = readDynamicValue(encoded, nullResource);
  return isObjectValue(value) ? value : null;
}

function written(value: ObjectValue | null): SentValue {
  return writeDynamicValue(value && objectValue(Object.entries(value)), nullResource);
}

const service: ProviderService = {
  ...bareService("null_resource", schema),
  readResource: async ({ currentState }) => ({ newState: written(read(currentState)) }),
  planResourceChange: async ({ priorState, proposedNewState }) => {
    const [prior, proposed] = [read(priorState), read(proposedNewState)];
    if (proposed === null) return { plannedState: written(null) };
    const isReplaced = prior !== null && !isDeepStrictEqual(prior["triggers"], proposed["triggers"]);
    const id = prior === null || isReplaced ? unknown : (prior["id"] ?? null);
    return {
      plannedState: written({ ...proposed, id }),
      requiresReplace: isReplaced ? [{ steps: [{ attributeName: "triggers" }] }] : [],
    };
  },
  applyResourceChange: async ({ plannedState }) => {
    const planned = read(plannedState);
    const id = typeof planned?.["id"] === "string" ? planned["id"] : String(randomInt(2 ** 47));
    return { newState: written(planned && { ...planned, id }) };
  },
  importResourceState: async ({ typeName, id }) => ({
    importedResources: [{ typeName, state: written({ id, triggers: null }) }],
  }),
};

void serveProvider({
  source: "registry.terraform.io/hashicorp/null",
  redactor: createRedactor(),
  load: async () => service,
  arguments: process.argv.slice(2),
  env: process.env,
});
