import type { Field, Fields } from "./fields.js";
import type { Json, JsonObject } from "./json.js";
import { fieldsOf, type PlacedKind } from "./kind.js";
import { accessLevels } from "./types/access-level.js";
import { referencePattern } from "./types/secret-reference.js";
import { valueAt } from "./pointer.js";

/** A JSON Schema (2020-12) as data. */
export type JsonSchema = JsonObject;

/**
 * The schema of one body of a kind as it stands in files, without the bodies of other kinds that may stand in it.
 * For a kind whose keys differ in shape, `key` chooses the shape. Attributes that every call must carry are required unless `ensure: absent`.
 */
export function bodySchema(kind: PlacedKind, key?: string): JsonSchema {
  const fields = fieldsOf(kind, { key });
  const needed = Object.entries(fields).filter(([, field]) => field.required && field.carried);
  return {
    type: ["object", "null"],
    title: key === undefined ? kind.title : `${kind.title} ${key}`,
    description: (key === undefined ? undefined : kind.shapes?.[key]?.description) ?? kind.description,
    properties: { ...propertiesOf(fields), ...standardProperties(kind) },
    additionalProperties: false,
    ...(needed.length === 0
      ? {}
      : {
          if: { type: "object", properties: { ensure: { const: "absent" } }, required: ["ensure"] },
          else: requirement(needed),
        }),
  };
}

/** Properties for all names that files may use: neutral, vendor and deprecated ones. */
function propertiesOf(fields: Fields): JsonObject {
  const properties: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const schema = fieldSchema(field);
    properties[name] = schema;
    if (field.vendor !== undefined && field.vendor !== name && !Object.hasOwn(fields, field.vendor)) {
      const description = `The vendor's name of ${name}. ${describe(field)}`;
      properties[field.vendor] = { ...schema, description, markdownDescription: description };
    }
  }
  return properties;
}

function standardProperties(kind: PlacedKind): JsonObject {
  return {
    ...(kind.routes.delete === undefined
      ? {}
      : { ensure: { enum: ["present", "absent"], default: "present", description: "absent deletes it, if it is there." } }),
    ...(kind.as === "tree"
      ? { moved_from: { type: "string", minLength: 1, description: "Old full path: what is there is renamed or moved here." } }
      : {}),
    ...(kind.unchecked
      ? {
          unchecked: {
            type: ["object", "null"],
            description: "Attributes that this release does not know yet: compared and sent as they are.",
            propertyNames: { pattern: "^[a-z][a-z0-9_]*$" },
          },
        }
      : {}),
  };
}

function requirement(needed: readonly (readonly [string, Field])[]): JsonSchema {
  const plain = needed.filter(([, field]) => field.vendor === undefined).map(([name]) => name);
  const either = needed.flatMap(([name, { vendor }]) =>
    vendor === undefined ? [] : [{ anyOf: [{ required: [name] }, { required: [vendor] }] }],
  );
  return { required: plain, ...(either.length === 0 ? {} : { allOf: either }) };
}

/** The schema of the value of one attribute in files. */
export function fieldSchema(field: Field): JsonSchema {
  const description = describe(field);
  return {
    ...valueSchema(field),
    description,
    markdownDescription: description,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.deprecated ? { deprecated: true } : {}),
  };
}

/** What hover texts say of an attribute. */
export function describe(field: Field): string {
  const facts = [
    field.description,
    field.deprecated && !field.deprecated.alias ? `Deprecated: ${withoutStop(field.deprecated.replacement)}.` : "",
    field.tier && field.tier !== "free" ? `Needs tier ${field.tier}.` : "",
    field.since ? `Since ${field.since}.` : "",
    field.until ? `Gone since ${field.until}.` : "",
    field.on === "create" ? "Only taken when it is created." : "",
    field.secret ? "Secret: give it as ${env:NAME} or ${file:path}." : "",
    field.requires?.length ? `Goes together with ${field.requires.join(", ")}.` : "",
  ];
  return facts.filter((fact) => fact !== "").join(" ");
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, "");
}

function valueSchema(field: Field): JsonSchema {
  switch (field.type) {
    case "text":
      return field.secret ? secretSchema(field) : textSchema(field);
    case "integer":
    case "number":
      return { type: orNull(field, field.type), ...bounds(field, "minimum", "maximum") };
    case "flag":
      return { type: orNull(field, "boolean") };
    case "enum":
      return { enum: [...(field.values ?? []), ...(field.nullable ? [null] : [])] };
    case "level":
      return { enum: [...levelNames(field), ...levelNumbers(field), ...(field.nullable ? [null] : [])] };
    case "image":
      return { type: orNull(field, "string"), minLength: 1, ...patternOf(field) };
    case "reference":
      return field.wire === "id"
        ? { type: orNull(field, "string", "integer"), minLength: 1, minimum: 1 }
        : { type: orNull(field, "string"), minLength: 1 };
    case "set":
      return { ...listSchema(field, itemSchema(field)), uniqueItems: true };
    case "list":
      return listSchema(field, itemSchema(field));
    case "map":
      return { type: orNull(field, "object"), additionalProperties: itemSchema(field) };
    case "record":
      return { type: orNull(field, "object"), properties: propertiesOf(field.fields ?? {}), additionalProperties: false };
    case "entries":
      return listSchema(field, entrySchema(field));
    default:
      throw new Error(`a field cannot have the type ${String(field.type)}`);
  }
}

function secretSchema(field: Field): JsonSchema {
  return {
    type: orNull(field, "string"),
    pattern: field.nullable ? `^$|${referencePattern}` : referencePattern,
    "x-secret": true,
  };
}

/** Bounds hold for what stands in the file; what a reference will bring is not known here, and an empty text clears. */
function textSchema(field: Field): JsonSchema {
  const type = orNull(field, "string");
  const { format } = field;
  const checks = {
    ...bounds(field, "minLength", "maxLength"),
    ...patternOf(field),
    // What users of the platform type in their own letters is an address too.
    ...(format === "url" ? { format: "iri" } : format === "date" || format === "email" ? { format } : {}),
  };
  if (Object.keys(checks).length === 0) return { type };
  const blank = (field.min ?? 0) > 0 || field.required;
  return { type, if: { type: "string", pattern: blank ? referencePattern : `^$|${referencePattern}` }, else: checks };
}

function patternOf(field: Field): JsonSchema {
  if (field.pattern === undefined) return {};
  return { pattern: field.pattern, ...(field.patternHint === undefined ? {} : { "x-pattern-hint": field.patternHint }) };
}

function listSchema(field: Field, items: JsonSchema): JsonSchema {
  return { type: orNull(field, "array"), items, ...bounds(field, "minItems", "maxItems") };
}

function itemSchema(field: Field): JsonSchema {
  return field.item ? fieldSchema(field.item) : {};
}

function entrySchema(field: Field): JsonSchema {
  const fields = field.fields ?? {};
  const required = Object.entries(fields).flatMap(([name, part]) => (part.required ? [name] : []));
  return {
    type: "object",
    properties: propertiesOf(fields),
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    oneOf: (field.identity ?? []).map((name) => ({ required: [name] })),
  };
}

function bounds(field: Field, least: string, most: string): JsonObject {
  return {
    ...(field.min === undefined ? {} : { [least]: field.min }),
    ...(field.max === undefined ? {} : { [most]: field.max }),
  };
}

function orNull(field: Field, ...types: string[]): Json {
  const all = field.nullable ? [...types, "null"] : types;
  return all.length === 1 ? (all[0] ?? null) : all;
}

function levelNames(field: Field): readonly string[] {
  return (field.values ?? []).map(String);
}

/** The numbers of the access levels that a field takes. */
export function levelNumbers(field: Field): number[] {
  const numbers: Readonly<Record<string, number>> = accessLevels;
  return levelNames(field).flatMap((name) => numbers[name] ?? []);
}

/** Follows a JSON pointer with `#` in front inside a schema; undefined if it leads nowhere. */
export function schemaAt(schema: JsonSchema, pointer: string): Json | undefined {
  return valueAt(schema, decodeURIComponent(pointer.replace(/^#/, "")));
}
