/**
 * The answers of the Terraform provider. This file takes requests of the protocol apart, the same way for all that it serves (`managed.ts`):
 *
 * - `plan-resource.ts` and `apply-resource.ts`: kinds, one resource at a time
 * - `desired-state.ts`: a directory of files
 * - `data-sources.ts`: single resources and any endpoint, read only
 *
 * `planned.ts`, `finished.ts` and `refreshed.ts` decide what a state holds, and `identity-change.ts` what a new path or key does to a resource.
 * Errors leave as diagnostics without secrets. A change that fails leaves the state that the resource has by then.
 * @module
 */

import { TrueupError } from "../core/errors.js";
import { providerAttributes } from "../derive/terraform/own.js";
import { terraformResources } from "../derive/terraform/resources.js";
import { hasNumber } from "../derive/terraform/roles.js";
import { objectType } from "../derive/terraform/type-of.js";
import type { TerraformAttribute, TerraformAttributes, TerraformType } from "../derive/terraform/types.js";
import { kinds } from "../trueup.js";
import { applyResource, destroyResource } from "./apply-resource.js";
import { readDynamicValue, writeDynamicValue } from "./cty/dynamic-value.js";
import { isObjectValue, objectValue, type ObjectValue } from "./cty/value.js";
import { apiDataSource, readThing } from "./data-sources.js";
import { isProtected } from "./deletion-protection.js";
import { desiredStateResource } from "./desired-state.js";
import { errorToProtocol } from "./diagnostics.js";
import type { DataSource, ManagedResource } from "./managed.js";
import { planDestroy, planResource } from "./plan-resource.js";
import type * as Wire from "./plugin/service.js";
import { type PrivateState, readPrivate, writePrivate } from "./private-state.js";
import { managedNames, refreshedState } from "./refreshed.js";
import { bareState, idOf, resourceType, type ResourceType, stateIdentity, withIdentity } from "./resource-type.js";
import { type Process, ProviderSession } from "./session.js";
import { validateBlock, validateConfig, validateData } from "./validate-config.js";

const capabilities: Wire.ServerCapabilities = { planDestroy: true, getProviderSchemaOptional: true };
/** The byte by which MessagePack says null. */
const nil = 0xc0;
const providerType = objectType(providerAttributes);

/** The provider: answers what Terraform asks, with the engine that applies files behind it. */
export function createProvider(process: Process): Wire.ProviderService {
  return new Provider(new ProviderSession(process));
}

class Provider implements Wire.ProviderService {
  private readonly resources: ReadonlyMap<string, ManagedResource>;
  private readonly sources: ReadonlyMap<string, DataSource>;

  constructor(private readonly session: ProviderSession) {
    const types = terraformResources(kinds).map((resource) => resourceType(resource));
    this.resources = byType([...types.map(kindResource), desiredStateResource]);
    this.sources = byType([...types.map(kindDataSource), apiDataSource]);
  }

  async getMetadata(): Promise<Wire.GetMetadataResponse> {
    const names = (types: ReadonlyMap<string, unknown>) => [...types.keys()].map((typeName) => ({ typeName }));
    return { serverCapabilities: capabilities, resources: names(this.resources), dataSources: names(this.sources) };
  }

  async getProviderSchema(): Promise<Wire.GetProviderSchemaResponse> {
    return {
      provider: wireSchema("Manages a software-development platform by its API.", providerAttributes),
      resourceSchemas: schemasOf(this.resources),
      dataSourceSchemas: schemasOf(this.sources),
      serverCapabilities: capabilities,
    };
  }

  async validateProviderConfig({ config }: Wire.ProviderConfigRequest): Promise<Wire.Diagnosed> {
    return this.answer<Wire.Diagnosed>(async () => ({ diagnostics: validateBlock(objectOf(config, providerType)) }));
  }

  async validateResourceConfig({ typeName, config, clientCapabilities }: Wire.ConfigRequest): Promise<Wire.Diagnosed> {
    return this.answer<Wire.Diagnosed>(async () => {
      const { validate, wireType } = known(this.resources, typeName);
      const takesWriteOnly = clientCapabilities?.writeOnlyAttributesAllowed === true;
      return { diagnostics: validate(objectOf(config, wireType), takesWriteOnly) };
    });
  }

  async validateDataResourceConfig({ typeName, config }: Wire.ConfigRequest): Promise<Wire.Diagnosed> {
    return this.answer<Wire.Diagnosed>(async () => {
      const { validate, wireType } = known(this.sources, typeName);
      return { diagnostics: validate(objectOf(config, wireType), true) };
    });
  }

  /** A state of this version comes back as it is, so that no number in it is read at all. */
  async upgradeResourceState(request: Wire.UpgradeResourceStateRequest): Promise<Wire.UpgradeResourceStateResponse> {
    return this.answer<Wire.UpgradeResourceStateResponse>(async () => {
      if (request.version > schemaVersion) throw newerState(request.version);
      return { upgradedState: { json: request.rawState?.json ?? Buffer.from("null") } };
    });
  }

  async configureProvider({ config }: Wire.ProviderConfigRequest): Promise<Wire.Diagnosed> {
    return this.answer<Wire.Diagnosed>(async () => {
      this.session.configure(objectOf(config, providerType));
      await this.session.greet();
      return {};
    });
  }

  async readResource(request: Wire.ReadResourceRequest): Promise<Wire.StateResponse> {
    return this.answer<Wire.StateResponse>(async () => {
      const { wireType, read } = known(this.resources, request.typeName);
      const remembered = readPrivate(request.private);
      const state = await read(objectOf(request.currentState, wireType), remembered, this.session);
      const { imported: _, ...kept } = remembered;
      return { newState: writeDynamicValue(state ?? null, wireType), private: writePrivate(kept) };
    });
  }

  async planResourceChange(request: Wire.PlanResourceChangeRequest): Promise<Wire.PlanResourceChangeResponse> {
    return this.answer<Wire.PlanResourceChangeResponse>(async () => {
      const { wireType, plan, planDestroy } = known(this.resources, request.typeName);
      const prior = stateOf(request.priorState, wireType);
      if (isNull(request.proposedNewState)) {
        const plannedPrivate = request.priorPrivate;
        const diagnostics = prior ? planDestroy(prior, readPrivate(request.priorPrivate), this.session) : [];
        return { plannedState: writeDynamicValue(null, wireType), plannedPrivate, diagnostics };
      }
      const config = objectOf(request.config, wireType);
      const { planned, ...more } = await plan(config, prior, this.session);
      const plannedPrivate = prior ? request.priorPrivate : writePrivate({ isNew: true });
      return { plannedState: writeDynamicValue(planned, wireType), plannedPrivate, ...more };
    });
  }

  async applyResourceChange(request: Wire.ApplyResourceChangeRequest): Promise<Wire.StateResponse> {
    const unchanged = { newState: asSent(request.priorState), private: request.plannedPrivate };
    this.session.memory.beginApply();
    return this.answer<Wire.StateResponse>(async () => {
      const { wireType, apply, destroy } = known(this.resources, request.typeName);
      const prior = stateOf(request.priorState, wireType);
      const planned = stateOf(request.plannedState, wireType);
      const remembered = readPrivate(request.plannedPrivate);
      const applied = planned
        ? await apply({ prior, planned, config: objectOf(request.config, wireType), remembered }, this.session)
        : prior && (await destroy(prior, remembered, this.session));
      if (!applied) return { newState: writeDynamicValue(null, wireType) };
      const { state = null, remembered: kept, diagnostics } = applied;
      return { newState: writeDynamicValue(state, wireType), private: writePrivate(kept), diagnostics };
    }, unchanged);
  }

  async importResourceState({ typeName, id }: Wire.ImportResourceStateRequest): Promise<Wire.ImportResourceStateResponse> {
    return this.answer<Wire.ImportResourceStateResponse>(async () => {
      const { wireType, find } = known(this.resources, typeName);
      const state = writeDynamicValue(await find(id, this.session), wireType);
      return { importedResources: [{ typeName, state, private: writePrivate({ imported: true }) }] };
    });
  }

  async readDataSource({ typeName, config }: Wire.ConfigRequest): Promise<Wire.ReadDataSourceResponse> {
    return this.answer<Wire.ReadDataSourceResponse>(async () => {
      const { wireType, read } = known(this.sources, typeName);
      return { state: writeDynamicValue(await read(objectOf(config, wireType), this.session), wireType) };
    });
  }

  async stopProvider(): Promise<{ readonly error?: string }> {
    await this.session.stop();
    return {};
  }

  /** What went wrong becomes a diagnostic, and no secret leaves in one. */
  private async answer<T extends Wire.Diagnosed>(work: () => Promise<T>, otherwise?: T): Promise<T | Wire.Diagnosed> {
    const answer = await work().catch((error: unknown) => ({ ...otherwise, diagnostics: [errorToProtocol(error)] }));
    const scrub = (text: string): string => this.session.redactor.scrub(text);
    const diagnostics = (answer.diagnostics ?? []).map((diagnostic) => ({
      ...diagnostic,
      summary: scrub(diagnostic.summary),
      ...(diagnostic.detail === undefined ? {} : { detail: scrub(diagnostic.detail) }),
    }));
    return { ...answer, diagnostics };
  }
}

function byType<T extends { readonly type: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((entry) => [entry.type, entry]));
}

function schemasOf(types: ReadonlyMap<string, Pick<ManagedResource, "description" | "attributes">>): {
  readonly [type: string]: Wire.WireSchema;
} {
  return Object.fromEntries([...types].map(([type, { description, attributes }]) => [type, wireSchema(description, attributes)]));
}

function known<T>(types: ReadonlyMap<string, T>, type: string): T {
  const served = types.get(type);
  if (served) return served;
  throw new TrueupError({ code: "terraform.type", message: `this provider has no ${type}`, hint: "Use a newer version of it." });
}

/** The object that a request carries; undefined for a null. */
function stateOf(encoded: Wire.DynamicValue | null, type: TerraformType): ObjectValue | undefined {
  const value = readDynamicValue(encoded, type);
  return isObjectValue(value) ? value : undefined;
}

function objectOf(encoded: Wire.DynamicValue | null, type: TerraformType): ObjectValue {
  return stateOf(encoded, type) ?? objectValue([]);
}

/** True for a null, without reading what is none: what Terraform proposes is made of what the plan is made of anyway. */
function isNull(encoded: Wire.DynamicValue | null): boolean {
  if (encoded === null || encoded.msgpack.length > 0) return encoded === null || encoded.msgpack[0] === nil;
  return encoded.json.length === 0 || Buffer.from(encoded.json).toString("utf8").trim() === "null";
}

function asSent(encoded: Wire.DynamicValue | null): Wire.SentValue {
  if (encoded === null) return { json: Buffer.from("null") };
  return encoded.msgpack.length > 0 ? { msgpack: encoded.msgpack } : { json: encoded.json };
}

function newerState(version: number): TrueupError {
  return new TrueupError({
    code: "terraform.state_version",
    message: `the state was written by a newer version of this provider (its schema has the version ${version}, this one ${schemaVersion})`,
    hint: "Use that version, or a newer one.",
  });
}

function kindResource(type: ResourceType): ManagedResource {
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

function kindDataSource(type: ResourceType): DataSource {
  return {
    type: type.type,
    description: type.description,
    attributes: type.data,
    wireType: objectType(type.data),
    validate: (config) => validateData(type, config),
    read: async (config, session) => readThing(type, config, session),
  };
}

/** A state with what is live of what it manages; undefined if the thing is gone. */
async function readResource(
  type: ResourceType,
  state: ObjectValue,
  { imported }: PrivateState,
  session: ProviderSession,
): Promise<ObjectValue | undefined> {
  const { id, ...parts } = stateIdentity(type, state);
  const resources = await session.resources();
  const live = await resources.read(parts, {
    ...(id === undefined || !hasNumber(type.kind) ? {} : { id }),
    ...(imported ? {} : { attributes: managedNames(type.attributes, state) }),
  });
  if (!live) return undefined;
  if (type.kind.tree && live.path !== undefined)
    session.memory.find(type.kind, parts.path ?? live.path, live.path, isProtected(type, state, session.protects));
  const refreshed = refreshedState(type.attributes, state, live.spec, imported === true);
  return withIdentity(type, refreshed, { ...live, id: idOf(type, live) });
}

/** The version of what states hold. A release that changes what an attribute means raises it, and upgrades older states. */
const schemaVersion = 0;

/** Attributes as Terraform is told of them. */
export function wireSchema(description: string, attributes: TerraformAttributes): Wire.WireSchema {
  const block = { attributes: wireAttributes(attributes), description, descriptionKind: "MARKDOWN" } as const;
  return { version: schemaVersion, block: { ...block, version: schemaVersion } };
}

function wireAttributes(attributes: TerraformAttributes): readonly Wire.WireAttribute[] {
  return Object.entries(attributes).map(([name, attribute]) => ({
    name,
    ...typeOf(attribute),
    description: attribute.description,
    descriptionKind: "MARKDOWN",
    required: attribute.use === "required",
    optional: attribute.use === "optional" || attribute.use === "managed",
    computed: attribute.use === "computed" || attribute.use === "managed",
    sensitive: attribute.sensitive === true,
    writeOnly: attribute.writeOnly === true,
    deprecated: attribute.deprecated !== undefined,
  }));
}

function typeOf({ type, nested }: TerraformAttribute): Pick<Wire.WireAttribute, "type" | "nestedType"> {
  if (!nested) return { type: Buffer.from(JSON.stringify(type ?? "dynamic")) };
  return {
    nestedType: {
      attributes: wireAttributes(nested.attributes),
      nesting: nested.mode.toUpperCase() as Uppercase<typeof nested.mode>,
    },
  };
}
