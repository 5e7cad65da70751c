import { type ConvertedState, gitlabDeclarations } from "../../../src/convert/gitlab/index.js";
import type { Declaration, FindInexpressible } from "../../../src/core/declaration.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { checkDeclaration } from "../../../src/desired/index.js";
import { kinds } from "../../../src/program/kinds.js";

/** A resource as `terraform show -json` prints it. */
export interface ShownResource {
  readonly address: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly name: string;
  readonly index?: string | number;
  readonly provider_name: string;
  readonly schema_version: number;
  readonly values: JsonObject;
  readonly sensitive_values: Json;
}

/** A resource of the provider by its address at the top, for example `gitlab_group.acme` or `data.gitlab_user.alice`. */
export function shown(address: string, values: JsonObject, more: Partial<ShownResource> = {}): ShownResource {
  const isData = address.startsWith("data.");
  const [type = "", name = ""] = (isData ? address.slice("data.".length) : address).split(".");
  return {
    address,
    mode: isData ? "data" : "managed",
    type,
    name: name.replace(/\[.*/, ""),
    provider_name: "registry.terraform.io/gitlabhq/gitlab",
    schema_version: 1,
    values,
    sensitive_values: {},
    ...more,
  };
}

/** The text of `terraform show -json` for a state that holds these. */
export function state(resources: readonly ShownResource[], childModules: readonly Json[] = []): string {
  const root_module = { resources, ...(childModules.length > 0 ? { child_modules: childModules } : {}) };
  return JSON.stringify({ format_version: "1.0", terraform_version: "1.11.4", values: { root_module } });
}

/** What a plan's document holds beside the resources that it makes or keeps. */
export interface PlanParts {
  readonly known?: readonly ShownResource[];
  /** Expressions by address and attribute, where they are not the values. */
  readonly expressions?: Readonly<Record<string, JsonObject>>;
}

/** The text of `terraform show -json` for a plan whose configuration sets all values of these. */
export function plan(resources: readonly ShownResource[], { known = [], expressions = {} }: PlanParts = {}): string {
  const configured = resources.map(({ address, mode, type, name, values }) => ({
    address,
    mode,
    type,
    name,
    expressions: expressions[address] ?? constants(values),
  }));
  return JSON.stringify({
    format_version: "1.2",
    terraform_version: "1.11.4",
    planned_values: { root_module: { resources } },
    prior_state: { format_version: "1.0", values: { root_module: { resources: known } } },
    configuration: { root_module: { resources: configured } },
  });
}

/** The expressions of values that stand in the configuration as they are. */
export function constants(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { constant_value: value }]));
}

/** Converts a document as the program does. */
export function convert(
  text: string,
  refuse: FindInexpressible = (declaration) => checkDeclaration(declaration, kinds),
): ConvertedState {
  return gitlabDeclarations(text, kinds, refuse);
}

/** What is declared, by address. */
export function specs({ declarations }: ConvertedState): Record<string, Declaration["spec"]> {
  return Object.fromEntries(declarations.map(({ address, spec }: Declaration) => [address, spec]));
}
