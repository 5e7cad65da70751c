import { firstSegment } from "../core/address.js";
import { referencesOf } from "../core/body-fields.js";
import type { Declaration } from "../core/declaration.js";
import type { Field } from "../core/fields.js";
import { fieldsOf, isTopLevel, type Kinds } from "../core/kind.js";
import { configOf } from "../derive/terraform/config-of.js";
import { attributeWithRole } from "../derive/terraform/roles.js";
import { type AttributeContext, entriesOfConfig } from "./attributes.js";
import { type ConvertedDeclaration, ConvertedDeclarations } from "./converted.js";
import { type Expression, expressionOf, type Reference, referenceTo } from "./expression.js";
import type { Beginning, Configuration, Resource } from "./resource.js";
import { Variables } from "./variables.js";

/** Declarations as resources that refer to each other. Each declaration is of a sort that loading takes (`checkDeclaration`). */
export function configurationOf(declarations: readonly Declaration[], kinds: Kinds, beginning: Beginning): Configuration {
  // An import finds a thing by its name, and Terraform knows no other spelling of one than the composed form of Unicode.
  const isFound = ({ address }: Declaration): boolean => beginning === "create" || address === address.normalize("NFC");
  const things = new ConvertedDeclarations(declarations.filter(isFound), kinds);
  const context: Context = { things, order: orderOf(things), variables: new Variables(), beginning };
  const made = things.list.map((thing) => resourceOf(thing, context));
  const lost = declarations.filter((declaration) => !isFound(declaration));
  return {
    resources: made.map(({ resource }) => resource),
    variables: context.variables.list(),
    gaps: [
      ...made.flatMap(({ resource, gaps }) => gaps.map((gap) => `${resource.address}: ${gap}`)),
      ...lost.map(
        ({ address }) => `${address} cannot be imported: its name is not in the composed form (NFC) that Terraform keeps`,
      ),
    ],
  };
}

interface Context {
  readonly things: ConvertedDeclarations;
  readonly order: Order;
  readonly variables: Variables;
  readonly beginning: Beginning;
}

function resourceOf(
  thing: ConvertedDeclaration,
  context: Context,
): { readonly resource: Resource; readonly gaps: readonly string[] } {
  const { declaration, kind, resource, name } = thing;
  const { things, order, variables, beginning } = context;
  const gaps = order
    .unawaited(thing)
    .map((other) => `is made before ${other.declaration.address}, which names it: what that sets does not shape it yet`);
  const attributeContext: AttributeContext = {
    variables,
    beginning,
    place: (path) => pathExpression(path, things.holderOf(thing)),
    named: (field, other) => {
      const named = namedBy(thing, field, other, things);
      return named && order.mayRefer(thing, named) ? identityOf(named) : undefined;
    },
    isCircular: (field, other) => {
      const named = namedBy(thing, field, other, things);
      return named !== undefined && !order.mayRefer(thing, named);
    },
    onGap: (attribute, reason) => gaps.push(`${attribute} ${reason}`),
  };
  const made: Resource = {
    type: resource.type,
    name,
    address: declaration.address,
    ...(kind.tree || !isTopLevel(kind) ? { top: firstSegment(declaration.path ?? "") } : {}),
    attributes: entriesOfConfig(resource.attributes, configOf(resource, declaration, declaration.spec), attributeContext),
    dependsOn: order.after(thing).map((other) => referenceTo(other.resource.type, other.name)),
    remarks: [...declaration.remarks, ...gaps],
  };
  return { resource: made, gaps };
}

/** A full path that begins with the one of its holder, where that is declared. */
function pathExpression(path: string, holder: ConvertedDeclaration | undefined): Expression {
  if (!holder) return expressionOf(path);
  const rest = path.slice((holder.declaration.path ?? "").length);
  return rest === "" ? identityOf(holder) : { is: "template", parts: [identityOf(holder), rest] };
}

/** What other things call this one by: its full path, or its name. */
function identityOf({ resource: { type, attributes }, kind, name }: ConvertedDeclaration): Reference {
  const path = isTopLevel(kind) ? attributeWithRole(attributes, "path") : undefined;
  return referenceTo(type, name, path ?? attributeWithRole(attributes, "key") ?? "id");
}

/** The other thing that a name stands for, where that is declared. */
function namedBy(
  thing: ConvertedDeclaration,
  { target }: Field,
  name: string,
  things: ConvertedDeclarations,
): ConvertedDeclaration | undefined {
  const named = target === undefined ? undefined : things.named(target, name, thing);
  return named === thing ? undefined : named;
}

/** What waits for what. Terraform knows no other order than that of references and `depends_on`, and takes no circles. */
interface Order {
  /** True if an attribute of `from` may refer to `to`: not where that waits for `from` itself. */
  readonly mayRefer: (from: ConvertedDeclaration, to: ConvertedDeclaration) => boolean;
  /** What a thing waits for without referring to it. */
  readonly after: (thing: ConvertedDeclaration) => readonly ConvertedDeclaration[];
  /** What it should have waited for, and cannot. */
  readonly unawaited: (thing: ConvertedDeclaration) => readonly ConvertedDeclaration[];
}

/**
 * Finds the order of things: each waits for what holds it, for what its attributes name, and what nothing holds for the settings that shape what is made. Names that
 * would close a circle are left to stand as they are, and settings that name a thing come after it.
 */
function orderOf(things: ConvertedDeclarations): Order {
  const waits = new Map(things.list.map((thing) => [thing, new Set<ConvertedDeclaration>()]));
  const add = (from: ConvertedDeclaration, to: ConvertedDeclaration): boolean => {
    if (from === to || reaches(to, from, waits)) return false;
    waits.get(from)?.add(to);
    return true;
  };
  for (const thing of things.list) {
    const holder = things.holderOf(thing);
    if (holder) add(thing, holder);
  }
  for (const thing of things.list) for (const named of allNamedBy(thing, things)) add(thing, named);
  const after = new Map<ConvertedDeclaration, readonly ConvertedDeclaration[]>();
  const unawaited = new Map<ConvertedDeclaration, readonly ConvertedDeclaration[]>();
  for (const thing of things.list) {
    const settings = shapedBy(thing, things);
    if (!settings || waits.get(thing)?.has(settings)) continue;
    (add(thing, settings) ? after : unawaited).set(thing, [settings]);
  }
  return {
    mayRefer: (from, to) => waits.get(from)?.has(to) === true,
    after: (thing) => after.get(thing) ?? [],
    unawaited: (thing) => unawaited.get(thing) ?? [],
  };
}

/** What the names in a declaration stand for, of what is declared itself. */
function allNamedBy(thing: ConvertedDeclaration, things: ConvertedDeclarations): readonly ConvertedDeclaration[] {
  const { declaration, kind } = thing;
  const { key, spec } = declaration;
  return referencesOf(fieldsOf(kind, { key }), spec).flatMap(
    ({ field: { target }, name }) => (target === undefined ? undefined : things.named(target, name, thing)) ?? [],
  );
}

/** The settings of the instance that say what a new group or project is like; what lies in another waits for that one already. */
function shapedBy(thing: ConvertedDeclaration, things: ConvertedDeclarations): ConvertedDeclaration | undefined {
  const { tree } = thing.resource.kind;
  return tree && !things.holderOf(thing) ? things.at(tree.defaultVisibility.kind) : undefined;
}

/** True if `from` waits for `to`, by however many others. */
function reaches(
  from: ConvertedDeclaration,
  to: ConvertedDeclaration,
  waits: ReadonlyMap<ConvertedDeclaration, ReadonlySet<ConvertedDeclaration>>,
): boolean {
  const seen = new Set<ConvertedDeclaration>([from]);
  for (const thing of seen) {
    if (thing === to) return true;
    for (const next of waits.get(thing) ?? []) seen.add(next);
  }
  return false;
}
