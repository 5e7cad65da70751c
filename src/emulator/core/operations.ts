import { readFileSync } from "node:fs";
import { schemasFolder } from "../schemas-folder.js";
import { type Extent, withLate } from "./instance.js";
import { type Json, isObject } from "./records.js";
import { once } from "./remembered.js";
import { type Schema, flatten, references } from "./schema.js";

/** Who gets as far as the handler. Roles in a group or project (`x-role: maintainer`) count as `user`: the handler looks the object up first. */
export type Caller = "anyone" | "user" | "administrator";

/** What is known of an operation by facts of the release alone. */
export interface OperationKnowledge {
  /** Keys of its reply, or of each item where that is a list. */
  readonly keys: ReadonlySet<string>;
  /** Whether the reply has no other keys: not before the oldest facts. */
  readonly isWhole: boolean;
  /** Values of attributes before anybody writes them, as far as they are known. */
  readonly presets: Readonly<Record<string, Json>>;
}

/** One operation of the API description: a method on a route, with everything that can be checked before its handler runs. */
export interface Operation extends Extent {
  readonly id: string;
  readonly method: string;
  /** Full paths with `{name}` places; the first is the main one, the others are aliases. */
  readonly paths: readonly string[];
  readonly caller: Caller;
  readonly jobToken: boolean;
  /** Scopes of a token that open it, beside `api` and `read_api`. */
  readonly scopes: readonly string[];
  /** The body, of whatever type, is the file of the parameter `file`. */
  readonly takesBytes?: boolean;
  /** `oauth`: credentials and parameters are the handler's to check, and failures have the form of RFC 6749. */
  readonly protocol: "api" | "oauth";
  /** Whether pages of other origins may read its replies, and whether they may ask beforehand. */
  readonly cors: "none" | "simple" | "preflight";
  /** Path, query and body parameters as one object schema. */
  readonly input: Schema;
  readonly pathNames: readonly string[];
  readonly queryNames: readonly string[];
  readonly bodyNames: readonly string[];
  readonly atLeastOne: boolean;
  /** Schemas of the replies, by status. */
  readonly output: ReadonlyMap<number, Schema>;
  /** What facts of the release say of it; of real servers only. */
  readonly knowledge?: OperationKnowledge | undefined;
}

const METHODS = ["get", "post", "put", "patch", "delete", "options"];

/** All operations of `schemas/openapi.json`, read once per process. */
export const operations = once(() =>
  readOperations(JSON.parse(readFileSync(new URL("openapi.json", schemasFolder), "utf8")) as Json),
);

/** Reads the operations of an API description. Throws when it breaks a convention of `resource.ts`. */
export function readOperations(description: Json): readonly Operation[] {
  const document = record(description, "the API description");
  const resolve = references(description);
  return Object.entries(record(document["paths"], "paths")).flatMap(([path, node]) => {
    const item = record(node, path);
    const prefix = prefixOf(item["servers"]) ?? prefixOf(document["servers"]) ?? "";
    const paths = [path, ...texts(item["x-aliases"])].map((template) => prefix + template);
    return METHODS.filter((method) => method in item).map((method) =>
      readOperation(method, paths, record(item[method], `${method} ${path}`), list(item["parameters"]), resolve),
    );
  });
}

function readOperation(
  method: string,
  paths: readonly string[],
  node: Readonly<Record<string, Json>>,
  shared: readonly Json[],
  resolve: (part: Json) => Json,
): Operation {
  const id = text(node["operationId"]);
  if (id === undefined) throw new Error(`the API description gives no operationId to ${method} ${paths[0]}`);
  // Most operations are never called.
  const request = once(() =>
    readRequest(id, resolve([...shared, ...list(node["parameters"])]), resolve(node["requestBody"] ?? null)),
  );
  const known = {
    id,
    method: method.toUpperCase(),
    paths,
    dialect: text(node["x-dialect"]),
    tier: text(node["x-tier"]),
    since: text(node["x-since"]),
    until: text(node["x-until"]),
    caller: callerOf(text(node["x-role"])),
    jobToken: node["x-job-token"] === true,
    scopes: texts(node["x-scopes"]),
    protocol: node["x-protocol"] === "oauth" ? "oauth" : "api",
    cors: corsOf(text(node["x-cors"])),
  } as const;
  return withLate<Operation, keyof RequestParts | "output">(known, {
    input: () => request().input,
    pathNames: () => request().pathNames,
    queryNames: () => request().queryNames,
    bodyNames: () => request().bodyNames,
    atLeastOne: () => request().atLeastOne,
    output: () => outputs(resolve(node["responses"] ?? null)),
  });
}

type RequestParts = Pick<Operation, "input" | "pathNames" | "queryNames" | "bodyNames" | "atLeastOne">;

function readRequest(id: string, sent: Json, content: Json): RequestParts {
  const parameters = list(sent).map((parameter) => readParameter(parameter, id));
  const body = bodySchema(content);
  const names = (place: string): string[] => parameters.filter((parameter) => parameter.place === place).map(({ name }) => name);
  return {
    input: {
      type: "object",
      properties: { ...body.properties, ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])) },
      required: [...parameters.filter(({ required }) => required).map(({ name }) => name), ...(body.required ?? [])],
      ...(body.additionalProperties === undefined ? {} : { additionalProperties: body.additionalProperties }),
    },
    pathNames: names("path"),
    queryNames: names("query"),
    bodyNames: Object.keys(body.properties ?? {}),
    atLeastOne: body["x-at-least-one"] === true,
  };
}

function readParameter(node: Json, operation: string): { name: string; place: string; required: boolean; schema: Schema } {
  const parameter = record(node, `a parameter of ${operation}`);
  const [name, place] = [text(parameter["name"]), text(parameter["in"])];
  if (name === undefined || place === undefined) throw new Error(`a parameter of ${operation} lacks name or in`);
  return {
    name: name.replace(/\[\]$/, ""),
    place,
    required: parameter["required"] === true,
    schema: (parameter["schema"] ?? {}) as Schema,
  };
}

function callerOf(role: string | undefined): Caller {
  if (role === "anonymous") return "anyone";
  return role === "administrator" ? "administrator" : "user";
}

function corsOf(setting: string | undefined): Operation["cors"] {
  return setting === "simple" || setting === "preflight" ? setting : "none";
}

function bodySchema(node: Json | undefined): Schema {
  return flatten(contentSchema(node) ?? {});
}

function outputs(node: Json | undefined): ReadonlyMap<number, Schema> {
  const schemas = new Map<number, Schema>();
  for (const [status, response] of Object.entries(isObject(node) ? node : {})) {
    const schema = contentSchema(response);
    if (schema !== undefined) schemas.set(Number(status), schema);
  }
  return schemas;
}

/** The schema of the first content type: all of them describe the same parameters. */
function contentSchema(node: Json | undefined): Schema | undefined {
  const content = isObject(node) ? node["content"] : undefined;
  const first = isObject(content) ? Object.values(content)[0] : undefined;
  return isObject(first) && isObject(first["schema"]) ? first["schema"] : undefined;
}

function prefixOf(servers: Json | undefined): string | undefined {
  const first = list(servers)[0];
  return isObject(first) ? text(first["url"])?.replace(/\/$/, "") : undefined;
}

function record(node: Json | undefined, what: string): Readonly<Record<string, Json>> {
  if (!isObject(node)) throw new Error(`the API description: ${what} is not an object`);
  return node;
}

const list = (node: Json | undefined): readonly Json[] => (Array.isArray(node) ? (node as readonly Json[]) : []);

const text = (node: Json | undefined): string | undefined => (typeof node === "string" ? node : undefined);

const texts = (node: Json | undefined): string[] => list(node).flatMap((entry) => text(entry) ?? []);
