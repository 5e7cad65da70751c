import { applyResource, destroyResource } from "./apply-resource.js";
import { readThing } from "./data-source.js";
import type { DataSource, ManagedResource } from "./managed.js";
import { planDestroy, planResource } from "./plan-resource.js";
import { readResource } from "./read-resource.js";
import { bareState, type ResourceType } from "./resource-type.js";
import { validateConfig, validateData } from "./validate-config.js";

/** A kind as a resource. */
export function kindResource(type: ResourceType): ManagedResource {
  return {
    ...type,
    validate: (config, takesWriteOnly) => validateConfig(type, config, takesWriteOnly),
    plan: async (config, prior, session) => planResource(type, config, prior, session),
    planDestroy: (prior, remembered, session) => planDestroy(type, prior, remembered, session),
    apply: async (change, session) => applyResource(type, change, session),
    destroy: async (prior, remembered, session) => destroyResource(type, prior, remembered, session),
    read: async (state, remembered, session) => readResource(type, state, remembered, session),
    find: async (text, session) => bareState(type, await (await session.resources()).find(type.kind.name, text)),
  };
}

/** A kind as a data source. */
export function kindDataSource(type: ResourceType): DataSource {
  return {
    type: type.type,
    description: type.description,
    attributes: type.data,
    wireType: type.dataType,
    validate: (config) => validateData(type, config),
    read: async (config, session) => readThing(type, config, session),
  };
}
