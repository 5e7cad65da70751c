import { expect } from "vitest";
import type { Json, JsonObject } from "../../src/core/json.js";
import { createRedactor } from "../../src/core/redact.js";
import { apiData, desiredState, providerAttributes } from "../../src/derive/terraform/own.js";
import { terraformResources } from "../../src/derive/terraform/resources.js";
import { objectType } from "../../src/derive/terraform/type-of.js";
import type { TerraformAttributes, TerraformResource, TerraformType } from "../../src/derive/terraform/types.js";
import { kinds as ownKinds } from "../../src/program/kinds.js";
import { readDynamicValue, writeDynamicValue } from "../../src/terraform/cty/dynamic-value.js";
import { fromJson, toJson } from "../../src/terraform/cty/json.js";
import {
  type CtyValue,
  isObjectValue,
  isWhollyKnown,
  type ObjectValue,
  objectValue,
  sameValue,
} from "../../src/terraform/cty/value.js";
import type {
  Diagnosed,
  ProtocolDiagnostic,
  DynamicValue,
  ProviderService,
  SentValue,
} from "../../src/terraform/plugin/service.js";
import { createProvider } from "../../src/terraform/provider.js";
import { planFaults, resultFaults } from "./core-rules.js";

/** A thing that Terraform manages. */
export interface Managed {
  readonly state: ObjectValue;
  readonly remembered: Uint8Array;
}

/** What core makes of a configuration. */
export interface Plan {
  readonly action: "none" | "create" | "update" | "replace" | "destroy";
  readonly planned: CtyValue;
  readonly remembered: Uint8Array;
  readonly diagnostics: readonly ProtocolDiagnostic[];
}

const none = new Uint8Array();

/** How far a provider has come with a command of Terraform, and the block that it was configured by. */
const commands = new WeakMap<ProviderService, { readonly block: JsonObject; did: "nothing" | "plan" | "apply" }>();

/** Asks a provider what Terraform's core asks, in its order, and holds it to core's rules. */
export class Core {
  private readonly attributes: TerraformAttributes;
  private readonly wireType: TerraformType;

  constructor(
    private readonly service: ProviderService,
    readonly typeName: string,
    resources: readonly TerraformResource[] = terraformResources(ownKinds),
  ) {
    const resource = [...resources, desiredState].find(({ type }) => type === typeName);
    if (!resource) throw new Error(`there is no ${typeName}`);
    this.attributes = resource.attributes;
    this.wireType = objectType(resource.attributes);
  }

  config(json: JsonObject): ObjectValue {
    const value = fromJson(json, this.wireType);
    return isObjectValue(value) ? value : objectValue([]);
  }

  async problems(config: JsonObject): Promise<readonly ProtocolDiagnostic[]> {
    const clientCapabilities = { deferralAllowed: false, writeOnlyAttributesAllowed: true };
    const asked = { typeName: this.typeName, config: this.encoded(this.config(config)), clientCapabilities };
    const { diagnostics = [] } = await this.service.validateResourceConfig(asked);
    return diagnostics.filter(({ severity }) => severity === "ERROR");
  }

  /** Plans in a command of its own. */
  async plan(config: ObjectValue | undefined, prior?: Managed): Promise<Plan> {
    await this.begin("plan");
    return this.planAlso(config, prior);
  }

  /** Plans in the command that goes on. */
  async planAlso(config: ObjectValue | undefined, prior?: Managed): Promise<Plan> {
    const { typeName } = this;
    const before = prior?.state ?? null;
    const answer = await this.service.planResourceChange({
      typeName,
      priorState: this.encoded(before),
      proposedNewState: this.encoded(config ?? null),
      config: this.encoded(config ?? null),
      priorPrivate: prior?.remembered ?? none,
    });
    const diagnostics = answer.diagnostics ?? [];
    if (hasErrors(diagnostics)) return { action: "none", planned: before, remembered: none, diagnostics };
    const planned = this.decoded(answer.plannedState);
    const remembered = answer.plannedPrivate ?? none;
    if (!config || !isObjectValue(planned)) return { action: "destroy", planned, remembered, diagnostics };
    expect(planFaults(this.attributes, prior?.state, config, planned)).toEqual([]);
    if (prior && sameValue(planned, prior.state, this.wireType)) return { action: "none", planned, remembered, diagnostics };
    const action = !prior ? "create" : (answer.requiresReplace ?? []).length > 0 ? "replace" : "update";
    return { action, planned, remembered, diagnostics };
  }

  /** Plans and applies; throws where either is refused. */
  async apply(json: JsonObject | undefined, prior?: Managed): Promise<Managed | undefined> {
    await this.begin("apply");
    const config = json && this.config(json);
    const plan = await this.planAlso(config, prior);
    mustSucceed(plan);
    if (plan.action === "none") return prior;
    if (plan.action === "replace") return this.apply(json, await this.apply(undefined, prior));
    const answer = await this.carryOut(json, prior, plan.planned, plan.remembered);
    mustSucceed(answer);
    const state = this.decoded(answer.newState);
    expect(resultFaults(plan.planned, state)).toEqual([]);
    return isObjectValue(state) ? { state, remembered: answer.private ?? none } : undefined;
  }

  /** Applies what was planned, whatever was planned; answers also where it is refused. */
  async carryOut(json: JsonObject | undefined, prior: Managed | undefined, planned: CtyValue, remembered: Uint8Array) {
    return this.service.applyResourceChange({
      typeName: this.typeName,
      priorState: this.encoded(prior?.state ?? null),
      plannedState: this.encoded(planned),
      config: this.encoded(json ? this.config(json) : null),
      plannedPrivate: remembered,
    });
  }

  /** Reads a thing again; undefined if it is gone. */
  async read({ state, remembered }: Managed): Promise<Managed | undefined> {
    const asked = { typeName: this.typeName, currentState: this.encoded(state), private: remembered, clientCapabilities: null };
    const answer = await this.service.readResource(asked);
    mustSucceed(answer);
    const found = this.decoded(answer.newState);
    expect(isWhollyKnown(found)).toBe(true);
    return isObjectValue(found) ? { state: found, remembered: answer.private ?? none } : undefined;
  }

  /** Imports a thing and reads it, as core does at once. */
  async import(id: string): Promise<Managed> {
    const answer = await this.service.importResourceState({ typeName: this.typeName, id });
    mustSucceed(answer);
    const [one] = answer.importedResources ?? [];
    const state = this.decoded(one?.state);
    if (!isObjectValue(state)) throw new Error("nothing was imported");
    const found = await this.read({ state, remembered: one?.private ?? none });
    if (!found) throw new Error("what was imported is not there");
    return found;
  }

  /** A command plans, or it carries out what was planned: each with a provider that was configured anew. */
  private async begin(step: "plan" | "apply"): Promise<void> {
    const command = commands.get(this.service);
    if (command && command.did !== "nothing" && (step === "plan" || command.did === "plan"))
      await configure(this.service, command.block);
    const now = commands.get(this.service);
    if (now) now.did = step;
  }

  private encoded(value: CtyValue): DynamicValue {
    return { ...writeDynamicValue(value, this.wireType), json: none };
  }

  private decoded(sent: SentValue | undefined): CtyValue {
    return readDynamicValue(sent ? { msgpack: none, json: none, ...sent } : null, this.wireType);
  }
}

/** A provider on a server, configured by its block. */
export async function configuredProvider(
  block: JsonObject,
  env: Readonly<Record<string, string>> = {},
  cwd = process.cwd(),
): Promise<ProviderService> {
  const service = createProvider({ cwd, env, createRedactor, log: () => undefined });
  await configure(service, block);
  return service;
}

/** Begins a command of Terraform. */
export async function configure(service: ProviderService, block: JsonObject): Promise<void> {
  commands.set(service, { block, did: "nothing" });
  mustSucceed(await service.configureProvider({ config: blockOf(block) }));
}

/** A block `provider "trueup"` as it travels; `more` are values that JSON does not have. */
export function blockOf(block: JsonObject, more: ObjectValue = {}): DynamicValue {
  const type = objectType(providerAttributes);
  const value = fromJson(block, type);
  const known = isObjectValue(value) ? Object.entries(value) : [];
  return { ...writeDynamicValue(objectValue([...known, ...Object.entries(more)]), type), json: none };
}

/** What a data source gives. */
export async function readData(
  service: ProviderService,
  typeName: string,
  config: JsonObject,
): Promise<Readonly<Record<string, Json>>> {
  const attributes = terraformResources(ownKinds).find(({ type }) => type === typeName)?.data ?? apiData.attributes;
  const type = objectType(attributes);
  const asked = { ...writeDynamicValue(fromJson(config, type), type), json: none };
  const answer = await service.readDataSource({ typeName, config: asked, clientCapabilities: null });
  mustSucceed(answer);
  const found = readDynamicValue(answer.state ? { msgpack: none, json: none, ...answer.state } : null, type);
  return isObjectValue(found) ? shown({ state: found, remembered: none }) : {};
}

/** The attributes of a state that say something. */
export function shown(managed: Managed | undefined): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(managed?.state ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, toJson(value)]])),
  );
}

function hasErrors(diagnostics: readonly ProtocolDiagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "ERROR");
}

function mustSucceed({ diagnostics = [] }: Diagnosed): void {
  const errors = diagnostics.filter(({ severity }) => severity === "ERROR");
  if (errors.length > 0) throw new Error(errors.map(({ summary, detail }) => `${summary}\n${detail ?? ""}`).join("\n"));
}
