import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { NamedParameters, ParameterFacts } from "./release.js";

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
export class SchemaParameters {
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
