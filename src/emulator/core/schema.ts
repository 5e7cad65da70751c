import { type Json, type JsonObject, isObject } from "./records.js";

/** The part of JSON Schema that the API description uses. `x-vendor-name`, `x-dialect`, `x-tier`, `x-since` and `x-until` tell how and where a property exists. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly Json[];
  readonly format?: string;
  readonly default?: Json;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly "x-vendor-name"?: string;
  /** What is otherwise on real servers. */
  readonly "x-vendor"?: Schema;
  /** The only dialect that has it. */
  readonly "x-dialect"?: string;
  readonly "x-tier"?: string;
  readonly "x-since"?: string;
  /** The first version that lacks it. */
  readonly "x-until"?: string;
  /** On a request body: at least one of its properties must be sent. */
  readonly "x-at-least-one"?: boolean;
}

/** Merges an `allOf` into one object schema, so that properties and required names can be listed. */
export function flatten(schema: Schema): Schema {
  if (schema.allOf === undefined) return schema;
  const { allOf, ...rest } = schema;
  return [...allOf.map(flatten), rest].reduce<Schema>(
    (merged, part) => ({
      ...merged,
      ...part,
      properties: { ...merged.properties, ...part.properties },
      required: [...new Set([...(merged.required ?? []), ...(part.required ?? [])])],
    }),
    {},
  );
}

/** The JSON types that a schema allows, those of its alternatives included; empty when it allows all. */
export function typesOf(schema: Schema): readonly string[] {
  if (schema.type !== undefined) return typeof schema.type === "string" ? [schema.type] : schema.type;
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(typesOf);
}

/** Replaces every `{"$ref": "#/..."}` by what it points to. Throws on a reference that leads nowhere or into itself. */
export function resolveReferences(document: Json): Json {
  return references(document)(document);
}

/** As `resolveReferences`, for parts of the document. What has no reference in it stays the same object. */
export function references(document: Json): (part: Json) => Json {
  const done = new Map<string, Json>();
  const open = new Set<string>();
  const visit = (node: Json): Json => {
    if (Array.isArray(node)) return visitItems(node);
    if (!isObject(node)) return node;
    const { $ref: reference, ...siblings } = node;
    if (typeof reference !== "string") return visitAll(node);
    const [pointed, rest] = [follow(reference), visitAll(siblings)];
    return isObject(pointed) ? { ...pointed, ...rest } : pointed;
  };
  const visitItems = (items: readonly Json[]): readonly Json[] => {
    const visited = items.map(visit);
    return visited.some((value, place) => value !== items[place]) ? visited : items;
  };
  const visitAll = (node: JsonObject): JsonObject => {
    const changed = Object.entries(node).flatMap(([name, value]) => {
      const visited = visit(value);
      return visited === value ? [] : [[name, visited] as const];
    });
    return changed.length === 0 ? node : { ...node, ...Object.fromEntries(changed) };
  };
  const follow = (reference: string): Json => {
    const known = done.get(reference);
    if (known !== undefined) return known;
    if (open.has(reference)) throw new Error(`the API description refers to itself at ${reference}`);
    open.add(reference);
    const value = visit(pointer(document, reference));
    open.delete(reference);
    done.set(reference, value);
    return value;
  };
  return visit;
}

function pointer(document: Json, reference: string): Json {
  if (!reference.startsWith("#/")) throw new Error(`the API description has an unresolved reference: ${reference}`);
  let node: Json | undefined = document;
  for (const part of reference.slice(2).split("/")) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    node = isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
    if (node === undefined) throw new Error(`the API description has no ${reference}`);
  }
  return node;
}
