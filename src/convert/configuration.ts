import { firstSegment } from "../core/address.js";
import type { Declaration } from "../core/declaration.js";
import type { Field } from "../core/fields.js";
import { isObject, type Json } from "../core/json.js";
import { fieldsOf, type Kinds } from "../core/kind.js";
import { isSecret } from "../core/plan.js";
import type { AttributeRole, TerraformResource } from "../derive/terraform/types.js";
import { type AttributeContext, type Attributes, attributesOf } from "./attributes.js";
import { type Entry, type Expression, expressionOf, reference, type Reference } from "./expression.js";
import { orderOf, type Order } from "./order.js";
import type { Beginning, Configuration, Resource } from "./resource.js";
import { type Thing, Things } from "./things.js";
import { Variables } from "./variables.js";

/** Declarations as resources that refer to each other. Each declaration is of a sort that loading takes (`checkDeclaration`). */
export function configurationOf(declarations: readonly Declaration[], kinds: Kinds, beginning: Beginning): Configuration {
  const things = new Things(declarations, kinds);
  const context: Context = { things, order: orderOf(things), variables: new Variables(), beginning };
  const made = things.list.map((thing) => resourceOf(thing, context));
  return {
    resources: made.map(({ resource }) => resource),
    variables: context.variables.list(),
    gaps: made.flatMap(({ resource, gaps }) => gaps.map((gap) => `${resource.address}: ${gap}`)),
  };
}

interface Context {
  readonly things: Things;
  readonly order: Order;
  readonly variables: Variables;
  readonly beginning: Beginning;
}

function resourceOf(thing: Thing, context: Context): { readonly resource: Resource; readonly gaps: readonly string[] } {
  const { declaration, resource, name } = thing;
  const gaps = context.order
    .unawaited(thing)
    .map((other) => `is made before ${other.declaration.address}, which names it: what that sets does not shape it yet`);
  const attributes = [...placeEntries(thing, context), ...bodyEntries(thing, context, gaps)];
  const made: Resource = {
    type: resource.type,
    name,
    address: declaration.address,
    ...(resource.kind.tree || resource.kind.place.under ? { top: firstSegment(declaration.path ?? "") } : {}),
    attributes,
    dependsOn: context.order.after(thing).map((one) => reference(one.resource.type, one.name)),
    remarks: [...declaration.remarks, ...gaps],
  };
  return { resource: made, gaps };
}

/** Where it is and what it is called, as far as its kind has such. */
function placeEntries(thing: Thing, { things }: Context): readonly Entry[] {
  const { declaration, resource } = thing;
  const holder = things.holderOf(thing);
  const path = nameOfRole(resource, "path");
  const key = nameOfRole(resource, "key");
  return [
    ...(path === undefined ? [] : [{ name: path, value: pathExpression(declaration.path ?? "", holder) }]),
    ...(key === undefined ? [] : [{ name: key, value: expressionOf(declaration.key ?? declaration.path ?? "") }]),
  ];
}

/** A full path that begins with the one of its holder, where that is declared. */
function pathExpression(path: string, holder: Thing | undefined): Expression {
  if (!holder) return expressionOf(path);
  const rest = path.slice((holder.declaration.path ?? "").length);
  return rest === "" ? identityOf(holder) : { is: "template", parts: [identityOf(holder), rest] };
}

/** What other things call this one by: its full path, or its name. */
function identityOf({ resource, name }: Thing): Reference {
  return reference(resource.type, name, nameOfRole(resource, "path") ?? nameOfRole(resource, "key") ?? "id");
}

function nameOfRole({ attributes }: TerraformResource, role: AttributeRole): string | undefined {
  return Object.keys(attributes).find((name) => attributes[name]?.role === role);
}

function bodyEntries(thing: Thing, context: Context, gaps: string[]): readonly Entry[] {
  const { resource, declaration } = thing;
  const said: AttributeContext = {
    variables: context.variables,
    beginning: context.beginning,
    named: (field, name, path) => namedExpression(thing, { field, name, path }, context, gaps),
    onGap: (attribute, reason) => gaps.push(`${attribute} ${reason}`),
  };
  const own = attributesOf(resource.attributes, declaration.spec, said);
  const shaped = shapeAttributes(thing, said);
  return [
    ...own.entries,
    ...shaped.entries,
    ...unsetEntries([...own.unset, ...shaped.unset], said),
    ...uncheckedEntries(thing, said),
  ];
}

/** What a name stands for: a reference, where it may be one. */
function namedExpression(
  thing: Thing,
  { field, name, path }: { readonly field: Field; readonly name: string; readonly path: string },
  { things, order }: Context,
  gaps: string[],
): Expression | undefined {
  const named = field.target === undefined ? undefined : things.at(field.target, name);
  if (!named || named === thing) return undefined;
  if (order.mayRefer(thing, named)) return identityOf(named);
  gaps.push(`${path} names ${name} by its path, because ${name} waits for this: where it is not there yet, apply twice`);
  return undefined;
}

/** The attributes of a thing whose key has a shape of its own: they stand in an object of that name. */
function shapeAttributes({ resource, declaration }: Thing, context: AttributeContext): Attributes {
  const found = Object.entries(resource.attributes).find(([, { role, of }]) => role === "shape" && of === declaration.key);
  if (!found) return { entries: [], unset: [] };
  const [name, { nested }] = found;
  const { entries, unset } = attributesOf(nested?.attributes ?? {}, declaration.spec, context, `${name}.`);
  return { entries: [{ name, value: { is: "object", entries } }], unset };
}

function unsetEntries(unset: readonly string[], { beginning, onGap }: AttributeContext): readonly Entry[] {
  if (unset.length === 0) return [];
  if (beginning === "create") return [{ name: "unset", value: expressionOf(unset) }];
  for (const attribute of unset) onGap(attribute, `is left as it is; to keep it unset from here, name it in unset`);
  return [];
}

/** Names that the schema does not know. A secret among them would stand in the state. */
function uncheckedEntries({ resource: { kind }, declaration }: Thing, { beginning, onGap }: AttributeContext): readonly Entry[] {
  const fields = fieldsOf(kind, declaration.key);
  const loose = Object.entries(declaration.spec).filter(([name, value]) => value !== undefined && !Object.hasOwn(fields, name));
  const said = loose.filter(([name, value = null]) => {
    const reason =
      beginning === "import"
        ? "is left as it is"
        : holdsSecret(value)
          ? "would put a secret into the state: left out"
          : undefined;
    if (reason !== undefined) onGap(`unchecked.${name}`, reason);
    return reason === undefined;
  });
  return said.length === 0 ? [] : [{ name: "unchecked", value: expressionOf(Object.fromEntries(said)) }];
}

function holdsSecret(value: Json): boolean {
  if (isSecret(value)) return true;
  if (Array.isArray(value)) return value.some((one: Json) => holdsSecret(one));
  return isObject(value) && Object.values(value).some((one) => one !== undefined && holdsSecret(one));
}
