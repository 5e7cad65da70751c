import { isObject, type Json, type JsonObject } from "../core/json.js";
import { isFile, isSecret } from "../core/plan.js";
import type { Field } from "../core/fields.js";
import { secretVersionName } from "../derive/terraform/describe.js";
import type { TerraformAttribute, TerraformAttributes } from "../derive/terraform/types.js";
import { type Entry, type Expression, expressionOf, reference } from "./expression.js";
import type { Beginning } from "./resource.js";
import type { Variables } from "./variables.js";

/** What turning the values of one thing into expressions needs to know. */
export interface AttributeContext {
  readonly variables: Variables;
  readonly beginning: Beginning;
  /** The expression for a name of another thing; undefined where it is to stand as it is. */
  readonly named: (field: Field, name: string, path: string) => Expression | undefined;
  /** Told of what cannot be said: the attribute, and why. */
  readonly onGap: (attribute: string, reason: string) => void;
}

/** The attributes of a body, and those that are to be unset, by their dotted paths. */
export interface Attributes {
  readonly entries: readonly Entry[];
  readonly unset: readonly string[];
}

const nothing: Attributes = { entries: [], unset: [] };

/** What `spec` says, in the order of the schema's attributes. `prefix` comes before the names in paths. */
export function attributesOf(schema: TerraformAttributes, spec: JsonObject, context: AttributeContext, prefix = ""): Attributes {
  const parts = Object.entries(schema).map(([name, attribute]) => {
    const value = attribute.name === undefined ? undefined : spec[attribute.name];
    return value === undefined ? nothing : oneAttribute(name, attribute, value, { ...context, path: prefix + name });
  });
  return { entries: parts.flatMap(({ entries }) => entries), unset: parts.flatMap(({ unset }) => unset) };
}

/** What is known of the one value that is looked at. */
interface ValueContext extends AttributeContext {
  /** Its dotted path. */
  readonly path: string;
}

function oneAttribute(name: string, attribute: TerraformAttribute, value: Json, context: ValueContext): Attributes {
  const { nested, field } = attribute;
  const { path, beginning, onGap } = context;
  if (value === null) return { entries: [], unset: [path] };
  if (beginning === "import" && field?.on === "create") return nothing;
  if (isFile(value)) {
    if (beginning === "create") return oneEntry(name, fromModule(value.$file));
    // Nothing of a picture is in the state after an import: a plan would upload it again.
    onGap(path, `is left as it is; to manage it from here, set ${name} to the path of ${value.$file}`);
    return nothing;
  }
  if (isSecret(value))
    return secretEntries(name, attribute, context.variables.expression(value, attribute.writeOnly === true), context);
  if (nested?.mode === "single" && isObject(value)) {
    const { entries, unset } = attributesOf(nested.attributes, value, context, `${path}.`);
    return { entries: entries.length === 0 ? [] : [{ name, value: { is: "object", entries } }], unset };
  }
  return oneEntry(name, nested ? nestedValue(nested.attributes, value, context) : plainValue(attribute, field, value, context));
}

function oneEntry(name: string, value: Expression): Attributes {
  return { entries: [{ name, value }], unset: [] };
}

/** A path below the directory of the configuration, wherever Terraform runs. */
function fromModule(file: string): Expression {
  return { is: "template", parts: [reference("path", "module"), `/${file}`] };
}

function secretEntries(
  name: string,
  { writeOnly }: TerraformAttribute,
  value: Expression,
  { beginning }: ValueContext,
): Attributes {
  // The number is in the state and the secret is not: what is imported has none yet.
  const hasVersion = writeOnly === true && beginning === "create";
  const version: readonly Entry[] = hasVersion ? [{ name: secretVersionName(name), value: expressionOf(1) }] : [];
  return { entries: [{ name, value }, ...version], unset: [] };
}

/** A list or map of objects. */
function nestedValue(schema: TerraformAttributes, value: Json, context: ValueContext): Expression {
  const object = (one: Json): Expression =>
    isObject(one) ? { is: "object", entries: attributesOf(schema, one, context, `${context.path}.`).entries } : expressionOf(one);
  if (Array.isArray(value)) return { is: "list", items: value.map((one: Json) => object(one)) };
  return isObject(value) ? mapped(value, object) : expressionOf(value);
}

/** A value without attributes of its own; `field` says what of it are names of other things. */
function plainValue(attribute: TerraformAttribute, field: Field | undefined, value: Json, context: ValueContext): Expression {
  if (isSecret(value)) return context.variables.expression(value, attribute.writeOnly === true);
  if (Array.isArray(value))
    return { is: "list", items: value.map((one: Json) => plainValue(attribute, field?.item, one, context)) };
  if (isObject(value)) return mapped(value, (one) => plainValue(attribute, field?.item, one, context));
  if (typeof value === "string" && field?.type === "reference") {
    return context.named(field, value, context.path) ?? expressionOf(value);
  }
  // An access level or a reference may be a number in files; in a configuration both are texts.
  const isText = field?.type === "level" || field?.type === "reference";
  return expressionOf(isText && typeof value === "number" ? String(value) : value);
}

function mapped(value: JsonObject, write: (one: Json) => Expression): Expression {
  const entries = Object.entries(value).flatMap(([name, one]) => (one === undefined ? [] : [{ name, value: write(one) }]));
  return { is: "object", entries };
}
