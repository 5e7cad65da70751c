import { readFileSync } from "node:fs";
import formats from "ajv-formats";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type Json, isObject } from "../../src/emulator/core/records.js";
import { type Schema, flatten, resolveReferences } from "../../src/emulator/core/schema.js";

export type Dialect = "neutral" | "vendor";

/** One operation of schemas/openapi.json, as a test looks at it. */
export interface Described {
  readonly id: string;
  readonly method: string;
  /** With the prefix /api/v4 where it has one. */
  readonly path: string;
  readonly beyond: boolean;
  readonly patterns: readonly RegExp[];
  /** Query parameters by name. */
  readonly query: Readonly<Record<string, Schema>>;
  /** Properties of the body by name. */
  readonly body: Readonly<Record<string, Schema>>;
  /** Names of the properties that a body must have. */
  readonly required: readonly string[];
  /** Schemas of the replies by status; undefined where a reply has no JSON body. */
  readonly replies: ReadonlyMap<number, Schema | undefined>;
}

const METHODS = ["get", "post", "put", "patch", "delete", "options"];
const text = (node: Json | undefined): string => (typeof node === "string" ? node : "");
const list = (node: Json | undefined): readonly Json[] => (Array.isArray(node) ? (node as readonly Json[]) : []);

const sortKey = ({ path }: Described): string => path.replaceAll(/\{\w+\}/g, "~");

/** Every operation; those with literal segments come before those with places, as routes do. */
export const described: readonly Described[] = read().toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));

function read(): Described[] {
  const document = resolveReferences(JSON.parse(readFileSync("schemas/openapi.json", "utf8")) as Json);
  const paths = isObject(document) && isObject(document["paths"]) ? document["paths"] : {};
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!isObject(item)) return [];
    const [server] = list(item["servers"]);
    const prefix = isObject(server) && server["url"] === "/" ? "" : "/api/v4";
    const patterns = [path, ...list(item["x-aliases"]).map(text)].map((one) => pattern(prefix + one));
    return METHODS.flatMap((method) => {
      const node = item[method];
      if (!isObject(node)) return [];
      const beyond = node["x-beyond-documents"] === true || item["x-beyond-documents"] === true;
      const replies = repliesOf(node["responses"]);
      const query = queryOf([...list(item["parameters"]), ...list(node["parameters"])]);
      const { properties: body = {}, required = [] } = flatten(contentOf(node["requestBody"]) ?? {});
      return [
        {
          id: text(node["operationId"]),
          method: method.toUpperCase(),
          path: prefix + path,
          beyond,
          patterns,
          query,
          body,
          required,
          replies,
        },
      ];
    });
  });
}

function pattern(path: string): RegExp {
  const literal = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literal.join("[^/]+")}$`);
}

function queryOf(parameters: readonly Json[]): Record<string, Schema> {
  const entries = parameters
    .filter(isObject)
    .filter((one) => one["in"] === "query")
    .map((one) => [text(one["name"]), isObject(one["schema"]) ? (one["schema"] as Schema) : {}] as const);
  return Object.fromEntries(entries);
}

function repliesOf(node: Json | undefined): Map<number, Schema | undefined> {
  return new Map(Object.entries(isObject(node) ? node : {}).map(([status, reply]) => [Number(status), contentOf(reply)]));
}

/** The schema of a body's first content type; undefined where none is described. */
function contentOf(node: Json | undefined): Schema | undefined {
  const [content] = Object.values(isObject(node) && isObject(node["content"]) ? node["content"] : {});
  return isObject(content) && isObject(content["schema"]) ? content["schema"] : undefined;
}

/** The operation that a request reaches; `path` is as it was sent, with or without query. */
export function operationOf(method: string, path: string): Described | undefined {
  const plain = path.split("?")[0] ?? "";
  // A word in the place of a number is an operation of its own, which only facts know.
  const isWord = !/^\d+$/.test(plain.split("/").at(-1) ?? "");
  return described.find(
    (one) =>
      one.method === method && one.patterns.some((each) => each.test(plain)) && !(isWord && one.path.endsWith("pipeline_id}")),
  );
}

const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true, logger: false, code: { optimize: false } }));
const compiled = new Map<string, ValidateFunction>();

/** What a successful reply says that its description does not: an undescribed status, a wrong type, a field that nobody described. */
export function problemsOf(operation: Described, dialect: Dialect, status: number, body: unknown): readonly string[] {
  if (!operation.replies.has(status)) return [`${operation.id} answers ${status}, which is not described`];
  const schema = operation.replies.get(status);
  if (schema === undefined)
    return typeof body === "string" ? [] : [`${operation.id} answers ${status} with a body that is not described`];
  const key = `${operation.id} ${status} ${dialect}`;
  const validate = compiled.get(key) ?? ajv.compile(closed(schema, dialect));
  compiled.set(key, validate);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${operation.id} ${status}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The schema with the names of a dialect, in which objects have no further properties unless it says so. */
function closed(schema: Schema, dialect: Dialect): Schema {
  const flat = flatten(schema);
  const properties = Object.entries(flat.properties ?? {}).map(([name, property]) => [
    dialect === "vendor" ? (property["x-vendor-name"] ?? name) : name,
    closed(property, dialect),
  ]);
  return {
    ...flat,
    ...(flat.items === undefined ? {} : { items: closed(flat.items, dialect) }),
    ...(flat.anyOf === undefined ? {} : { anyOf: flat.anyOf.map((one) => closed(one, dialect)) }),
    ...(flat.oneOf === undefined ? {} : { oneOf: flat.oneOf.map((one) => closed(one, dialect)) }),
    ...(properties.length === 0
      ? {}
      : {
          properties: Object.fromEntries(properties) as Record<string, Schema>,
          additionalProperties: flat.additionalProperties ?? false,
        }),
  };
}
