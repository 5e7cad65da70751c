import { onTestFinished } from "vitest";
import type { TerraformType } from "../../../src/derive/terraform/types.js";
import { readDynamicValue, writeDynamicValue } from "../../../src/terraform/cty/dynamic-value.js";
import {
  isObjectValue,
  isUnknown,
  objectValue,
  type ObjectValue,
  unknown,
  type CtyValue,
} from "../../../src/terraform/cty/value.js";
import { createSocketPlace, reattachLine } from "../../../src/terraform/plugin/serve.js";
import { startServer } from "../../../src/terraform/plugin/server.js";
import type { DynamicValue, ProviderService, WireAttribute, WireSchema } from "../../../src/terraform/plugin/service.js";

type Use = "required" | "optional" | "managed" | "computed";

/** Attributes of a few resources of the provider, as its documentation has them: type, use, and an exclamation mark for what is sensitive. */
const schemas: Readonly<Record<string, Readonly<Record<string, readonly [TerraformType, Use, "!"?]>>>> = {
  gitlab_group: {
    id: ["string", "computed"],
    name: ["string", "required"],
    path: ["string", "required"],
    full_path: ["string", "computed"],
    parent_id: ["number", "optional"],
    description: ["string", "optional"],
    visibility_level: ["string", "managed"],
    lfs_enabled: ["bool", "managed"],
    runners_token: ["string", "computed", "!"],
  },
  gitlab_project: {
    id: ["string", "computed"],
    name: ["string", "required"],
    path: ["string", "optional"],
    path_with_namespace: ["string", "computed"],
    namespace_id: ["number", "managed"],
    description: ["string", "optional"],
    visibility_level: ["string", "managed"],
    merge_method: ["string", "managed"],
    topics: [["set", "string"], "managed"],
    initialize_with_readme: ["bool", "optional"],
    lfs_enabled: ["bool", "managed"],
    archive_on_destroy: ["bool", "optional"],
    container_expiration_policy: [["list", ["object", { cadence: "string", enabled: "bool", keep_n: "number" }]], "managed"],
    runners_token: ["string", "computed", "!"],
  },
  gitlab_topic: { id: ["string", "computed"], name: ["string", "required"], title: ["string", "optional"] },
  gitlab_project_approval_rule: {
    id: ["string", "computed"],
    project: ["string", "required"],
    name: ["string", "required"],
    approvals_required: ["number", "required"],
    group_ids: [["set", "number"], "optional"],
    user_ids: [["set", "number"], "optional"],
  },
  gitlab_project_level_mr_approvals: {
    id: ["string", "computed"],
    project: ["string", "required"],
    merge_requests_author_approval: ["bool", "managed"],
    reset_approvals_on_push: ["bool", "managed"],
  },
  gitlab_project_share_group: {
    id: ["string", "computed"],
    project: ["string", "required"],
    group_id: ["number", "required"],
    group_access: ["string", "required"],
  },
  gitlab_project_integration_github: {
    id: ["string", "computed"],
    project: ["string", "required"],
    repository_url: ["string", "required"],
    token: ["string", "required", "!"],
    static_context: ["bool", "managed"],
    active: ["bool", "computed"],
  },
  gitlab_personal_access_token: {
    id: ["string", "computed"],
    user_id: ["number", "required"],
    name: ["string", "required"],
  },
};
const dataSources: typeof schemas = { gitlab_user: { id: ["string", "computed"], username: ["string", "required"] } };

/** A provider that stands in for the real one: it makes up numbers and paths, and calls nobody. */
export interface StandIn {
  /** The environment in which Terraform uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** Types of what Terraform had it delete. */
  readonly deleted: readonly string[];
}

/** Serves it to any Terraform, until the test ends. */
export async function standIn(): Promise<StandIn> {
  const place = createSocketPlace(process.env);
  onTestFinished(() => place.remove());
  const deleted: string[] = [];
  const service = serviceOf(deleted);
  await startServer({
    socket: place.path,
    encryption: undefined,
    service: async () => service,
    onFailure: (method, error) => `${method}: ${String(error)}`,
    onShutdown: () => undefined,
  });
  const line = reattachLine("registry.terraform.io/gitlabhq/gitlab", place.path);
  return { env: { TF_REATTACH_PROVIDERS: line.slice(line.indexOf("'") + 1, line.lastIndexOf("'")) }, deleted };
}

function serviceOf(deleted: string[]): ProviderService {
  const paths = new Map<string, string>();
  let last = 100;
  return {
    getMetadata: async () => ({
      resources: Object.keys(schemas).map((typeName) => ({ typeName })),
      dataSources: Object.keys(dataSources).map((typeName) => ({ typeName })),
    }),
    getProviderSchema: async () => ({
      provider: { version: 0, block: { attributes: [] } },
      resourceSchemas: wireSchemas(schemas),
      dataSourceSchemas: wireSchemas(dataSources),
    }),
    validateProviderConfig: async () => ({}),
    validateResourceConfig: async () => ({}),
    validateDataResourceConfig: async () => ({}),
    configureProvider: async () => ({}),
    upgradeResourceState: async ({ rawState }) => ({ upgradedState: { json: rawState?.json ?? Buffer.from("null") } }),
    readResource: async ({ currentState, typeName }) => ({ newState: written(typeName, objectOf(currentState, typeName)) }),
    planResourceChange: async ({ typeName, proposedNewState, priorState }) => {
      const proposed = objectOf(proposedNewState, typeName);
      const isNew = objectOf(priorState, typeName) === null;
      const filled = Object.entries(schemas[typeName] ?? {}).map(([name, [, use]]) => {
        const value = proposed?.[name] ?? null;
        return [name, value === null && isNew && (use === "computed" || use === "managed") ? unknown : value] as const;
      });
      return { plannedState: written(typeName, proposed && objectValue(filled)) };
    },
    applyResourceChange: async ({ typeName, plannedState }) => {
      const planned = objectOf(plannedState, typeName);
      if (planned === null) deleted.push(typeName);
      return { newState: written(typeName, planned && made(typeName, planned, paths, () => String(++last))) };
    },
    importResourceState: async () => ({}),
    readDataSource: async ({ config }) => {
      const { username = null } = objectOf(config, "gitlab_user") ?? {};
      return {
        state: writeDynamicValue(
          objectValue([
            ["id", "42"],
            ["username", username],
          ]),
          typeOf("gitlab_user"),
        ),
      };
    },
    stopProvider: async () => ({}),
  };
}

/** What the platform would have made of it: a number, a path, and what a fresh platform has for what nobody set. */
function made(type: string, planned: ObjectValue, paths: Map<string, string>, next: () => string): ObjectValue {
  const id = isUnknown(planned["id"]) ? next() : planned["id"];
  const holder = paths.get(JSON.stringify(planned["parent_id"] ?? planned["namespace_id"] ?? null));
  const own = typeof planned["path"] === "string" ? planned["path"] : "";
  const full = holder === undefined ? own : `${holder}/${own}`;
  if (type === "gitlab_group" && typeof id === "string") paths.set(id, full);
  const known: ObjectValue = {
    active: true,
    id: id ?? null,
    full_path: full,
    path_with_namespace: full,
    runners_token: "GR1348941-hunter2-hunter2",
  };
  return objectValue(
    Object.entries(planned).map(([name, value]) => [
      name,
      isUnknown(value) ? (known[name] ?? usual(schemas[type]?.[name]?.[0])) : value,
    ]),
  );
}

function usual(type: TerraformType | undefined): CtyValue {
  if (Array.isArray(type)) return [];
  return type === "bool" ? true : type === "number" ? 0 : "";
}

function typeOf(type: string): TerraformType {
  const attributes = schemas[type] ?? dataSources[type] ?? {};
  return ["object", Object.fromEntries(Object.entries(attributes).map(([name, [one]]) => [name, one]))];
}

function objectOf(encoded: DynamicValue | null, type: string): ObjectValue | null {
  const value = readDynamicValue(encoded, typeOf(type));
  return isObjectValue(value) ? value : null;
}

function written(type: string, value: ObjectValue | null): { readonly msgpack: Uint8Array } {
  return writeDynamicValue(value, typeOf(type));
}

function wireSchemas(all: typeof schemas): Record<string, WireSchema> {
  return Object.fromEntries(
    Object.entries(all).map(([type, attributes]) => [
      type,
      {
        version: 0,
        block: {
          attributes: Object.entries(attributes).map(([name, [one, use, mark]]): WireAttribute => ({
            name,
            type: Buffer.from(JSON.stringify(one)),
            required: use === "required",
            optional: use === "optional" || use === "managed",
            computed: use === "computed" || use === "managed",
            sensitive: mark === "!",
          })),
        },
      },
    ]),
  );
}
