import { parse } from "yaml";
import { TrueupError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { NamedParameters, OperationFacts, ParameterFacts, ReleaseFacts } from "./release.js";

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

/** No attribute stands deeper than this; what servers show may go on without an end. */
const deepest = 6;

/** Words that descriptions use for types beside those of JSON Schema. */
const further = {
  file: "string",
  float: "number",
  double: "number",
  long: "integer",
  bool: "boolean",
  hash: "object",
  json: "object",
};
const types = new Map([
  ...["string", "boolean", "integer", "number", "array", "object"].map((type) => [type, type] as const),
  ...Object.entries(further),
]);
const formats = ["binary", "date", "date-time"];

/** Reads schemas of one OpenAPI description, of whatever version, as facts. References outside of the description are anything. */
class SchemaParameters {
  /** By schema and how deep it stands: each is read once, and shared, however often others refer to it. */
  private readonly read = new Map<JsonObject, ParameterFacts[]>();

  /** @param knowsRequired whether it counts what an object must have */
  constructor(
    private readonly document: Json,
    private readonly knowsRequired = true,
  ) {}

  /** What a reference points at, and that again, as long as it is one; undefined where nothing is there or it leads to itself. */
  resolved(schema: Json | undefined): JsonObject | undefined {
    let current = schema;
    for (let steps = 0; steps < 32; steps += 1) {
      if (!isObject(current)) return undefined;
      const { $ref: reference } = current;
      if (typeof reference !== "string") return current;
      current = this.at(reference);
    }
    return undefined;
  }

  /** The attributes of an object, or of the items of a list. */
  properties(schema: Json | undefined): NamedParameters | undefined {
    const facts = this.parameter(schema ?? null);
    return facts.properties ?? facts.items?.properties;
  }

  /** A schema, or a parameter that holds its own type as those of Swagger 2.0 do. */
  parameter(schema: Json, depth = 0): ParameterFacts {
    const whole = depth > deepest ? undefined : this.resolved(schema);
    if (whole === undefined) return { type: "object" };
    const known = this.read.get(whole) ?? [];
    this.read.set(whole, known);
    return (known[depth] ??= this.facts(whole, depth));
  }

  private facts(whole: JsonObject, depth: number): ParameterFacts {
    const schemas = this.flattened(whole);
    const { items, properties, further } = this.inside(schemas, depth);
    const type = typeOf(schemas, items !== undefined, properties !== undefined || further !== undefined);
    return {
      type,
      ...wordsOf(schemas),
      ...(items ? { items } : further && !properties ? { items: further } : {}),
      ...(properties ? { properties } : {}),
    };
  }

  /** A schema and all that it is made of, or may be. */
  private flattened(schema: JsonObject, seen: ReadonlySet<JsonObject> = new Set()): JsonObject[] {
    if (seen.has(schema)) return [];
    const inner = ["allOf", "anyOf", "oneOf"].flatMap((word) => {
      const several = schema[word];
      return Array.isArray(several) ? (several as readonly Json[]) : [];
    });
    const known = new Set([...seen, schema]);
    const resolved = inner.map((item) => this.resolved(item)).filter((item) => item !== undefined);
    return [schema, ...resolved.flatMap((item) => this.flattened(item, known))];
  }

  private inside(
    schemas: readonly JsonObject[],
    depth: number,
  ): { items?: ParameterFacts; properties?: NamedParameters; further?: ParameterFacts } {
    const listed = schemas.find(({ items }) => isObject(items));
    const parts = schemas.flatMap((schema) => this.propertiesOf(schema, depth));
    const open = schemas.find(
      ({ additionalProperties }) => isObject(additionalProperties) && Object.keys(additionalProperties).length > 0,
    );
    return {
      ...(listed ? { items: this.parameter(listed["items"] ?? null, depth + 1) } : {}),
      ...(parts.length > 0 ? { properties: Object.fromEntries(parts) } : {}),
      ...(open ? { further: this.parameter(open["additionalProperties"] ?? null, depth + 1) } : {}),
    };
  }

  private propertiesOf({ properties, required }: JsonObject, depth: number): [string, ParameterFacts][] {
    if (!isObject(properties)) return [];
    const needed: readonly Json[] = this.knowsRequired && Array.isArray(required) ? required : [];
    return Object.entries(properties).map(([name, schema]) => {
      const facts = this.parameter(schema ?? null, depth + 1);
      return [name, needed.includes(name) ? { ...facts, required: true } : facts];
    });
  }

  private at(reference: string): Json | undefined {
    if (!reference.startsWith("#/")) return undefined;
    const steps = reference.slice(2).split("/");
    return steps.reduce<Json | undefined>((place, step) => {
      const name = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
      if (Array.isArray(place)) return place[Number(name)] as Json | undefined;
      return isObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
    }, this.document);
  }
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function typeOf(schemas: readonly JsonObject[], hasItems: boolean, hasParts: boolean): string {
  const typeNames = schemas.flatMap(({ type }) =>
    Array.isArray(type) ? (type as readonly Json[]) : type === undefined ? [] : [type],
  );
  const stated = typeNames.filter((item) => item !== "null");
  const words = stated.map((item) => (typeof item === "string" ? types.get(item.toLowerCase()) : undefined) ?? "string");
  const known = [...new Set(words)].toSorted();
  if (known.length > 0) return known.join("|");
  return hasItems ? "array" : hasParts ? "object" : "string";
}

function wordsOf(schemas: readonly JsonObject[]): Omit<ParameterFacts, "type"> {
  const words: Record<string, unknown> = {};
  const take = (name: string, word: string): void => {
    const value = schemas.map((schema) => schema[word]).find((candidate) => typeof candidate === "number");
    if (value !== undefined) words[name] = value;
  };
  const values = schemas.flatMap(({ enum: several, const: single }) =>
    Array.isArray(several) ? (several as Json[]) : single === undefined ? [] : [single],
  );
  const plain = [...new Set(values)].filter((item) => ["string", "number", "boolean"].includes(typeof item));
  if (plain.length > 0) words["enum"] = plain;
  const format = formatOf(schemas);
  if (format !== undefined) words["format"] = format;
  const preset = schemas.find((schema) => schema["default"] !== undefined && schema["default"] !== null);
  if (preset) words["default"] = preset["default"];
  take("min", "minimum");
  take("max", "maximum");
  take("maxLength", "maxLength");
  return words;
}

function formatOf(schemas: readonly JsonObject[]): string | undefined {
  const isFile = schemas.some(({ type, contentMediaType }) => type === "file" || contentMediaType === "application/octet-stream");
  const declared = schemas.map(({ format }) => format).find((word) => typeof word === "string" && formats.includes(word));
  return isFile ? "binary" : (declared as string | undefined);
}
