import { append, defined } from "../core/collections.js";
import { type Field, type Fields, formed, keepsType, typeOf, settingRoutesOf } from "../core/fields.js";
import type { Json, JsonObject } from "../core/json.js";
import { allFields, everyFieldsOf, fieldsOf, formOf, type Kind, type PlacedKind, placesOf } from "../core/kind.js";
import type { JsonSchema } from "../core/schema.js";

/**
 * The requests and replies of a kind as they travel: `$defs` create, update and resource, in neutral names with what else is true of a property as
 * `x-vendor-name`, `x-dialect`, `x-vendor` (what is otherwise on real servers), `x-tier`, `x-since`, `x-until`, `x-secret` and `x-unreadable`. Of a kind whose keys differ in shape there is one request for each key.
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
  const sent = Object.entries(fields).filter(([, field]) => (field.on ?? on) === on && !field.links && !field.through);
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
    ...(on === "create" ? keyParts(kind) : {}),
    ...(kind.tree ? { [kind.tree.pathParameter]: { type: "string", description: "Last segment of the full path." } } : {}),
    ...(kind.tree && on === "create"
      ? { [kind.tree.parentParameter]: { type: ["integer", "null"], description: "Number of the group that holds it." } }
      : {}),
  };
}

/** The attributes of which one has the key. */
function keyParts({ key }: Kind): JsonObject {
  return Object.fromEntries(
    (key?.oneOf ?? []).map((name) => [name, { type: ["string", "null"], description: key?.description ?? "" }]),
  );
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

/** A release that never comes: what no release is proven to know, none is taken to know. */
const NEVER = "999.0";

function facts(field: Field): JsonObject {
  return {
    description: field.description,
    ...(field.vendor === undefined ? {} : { "x-vendor-name": field.vendor }),
    ...(field.tier === undefined ? {} : { "x-tier": field.tier }),
    ...(field.dialect === undefined ? {} : { "x-dialect": field.dialect }),
    ...vendorFacts(field),
    ...(field.since === undefined ? {} : { "x-since": field.since }),
    ...(field.unproven ? { "x-since": NEVER } : {}),
    ...(field.until === undefined ? {} : { "x-until": field.until }),
    ...(field.secret ? { "x-secret": true } : {}),
    ...(field.deprecated ? { deprecated: true } : {}),
  };
}

/** What replies call otherwise by a name of its own, real servers call so too; and what only one of several keys calls otherwise there, others call as it is. */
function replyFacts(field: Field, isNamedAlike: boolean): JsonObject {
  const all = facts(field);
  const { "x-vendor-name": _, ...rest } = all;
  return field.read === undefined && isNamedAlike ? all : rest;
}

/** What is otherwise on real servers, in the words of JSON Schema. */
function vendorFacts(field: Field): JsonObject {
  const { inVendor } = field;
  if (inVendor === undefined) return {};
  const { from, min, max, values, default: usual, nullable } = inVendor;
  return {
    "x-vendor": {
      ...(from === undefined ? {} : { "x-since": from }),
      ...defined({ default: usual, minimum: min, maximum: max }),
      ...(values === undefined ? {} : { enum: wireSchema({ ...field, values }, "request")["enum"] ?? values }),
      ...(nullable ? { nullable } : {}),
    },
  };
}

function resourceSchema(kind: Kind): JsonSchema {
  const all = describedPlaces(kind).flatMap((place) => everyFieldsOf(place).flatMap((fields) => Object.entries(fields)));
  const properties: Record<string, Json> = formOf(kind) === "one" ? {} : { id: { type: "integer" } };
  if (kind.key?.oneOf) Object.assign(properties, keyParts(kind));
  else if (kind.key) properties[kind.key.read] = keySchema(kind);
  if (kind.tree) properties[kind.tree.fullPath] = { type: "string", description: "Full path." };
  if (kind.tree) properties[kind.tree.pathParameter] = { type: "string", description: "Last segment of the full path." };
  for (const [read, fields] of shownBy(all)) {
    // What one key has on all servers and another on real ones alone, replies of all servers may have.
    const [field] = [...fields.filter(({ dialect }) => dialect === undefined), ...fields];
    const isNamedAlike = fields.every(({ vendor }) => vendor === fields[0]?.vendor);
    if (field) properties[read] ??= { ...wireSchema(field, "reply"), ...replyFacts(field, isNamedAlike) };
    if (isNamedAlike) continue;
    for (const other of fields) {
      const property = { ...wireSchema(other, "reply"), ...replyFacts(other, false), "x-dialect": "vendor" };
      if (other.vendor !== undefined) properties[other.vendor] ??= property;
    }
  }
  return { type: "object", properties };
}

/** A description is of replies that all servers give: under parents that only real ones have the kind under, what they are like is told by facts of releases. */
function describedPlaces(kind: Kind): readonly PlacedKind[] {
  const places = placesOf(kind);
  const described = places.filter(({ parent }) => kind.parents[parent]?.dialect === undefined);
  return described.length > 0 ? described : places;
}

/** What a reply shows by the names that it has there; where keys differ in shape several may have one. */
function shownBy(all: readonly (readonly [string, Field])[]): ReadonlyMap<string, readonly Field[]> {
  const shown = new Map<string, Field[]>();
  for (const [name, field] of all) {
    if (field.unreadable || settingRoutesOf(field)) continue;
    append(shown, field.read ?? name, field);
  }
  return shown;
}

/** Schemas of what stands inside of a value. */
const requestParts = {
  value: (field: Field) => wireSchema(field, "request"),
  properties: (fields: Fields): JsonObject =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [field.write ?? name, requestProperty(field)])),
  required: (fields: Fields): readonly string[] =>
    Object.entries(fields).flatMap(([name, part]) => (part.required ? [part.write ?? name] : [])),
};

function wireSchema(field: Field, side: "request" | "reply"): JsonSchema {
  const { schema: of } = typeOf(field);
  if (side === "reply") return field.decode && !keepsType(field.decode) ? {} : of.reply(field);
  const schema = of.request(field, requestParts);
  if (!field.encode) return withNull(field, schema);
  const encoded = typeName(formed(field.encode, sampleOf(field)));
  return withNull(field, encoded === schema["type"] ? schema : { type: encoded });
}

/** A value in file form, to see what form `encode` gives it on the wire. */
function sampleOf(field: Field): Json {
  return typeOf(field).schema.sample(field, sampleOf);
}

function withNull(field: Field, schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (!field.nullable || typeof type !== "string") return schema;
  return {
    ...schema,
    type: [type, "null"],
    ...(Array.isArray(values)
      ? { enum: [...values, null, ...(typeof field.nullable === "object" ? [field.nullable.unset] : [])] }
      : {}),
  };
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function list(name: string, values: readonly (string | number)[]): JsonObject {
  return values.length === 0 ? {} : { [name]: values };
}
