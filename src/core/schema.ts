import { type Field, type Fields, typeOf } from "./fields.js";
import type { Json, JsonObject } from "./json.js";
import { fieldsOf, isLive, isRenamable, type PlacedKind, takesTemplate } from "./kind.js";
import { sinceSentence } from "./release-words.js";
import { valueAt } from "./steps.js";
import type { JsonSchema } from "./types/type-definition.js";

export type { JsonSchema };

/** The schema of one body as files have it, without bodies inside: of the shape of `key`, attributes `inOrder`. What every call carries is required unless `ensure: absent`. */
export function bodySchema(kind: PlacedKind, key?: string, inOrder: (fields: Fields) => Fields = (fields) => fields): JsonSchema {
  const fields = inOrder(fieldsOf(kind, { key }));
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
      properties[field.vendor] = { ...schema, description };
    }
  }
  return properties;
}

/** What a body may say beside its attributes whatever it is of. */
export function standardProperties(kind: PlacedKind): JsonObject {
  return {
    ...(kind.routes.delete === undefined
      ? {}
      : { ensure: { enum: ["present", "absent"], default: "present", description: "absent deletes it, if it is there." } }),
    ...movable(kind),
    ...(takesTemplate(kind)
      ? {
          template: {
            type: "boolean",
            default: false,
            description:
              "In a policy or a preset: ${this:full_path}, ${this:path}, ${this:name} and ${this:group} are filled in.",
          },
        }
      : {}),
    ...(isLive(kind)
      ? {
          unchecked: {
            type: ["object", "null"],
            description:
              "Attributes that trueup does not know yet, and values of those that it knows: compared and sent as they are.",
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
  if (description === undefined) return undefined;
  const to = "New full path: another file takes it over by moved_from. Nothing else is said of it here.";
  return {
    moved_from: { type: "string", minLength: 1, description },
    ...(kind.as === "tree" ? { moved_to: { type: "string", minLength: 1, description: to } } : {}),
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
  return {
    ...typeOf(field).schema.file(inEitherDialect(field), parts),
    description: describe(field),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.deprecated ? { deprecated: true } : {}),
  };
}

/** The field with what servers of either dialect take, where it stands alone: a plan holds values against those of the server that it is for. */
export function inEitherDialect(field: Field): Field {
  const { inVendor } = field;
  if (inVendor === undefined) return field;
  const { min, max, values = [], nullable } = inVendor;
  return {
    ...field,
    ...(min === undefined || field.min === undefined ? {} : { min: Math.min(field.min, min) }),
    ...(max === undefined || field.max === undefined ? {} : { max: Math.max(field.max, max) }),
    ...(field.values ? { values: wordsOfBoth(field.values, values) } : {}),
    ...(nullable ? { nullable } : {}),
  };
}

/** Words of both dialects: numbers by size, others in the order of the dialect that has them all, where one has. */
function wordsOfBoth<W extends string | number>(words: readonly W[], inVendor: readonly W[]): readonly W[] {
  const all = words.every((word) => inVendor.includes(word)) ? inVendor : [...new Set([...words, ...inVendor])];
  return all.every((word) => typeof word === "number") ? all.toSorted((a, b) => a - b) : all;
}

/** Schemas of what stands inside of a value. */
const parts = { value: fieldSchema, properties: propertiesOf };

/** What hover texts say of an attribute. */
export function describe(field: Field): string {
  const since = sinceSentence(field);
  const facts = [
    field.description,
    field.deprecated && !field.deprecated.alias ? `Deprecated: ${field.deprecated.replacement.replace(/\.$/, "")}.` : "",
    field.dialect === "vendor" ? "Only real servers know it." : "",
    otherwiseInVendor(field),
    field.tier && field.tier !== "free" ? `Needs tier ${field.tier}.` : "",
    since === undefined ? "" : `${since}.`,
    field.until ? `Gone since ${field.until}.` : "",
    field.on === "create" ? "Only taken when it is created." : "",
    field.secret ? "Secret: give it as ${env:NAME} or ${file:path}." : "",
    field.requires?.length ? `Goes together with ${field.requires.join(", ")}.` : "",
  ];
  return facts.filter((fact) => fact !== "").join(" ");
}

/** What is otherwise on real servers, in words; empty where nothing is. */
export function otherwiseInVendor({ inVendor = {} }: Field): string {
  const { min, max, values, nullable, default: usual } = inVendor;
  const facts = [
    usual === undefined ? "" : `${JSON.stringify(usual)} unless it is set`,
    min === undefined ? "" : `at least ${min}`,
    max === undefined ? "" : `at most ${max}`,
    values === undefined ? "" : `one of ${values.join(", ")}`,
    nullable ? "null unsets it" : "",
  ].filter((fact) => fact !== "");
  return facts.length === 0 ? "" : `On real servers: ${facts.join(", ")}.`;
}

/** Follows a JSON pointer with `#` in front inside a schema; undefined if it leads nowhere. */
export function schemaAt(schema: JsonSchema, pointer: string): Json | undefined {
  return valueAt(schema, decodeURIComponent(pointer.replace(/^#/, "")));
}
