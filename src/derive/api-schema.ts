import { formed } from "../core/field-rules.js";
import type { Field, Fields } from "../core/fields.js";
import type { Json, JsonObject } from "../core/json.js";
import { allFields, everyFieldsOf, fieldsOf, type Kind } from "../core/kind.js";
import { levelNumbers, type JsonSchema } from "../core/schema.js";

/**
 * The requests and replies of a kind as they travel: `$defs` create, update and resource, in neutral names with what else is true of a property as
 * `x-vendor-name`, `x-tier`, `x-since`, `x-until`, `x-secret` and `x-unreadable`. Of a kind whose keys differ in shape there is one request for each key.
 */
export function apiSchema(kind: Kind): JsonSchema {
  const shapes = Object.keys(kind.shapes ?? {});
  return {
    title: kind.title,
    description: kind.source,
    $defs: {
      ...(shapes.length > 0
        ? Object.fromEntries(shapes.map((key) => [key, requestSchema(kind, fieldsOf(kind, { key }), "create")]))
        : {
            create: requestSchema(kind, allFields(kind), "create"),
            update: requestSchema(kind, allFields(kind), "update"),
          }),
      resource: resourceSchema(kind),
    },
  };
}

function requestSchema(kind: Kind, fields: Fields, on: "create" | "update"): JsonSchema {
  const sent = Object.entries(fields).filter(([, field]) => (field.on ?? on) === on && !field.toggle && !field.links);
  const required = sent
    .filter(([, field]) => field.required && (on === "create" || field.carried === true) && !field.deprecated)
    .map(([name, field]) => field.write ?? name);
  const identity = kind.key?.write && (on === "create" || kind.key.repeated) ? [kind.key.write] : [];
  const properties: Record<string, Json | undefined> = { ...identityProperties(kind, on) };
  for (const [name, field] of sent) properties[field.write ?? name] ??= requestProperty(field);
  return { type: "object", properties, ...list("required", [...identity, ...required]) };
}

function identityProperties(kind: Kind, on: "create" | "update"): JsonObject {
  return {
    ...(kind.key?.write ? { [kind.key.write]: keySchema(kind) } : {}),
    ...(kind.tree ? { [kind.tree.pathParameter]: { type: "string", description: "Last segment of the full path." } } : {}),
    ...(kind.parentParameter && on === "create"
      ? { [kind.parentParameter]: { type: ["integer", "null"], description: "Number of the group that holds it." } }
      : {}),
  };
}

function keySchema(kind: Kind): JsonSchema {
  const { description = "", values, max } = kind.key ?? {};
  return { type: "string", description, ...list("enum", values ?? []), ...(max === undefined ? {} : { maxLength: max }) };
}

function requestProperty(field: Field): JsonSchema {
  return {
    ...wireSchema(field, "request"),
    ...facts(field),
    ...(field.unreadable ? { "x-unreadable": true } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
  };
}

function facts(field: Field): JsonObject {
  return {
    description: field.description,
    ...(field.vendor === undefined ? {} : { "x-vendor-name": field.vendor }),
    ...(field.tier === undefined ? {} : { "x-tier": field.tier }),
    ...(field.since === undefined ? {} : { "x-since": field.since }),
    ...(field.until === undefined ? {} : { "x-until": field.until }),
    ...(field.secret ? { "x-secret": true } : {}),
    ...(field.deprecated ? { deprecated: true } : {}),
  };
}

function resourceSchema(kind: Kind): JsonSchema {
  const all = everyFieldsOf(kind).flatMap((fields) => Object.entries(fields));
  const properties: Record<string, Json> = kind.as === "one" ? {} : { id: { type: "integer" } };
  if (kind.key) properties[kind.key.read] = keySchema(kind);
  if (kind.tree) properties[kind.tree.fullPath] = { type: "string", description: "Full path." };
  if (kind.tree) properties[kind.tree.pathParameter] = { type: "string", description: "Last segment of the full path." };
  for (const [name, field] of all) {
    if (!field.unreadable) properties[field.read ?? name] ??= { ...wireSchema(field, "reply"), ...facts(field) };
  }
  return { type: "object", properties };
}

function wireSchema(field: Field, side: "request" | "reply"): JsonSchema {
  if (side === "reply") return replySchema(field);
  const schema = plainSchema(field);
  if (!field.encode) return withNull(field, schema);
  const encoded = typeName(formed(field.encode, sampleOf(field)));
  return withNull(field, encoded === schema["type"] ? schema : { type: encoded });
}

function plainSchema(field: Field): JsonSchema {
  switch (field.type) {
    case "text":
      return textSchema(field);
    case "integer":
    case "number":
      return { type: field.type, ...bounds(field, "minimum", "maximum") };
    case "flag":
      return { type: "boolean" };
    case "enum":
      return { ...enumType(field.values ?? []), enum: field.values ?? [] };
    case "level":
      return { type: "integer", enum: levelNumbers(field) };
    case "image":
      return { type: "string", format: "binary" };
    case "reference":
      return { type: field.wire === "id" ? "integer" : "string" };
    case "set":
    case "list":
      return { type: "array", items: field.item ? wireSchema(field.item, "request") : {} };
    case "map":
      return { type: "object", additionalProperties: field.item ? wireSchema(field.item, "request") : true };
    case "record":
      return { type: "object", properties: partProperties(field.fields ?? {}) };
    case "entries":
      return { type: "array", items: entrySchema(field) };
    default:
      throw new Error(`a field cannot have the type ${String(field.type)}`);
  }
}

function entrySchema(field: Field): JsonSchema {
  const fields = field.fields ?? {};
  const required = Object.entries(fields).flatMap(([name, part]) => (part.required ? [part.write ?? name] : []));
  return { type: "object", properties: partProperties(fields), ...list("required", required) };
}

function partProperties(fields: Fields): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [field.write ?? name, requestProperty(field)]));
}

/** Replies are described by type only: servers add to them, and older ones give flags and numbers as text. */
function replySchema(field: Field): JsonSchema {
  if (field.decode) return {};
  switch (field.type) {
    case "set":
    case "list":
    case "entries":
      return { type: ["array", "null"] };
    case "record":
    case "map":
      return { type: ["object", "null"] };
    case "reference":
      return {};
    case "level":
      return { type: ["integer", "null"] };
    case "enum": {
      const { type } = enumType(field.values ?? []);
      return { type: [type, "null"] };
    }
    case "flag":
      return { type: ["boolean", "null"] };
    case "integer":
    case "number":
      return { type: [field.type, "null"] };
    default:
      return { type: ["string", "null"] };
  }
}

function textSchema(field: Field): JsonSchema {
  // An empty text clears it, whatever its form has to be otherwise.
  if (field.unset === "") return { type: "string", ...(field.max === undefined ? {} : { maxLength: field.max }) };
  return {
    type: "string",
    ...bounds(field, "minLength", "maxLength"),
    ...(field.pattern === undefined ? {} : { pattern: field.pattern }),
    ...(field.format === "date" ? { format: "date" } : {}),
  };
}

function withNull(field: Field, schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (!field.nullable || typeof type !== "string") return schema;
  return {
    ...schema,
    type: [type, "null"],
    ...(Array.isArray(values) ? { enum: [...values, null, ...(field.unset === undefined ? [] : [field.unset])] } : {}),
  };
}

function enumType(values: readonly (string | number)[]): { readonly type: string } {
  return { type: values.every((value) => typeof value === "number") ? "integer" : "string" };
}

/** A value in file form, to see what form `encode` gives it on the wire. */
function sampleOf(field: Field): Json {
  switch (field.type) {
    case "integer":
    case "number":
      return field.min ?? 1;
    case "flag":
      return true;
    case "enum":
    case "level":
      return field.values?.[0] ?? "";
    case "set":
    case "list":
      return field.item ? [sampleOf(field.item)] : [];
    case "map":
    case "record":
      return {};
    case "entries":
      return [];
    default:
      return "sample";
  }
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function bounds(field: Field, least: string, most: string): JsonObject {
  return {
    ...(field.min === undefined ? {} : { [least]: field.min }),
    ...(field.max === undefined ? {} : { [most]: field.max }),
  };
}

function list(name: string, values: readonly (string | number)[]): JsonObject {
  return values.length === 0 ? {} : { [name]: values };
}
