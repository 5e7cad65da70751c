import { type Field, typeOf } from "../core/fields.js";
import { isObject, type Value, type Spec } from "../core/json.js";
import { hidesSecret, isSecret } from "../core/placeholders.js";
import { secretVersionName } from "../derive/terraform/describe.js";
import type { TerraformAttribute, TerraformAttributes } from "../derive/terraform/types.js";
import { type ExpressionEntry, type Expression, expressionOf } from "./expression.js";
import type { Beginning } from "./resource.js";
import type { Variables } from "./variables.js";

/** What turning the configuration of one thing into expressions needs to know. */
export interface AttributeContext {
  readonly variables: Variables;
  readonly beginning: Beginning;
  /** The expression for the full path that the thing has, or that of what it hangs on. */
  readonly place: (path: string) => Expression;
  /** The expression for a name of another thing; `circular` where that waits for this thing itself, and undefined for what is not declared. */
  readonly named: (field: Field, name: string) => Expression | "circular" | undefined;
  /** Told of what cannot be said: the attribute, and why. */
  readonly onGap: (attribute: string, reason: string) => void;
}

/** The attributes of a configuration that `configOf` made, as expressions. `prefix` comes before the names that gaps are told of. */
export function entriesOfConfig(
  schema: TerraformAttributes,
  config: Spec,
  context: AttributeContext,
  prefix = "",
): readonly ExpressionEntry[] {
  tellLacking(schema, config, context, prefix);
  return Object.entries(config).flatMap(([name, value]) => {
    const attribute = schema[name];
    return attribute === undefined || value === undefined ? [] : attributeEntries(name, attribute, value, context, prefix + name);
  });
}

/** Files may leave out what is there already; Terraform wants it said whenever it may have to make the thing. */
function tellLacking(schema: TerraformAttributes, config: Spec, { onGap }: AttributeContext, prefix: string): void {
  for (const [name, { use, role }] of Object.entries(schema)) {
    if (use === "required" && role === undefined && config[name] === undefined)
      onGap(prefix + name, "must be given to Terraform: add it");
  }
}

function attributeEntries(
  name: string,
  attribute: TerraformAttribute,
  value: Value,
  context: AttributeContext,
  dotted: string,
): readonly ExpressionEntry[] {
  const { role, field, nested } = attribute;
  if (context.beginning === "import" && isNeverImported(attribute)) return tellLeftOut(attribute, value, context, dotted);
  if (isCircular(field, value, context)) return tellCircular(dotted, context);
  if (role === "path" && typeof value === "string") return [{ name, value: context.place(value) }];
  if (role === "unchecked" && isObject(value)) return uncheckedEntries(name, value, context);
  if (typeOf(field)?.isUploaded && typeof value === "string") return [{ name, value: { is: "file", path: value } }];
  if (isSecret(value))
    return secretEntries(name, attribute, context.variables.expression(value, attribute.writeOnly === true), context);
  if (nested?.mode === "single" && isObject(value)) {
    const entries = entriesOfConfig(nested.attributes, value, context, `${dotted}.`);
    // An integration is chosen by its object, whatever is in it.
    return entries.length === 0 && role !== "shape" ? [] : [{ name, value: { is: "object", entries } }];
  }
  const whole = nested
    ? nestedValue(nested.attributes, value, context, dotted)
    : plainValue(attribute, field, value, context, dotted);
  return [{ name, value: whole }];
}

/** Attributes of which an import leaves nothing in the state: a plan would set them once more. */
function isNeverImported({ role, field }: TerraformAttribute): boolean {
  const isOnlyGiven = field?.on === "create" && field.unreadable === true;
  return role === "unset" || role === "unchecked" || typeOf(field)?.isUploaded === true || isOnlyGiven;
}

function tellLeftOut(
  { role, field }: TerraformAttribute,
  value: Value,
  { onGap }: AttributeContext,
  dotted: string,
): readonly ExpressionEntry[] {
  if (role === "unset") {
    for (const name of Array.isArray(value) ? (value as readonly Value[]) : []) {
      if (typeof name === "string") onGap(name, "is left as it is; to keep it unset from here, name it in unset");
    }
  } else if (role === "unchecked") {
    for (const name of isObject(value) ? Object.keys(value) : []) onGap(`unchecked.${name}`, "is left as it is");
  } else if (typeOf(field)?.isUploaded && typeof value === "string") {
    onGap(dotted, `is left as it is; to manage it from here, set it to the path of ${value}`);
  }
  return [];
}

/** Names that the schema does not know. A secret among them would stand in the state. */
function uncheckedEntries(name: string, value: Spec, { onGap }: AttributeContext): readonly ExpressionEntry[] {
  const stated = Object.entries(value).filter(([candidate, part = null]) => {
    if (holdsSecret(part)) onGap(`${name}.${candidate}`, "would put a secret into the state: left out");
    return !holdsSecret(part);
  });
  return stated.length === 0 ? [] : [{ name, value: expressionOf(Object.fromEntries(stated)) }];
}

function holdsSecret(value: Value): boolean {
  if (hidesSecret(value)) return true;
  if (Array.isArray(value)) return value.some((item: Value) => holdsSecret(item));
  return isObject(value) && Object.values(value).some((part) => part !== undefined && holdsSecret(part));
}

function secretEntries(
  name: string,
  { writeOnly }: TerraformAttribute,
  value: Expression,
  { beginning }: AttributeContext,
): readonly ExpressionEntry[] {
  // The number is in the state and the secret is not: what is imported has none yet.
  const hasVersion = writeOnly === true && beginning === "create";
  const version: readonly ExpressionEntry[] = hasVersion ? [{ name: secretVersionName(name), value: expressionOf(1) }] : [];
  return [{ name, value }, ...version];
}

/** True for a name that would close a circle. What is imported is there already: it may be named. */
function isCircular(field: Field | undefined, value: Value, context: AttributeContext): boolean {
  if (context.beginning === "import" || !field || !typeOf(field).namesThings) return false;
  return typeof value === "string" && context.named(field, value) === "circular";
}

function tellCircular(dotted: string, { onGap }: AttributeContext): readonly [] {
  onGap(dotted, "is left out where it names what waits for this itself: once all are there, add it by its name");
  return [];
}

/** A list, set or map of objects. */
function nestedValue(schema: TerraformAttributes, value: Value, context: AttributeContext, dotted: string): Expression {
  const object = (element: Value): Expression =>
    isObject(element)
      ? { is: "object", entries: entriesOfConfig(schema, element, context, `${dotted}.`) }
      : expressionOf(element);
  if (!Array.isArray(value)) return isObject(value) ? mapped(value, object) : expressionOf(value);
  const items = value.filter((item: Value) => {
    const names = isObject(item) ? Object.keys(item) : [];
    const lost = names.find((name) => isObject(item) && isCircular(schema[name]?.field, item[name] ?? null, context));
    if (lost !== undefined) tellCircular(`${dotted}.${lost}`, context);
    return lost === undefined;
  });
  return { is: "list", items: items.map((item: Value) => object(item)) };
}

/** A value without attributes of its own; `field` says what of it are names of other things. */
function plainValue(
  attribute: TerraformAttribute,
  field: Field | undefined,
  value: Value,
  context: AttributeContext,
  dotted: string,
): Expression {
  const part = (element: Value): Expression => plainValue(attribute, field?.item, element, context, dotted);
  if (isSecret(value)) return context.variables.expression(value, attribute.writeOnly === true);
  if (Array.isArray(value)) {
    const items = value.filter((item: Value) => !isCircular(field?.item, item, context));
    if (items.length < value.length) tellCircular(dotted, context);
    return { is: "list", items: items.map((item: Value) => part(item)) };
  }
  if (isObject(value)) return mapped(value, part);
  if (typeof value !== "string") return expressionOf(value);
  // The number of an access level says what it is without quotation marks, and is taken for the text that it stands for.
  if (typeOf(field)?.namesNumbers && /^\d+$/.test(value)) return expressionOf(Number(value));
  const named = field && typeOf(field).namesThings ? context.named(field, value) : undefined;
  return named === undefined || named === "circular" ? expressionOf(value) : named;
}

function mapped(value: Spec, write: (element: Value) => Expression): Expression {
  const entries = Object.entries(value).flatMap(([name, part]) => (part === undefined ? [] : [{ name, value: write(part) }]));
  return { is: "map", entries };
}
