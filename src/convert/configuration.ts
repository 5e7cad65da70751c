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
  const context: Context = { things, waits: waitsOf(things), variables: new Variables(), beginning };
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

/** What waits for what. Terraform knows no other order than that of references and `depends_on`, and takes no circles. */
type Waits = ReadonlyMap<ConvertedDeclaration, ReadonlySet<ConvertedDeclaration>>;

interface Context {
  readonly things: ConvertedDeclarations;
  readonly waits: Waits;
  readonly variables: Variables;
  readonly beginning: Beginning;
}

function resourceOf(
  thing: ConvertedDeclaration,
  context: Context,
): { readonly resource: Resource; readonly gaps: readonly string[] } {
  const { declaration, kind, resource, name } = thing;
  const { things, variables, beginning } = context;
  const waits = context.waits.get(thing) ?? new Set();
  const settings = shapedBy(thing, things);
  const gaps: string[] = [];
  if (settings && !waits.has(settings))
    gaps.push(`is made before ${settings.declaration.address}, which names it: what that sets does not shape it yet`);
  const attributeContext: AttributeContext = {
    variables,
    beginning,
    place: (path) => pathExpression(path, things.holderOf(thing)),
    named: (field, other) => {
      const named = namedBy(thing, field, other, things);
      return named && (waits.has(named) ? identityOf(named) : "circular");
    },
    onGap: (attribute, reason) => gaps.push(`${attribute} ${reason}`),
  };
  const made: Resource = {
    type: resource.type,
    name,
    address: declaration.address,
    ...(kind.tree || !isTopLevel(kind) ? { top: firstSegment(declaration.path ?? "") } : {}),
    attributes: entriesOfConfig(resource.attributes, configOf(resource, declaration, declaration.spec), attributeContext),
    dependsOn: settings && waits.has(settings) ? [referenceTo(settings.resource.type, settings.name)] : [],
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

/**
 * Finds the order of things: each waits for what holds it, for what its attributes name, and what nothing holds for the settings that shape what is made. Names that
 * would close a circle are left to stand as they are, and settings that name a thing come after it.
 */
function waitsOf(things: ConvertedDeclarations): Waits {
  const waits = new Map(things.list.map((thing) => [thing, new Set<ConvertedDeclaration>()]));
  const add = (from: ConvertedDeclaration, to: ConvertedDeclaration | undefined): void => {
    if (to && from !== to && !reaches(to, from, waits)) waits.get(from)?.add(to);
  };
  for (const thing of things.list) add(thing, things.holderOf(thing));
  for (const thing of things.list) for (const named of allNamedBy(thing, things)) add(thing, named);
  for (const thing of things.list) add(thing, shapedBy(thing, things));
  return waits;
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
function reaches(from: ConvertedDeclaration, to: ConvertedDeclaration, waits: Waits): boolean {
  const seen = new Set<ConvertedDeclaration>([from]);
  for (const thing of seen) {
    if (thing === to) return true;
    for (const next of waits.get(thing) ?? []) seen.add(next);
  }
  return false;
}
