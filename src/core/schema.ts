import { type Field, type Fields, typeOf } from "./fields.js";
import type { Json, JsonObject } from "./json.js";
import { fieldsOf, isRenamable, type PlacedKind } from "./kind.js";
import { valueAt } from "./pointer.js";
import type { JsonSchema } from "./types/type-definition.js";

export type { JsonSchema };

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
    ...movable(kind),
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

/** What says where a thing was before: only of what the platform moves or renames. */
function movable(kind: PlacedKind): JsonObject | undefined {
  const description =
    kind.as === "tree"
      ? "Old full path: what is there is renamed or moved here."
      : isRenamable(kind)
        ? "Old name: what has it is renamed."
        : undefined;
  return description === undefined ? undefined : { moved_from: { type: "string", minLength: 1, description } };
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
    ...typeOf(field).schema.file(field, parts),
    description,
    markdownDescription: description,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.deprecated ? { deprecated: true } : {}),
  };
}

/** Schemas of what stands inside of a value. */
const parts = { value: fieldSchema, properties: propertiesOf };

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

/** Follows a JSON pointer with `#` in front inside a schema; undefined if it leads nowhere. */
export function schemaAt(schema: JsonSchema, pointer: string): Json | undefined {
  return valueAt(schema, decodeURIComponent(pointer.replace(/^#/, "")));
}
