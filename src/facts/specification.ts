import { parse } from "yaml";
import { TrueupError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { NamedParameters, OperationFacts, ParameterFacts, ReleaseFacts } from "./release.js";
import { SchemaParameters } from "./schema-parameters.js";

const methods = ["get", "post", "put", "patch", "delete"];

/**
 * The facts of a release from the text of a server's OpenAPI description: Swagger 2.0 or OpenAPI 3, as YAML or JSON. Throws TrueupError, which says what it is instead and what to do,
 * where it is none; `name` is what errors call it.
 */
export function factsOfSpecification(text: string, release: string, name = "the specification"): ReleaseFacts {
  const document = documentIn(text, name);
  const { paths } = document;
  if (!isObject(paths) || Object.keys(paths).length === 0)
    throw unusable(
      name,
      "has no paths",
      "take the description of the whole API: a server shows it under /help, or its sources have it",
    );
  const reader = new OperationReader(document);
  const base = basePath(document);
  const operations = Object.entries(paths).flatMap(([path, pathItem]) => {
    const item = reader.schemas.resolved(pathItem);
    if (item === undefined) return [];
    return methods.flatMap((method) => {
      const operation = reader.schemas.resolved(item[method]);
      if (operation === undefined) return [];
      return [[`${method.toUpperCase()} ${apiPath(base, path)}`, reader.operation(item, operation)] as const];
    });
  });
  if (operations.length === 0) throw unusable(name, "has paths and no operation in them", "take a whole description");
  return { release, operations: Object.fromEntries(operations) };
}

function documentIn(text: string, name: string): JsonObject {
  const hint = "give a description of the server's API as OpenAPI 3 or Swagger 2.0, in YAML or JSON";
  let document: Json;
  try {
    document = parse(text) as Json;
  } catch (cause) {
    const [first = ""] = (cause as Error).message.split("\n");
    throw unusable(name, `is neither YAML nor JSON: ${first}`, hint, cause);
  }
  if (!isObject(document)) throw unusable(name, `is ${whatIs(document)}, not an OpenAPI description`, hint);
  const { swagger, openapi } = document;
  if (isVersion(swagger, "2.") || isVersion(openapi, "3.")) return document;
  if (swagger !== undefined || openapi !== undefined)
    throw unusable(name, `is of version ${JSON.stringify(openapi ?? swagger)} of OpenAPI, which is not known`, hint);
  const keys = Object.keys(document).slice(0, 5).join(", ");
  const lack = "has neither openapi nor swagger at its top, so it is no OpenAPI description";
  throw unusable(name, `${lack}: it has ${keys || "nothing"}`, hint);
}

function isVersion(version: Json | undefined, major: string): boolean {
  return (typeof version === "string" || typeof version === "number") && `${version}.`.startsWith(major);
}

function whatIs(value: Json): string {
  if (value === null) return "empty";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

function unusable(name: string, message: string, hint: string, cause?: unknown): TrueupError {
  return new TrueupError({ code: "facts.specification", where: name, message, hint, cause });
}

/** What a description says stands before all its paths. */
function basePath({ basePath: base, servers }: JsonObject): string {
  if (typeof base === "string") return base.replace(/\/+$/, "");
  const [first] = Array.isArray(servers) ? (servers as readonly Json[]) : [];
  const url = isObject(first) && typeof first["url"] === "string" ? first["url"] : "";
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").replace(/\/+$/, "");
}

/** A path without what the server puts before its API. */
function apiPath(base: string, path: string): string {
  const whole = path.startsWith("/") ? path : `/${path}`;
  const [, below] = /^.*?\/api\/(?:v4|\{version\})(\/.*)$/.exec(`${base}${whole}`) ?? [];
  return (below ?? whole).replace(/(?<=.)\/$/, "");
}

type Named = readonly [string, ParameterFacts];

/** Reads operations of one description. */
class OperationReader {
  readonly schemas: SchemaParameters;
  /** Whether a reply must have a key says nothing of attributes. */
  readonly #shown: SchemaParameters;

  constructor(document: Json) {
    this.schemas = new SchemaParameters(document);
    this.#shown = new SchemaParameters(document, false);
  }

  operation(item: JsonObject, operation: JsonObject): OperationFacts {
    const params = folded([
      ...this.#listed(item["parameters"]),
      ...this.#listed(operation["parameters"]),
      ...this.#body(operation["requestBody"]),
    ]);
    const reply = this.#reply(operation["responses"]);
    return {
      ...(Object.keys(params).length > 0 ? { params } : {}),
      ...(reply && Object.keys(reply).length > 0 ? { reply } : {}),
      ...(operation["deprecated"] === true ? { deprecated: true } : {}),
    };
  }

  #listed(list: Json | undefined): Named[] {
    const several = Array.isArray(list) ? (list as readonly Json[]) : [];
    return several.flatMap((item) => {
      const parameter = this.schemas.resolved(item);
      if (parameter === undefined) return [];
      // A parameter of Swagger 2.0 is its own schema, but for `required`, which is a flag there.
      const { required, ...words } = parameter;
      const { in: place, name, schema, content } = words;
      if (place === "body") return Object.entries(this.schemas.properties(schema) ?? {});
      if (typeof name !== "string" || (place !== "query" && place !== "formData")) return [];
      const facts = this.schemas.parameter(schema ?? this.#schemaIn(content)[0] ?? words);
      const standing = place === "query" ? { in: "query" as const } : {};
      return [[name, { ...facts, ...standing, ...(required === true ? { required } : {}) }] as const];
    });
  }

  /** A body may come as JSON or as a form: what is in any of them counts. */
  #body(body: Json | undefined): Named[] {
    const schemas = this.#schemaIn(this.schemas.resolved(body)?.["content"]);
    return schemas.toReversed().flatMap((schema) => Object.entries(this.schemas.properties(schema) ?? {}));
  }

  #schemaIn(content: Json | undefined): Json[] {
    const medias = isObject(content) ? Object.values(content) : [];
    return medias.flatMap((media) => (isObject(media) && media["schema"] !== undefined ? [media["schema"]] : []));
  }

  /** Of the first reply of success that says what it holds. */
  #reply(responses: Json | undefined): NamedParameters | undefined {
    const replies = isObject(responses) ? Object.entries(responses).filter(([status]) => /^2(?:\d\d|XX)$/i.test(status)) : [];
    for (const [, response] of replies) {
      const reply = this.schemas.resolved(response);
      const [schema] = reply?.["schema"] === undefined ? this.#schemaIn(reply?.["content"]) : [reply["schema"]];
      const keys = schema === undefined ? undefined : this.#shown.properties(schema);
      if (keys) return keys;
    }
    return undefined;
  }
}

/**
 * Parameters by name, with those of forms where they belong: `filter[scope]` is the property `scope` of `filter`, `rules[][name]` that of an item of `rules`.
 * The later one of two of one name counts, with the properties of both.
 */
export function folded(parameters: readonly Named[]): NamedParameters {
  const result = new Map<string, ParameterFacts>();
  for (const [name, parameter] of parameters) {
    const [first = "", ...rest] = partsOf(name);
    result.set(first, within(result.get(first), rest, parameter));
  }
  return Object.fromEntries(result);
}

/** `a[][b]` as `a`, ``, `b`; a name that only looks so is one part. */
function partsOf(name: string): string[] {
  if (!/^[^[\]]+(?:\[[^[\]]*\])+$/.test(name)) return [name];
  const [first = "", ...rest] = name.split("[");
  return [first, ...rest.map((part) => part.slice(0, -1))];
}

function within(known: ParameterFacts | undefined, rest: readonly string[], parameter: ParameterFacts): ParameterFacts {
  const [next, ...further] = rest;
  if (next === undefined) {
    const properties = { ...known?.properties, ...parameter.properties };
    return {
      ...parameter,
      ...(known?.items && !parameter.items ? { items: known.items } : {}),
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
    };
  }
  const { in: place, ...inner } = parameter;
  const placed = place ? { in: place } : {};
  // A number or nothing between the brackets is a place in a list.
  if (/^\d*$/.test(next)) {
    const base = known?.type === "array" ? known : { ...known, type: "array", ...placed };
    return { ...base, items: within(known?.items, further, inner) };
  }
  const base = known ?? { type: "object", ...placed };
  if (base.type === "array") return { ...base, items: within(base.items, rest, inner) };
  const part = within(base.properties?.[next], further, inner);
  return { ...base, type: "object", properties: Object.fromEntries([...Object.entries(base.properties ?? {}), [next, part]]) };
}
