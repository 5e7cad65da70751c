import { isObject, type Json, type JsonObject } from "../../core/json.js";

/** A module as the `configuration` of a plan gives it. */
export interface ConfiguredModule {
  /** The expressions of each resource by attribute, by mode, type and name. */
  readonly resources: ReadonlyMap<string, JsonObject>;
  /** The modules that it calls. */
  readonly calls: JsonObject;
}

/** The root module of a plan's `configuration`. */
export function configuredModule(configuration: Json | undefined): ConfiguredModule {
  return readModule(isObject(configuration) ? configuration["root_module"] : undefined);
}

/** The module that a call makes, by the last part of its address (`module.NAME`, with or without an index); an empty one if there is none. */
export function calledModule({ calls }: ConfiguredModule, address: string): ConfiguredModule {
  const name = /^module\.([^.[]+)/.exec(address)?.[1] ?? "";
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  return readModule(isObject(call) ? call["module"] : undefined);
}

/** The expressions of one resource by attribute; none where no configuration names it any more. */
export function expressionsOf({ resources }: ConfiguredModule, mode: string, type: string, name: string): JsonObject {
  return resources.get(`${mode}.${type}.${name}`) ?? {};
}

/** What an expression refers to, the most exact first: `gitlab_group.acme.id` and then `gitlab_group.acme`. */
export function expressionReferences(expression: Json | undefined): string[] {
  const references = isObject(expression) ? expression["references"] : undefined;
  return Array.isArray(references) ? references.filter((one): one is string => typeof one === "string") : [];
}

function readModule(module: Json | undefined): ConfiguredModule {
  const resources = isObject(module) ? module["resources"] : undefined;
  const calls = isObject(module) ? module["module_calls"] : undefined;
  const list: readonly Json[] = Array.isArray(resources) ? resources : [];
  return {
    resources: new Map(
      list.filter(isObject).map((one) => {
        const expressions = one["expressions"];
        const key = [one["mode"], one["type"], one["name"]].map(String).join(".");
        return [key, isObject(expressions) ? expressions : {}] as const;
      }),
    ),
    calls: isObject(calls) ? calls : {},
  };
}
