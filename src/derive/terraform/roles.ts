import { oncePer } from "../../core/collections.js";
import { topParent, type Kind, kindIn, type PlacedKind, placesOf } from "../../core/kind.js";
import type { AttributeRole, TerraformAttributes, TerraformResource } from "./types.js";

/** The name of the attribute that has a role of which there is one at most: `key`, `id`, `unset`, `unchecked`. */
export function attributeWithRole(attributes: TerraformAttributes, role: AttributeRole): string | undefined {
  return namesByRole(attributes).get(role);
}

const namesByRole = oncePer(
  (attributes: TerraformAttributes): ReadonlyMap<AttributeRole, string> =>
    new Map(Object.entries(attributes).flatMap(([name, { role }]) => (role === undefined ? [] : [[role, name] as const]))),
);

/** An attribute that holds the full path of a thing, or of what it hangs on. */
export interface PathAttribute {
  readonly name: string;
  /** The kind of what the thing hangs on; undefined for its own path. */
  readonly of?: string;
}

/** The attributes that say where a thing is: of what may hang on things of several kinds there is one for each of them. */
export function pathAttributes(attributes: TerraformAttributes): readonly PathAttribute[] {
  return Object.entries(attributes).flatMap(([name, { role, of }]) =>
    role === "path" ? [{ name, ...(of === undefined ? {} : { of }) }] : [],
  );
}

/** The name of the attribute that holds the path of a thing under a parent; undefined where nothing has to be said. */
export function pathAttribute(attributes: TerraformAttributes, parent: string): string | undefined {
  return pathAttributes(attributes).find(({ of }) => (of ?? topParent) === parent)?.name;
}

/** The kind of a resource under the parent that a configuration or state names; undefined where it does not name exactly one and must. */
export function placeGiven(
  { kind, attributes }: Pick<TerraformResource, "kind" | "attributes">,
  isGiven: (name: string) => boolean,
): PlacedKind | undefined {
  const [only, ...others] = placesOf(kind);
  if (others.length === 0) return only;
  const [attribute, ...more] = pathAttributes(attributes).filter(({ name }) => isGiven(name));
  if (attribute) return attribute.of === undefined || more.length > 0 ? undefined : kindIn(kind, attribute.of);
  return Object.hasOwn(kind.parents, topParent) ? kindIn(kind, topParent) : undefined;
}

/** The attributes of one key, in an attribute of that name. */
export interface ShapeAttribute {
  readonly name: string;
  readonly key: string;
  readonly attributes: TerraformAttributes;
}

/** The attributes that hold those of one key each. */
export const shapesOf = oncePer((attributes: TerraformAttributes): readonly ShapeAttribute[] =>
  Object.entries(attributes).flatMap(([name, { role, of, nested }]) =>
    role === "shape" && of !== undefined && nested ? [{ name, key: of, attributes: nested.attributes }] : [],
  ),
);

/** True if the platform knows things of a kind by a number of their own, which stays when they are renamed; else its routes name them by their key, or by nothing. */
export function hasNumber(kind: Kind): boolean {
  const routes = placesOf(kind).flatMap((place) => [place.routes.read, place.routes.update]);
  return routes.some((route) => route?.includes(`{${kind.name}}`));
}

/**
 * What `unset` may name, with dots before it for what it stands in (`expiration.name_regex`): nullable attributes of the thing, its records and its shapes, but none in entries of sets, and no
 * deprecated spelling.
 */
export function unsettable(attributes: TerraformAttributes, prefix = ""): readonly string[] {
  return Object.entries(attributes).flatMap(([name, { field, nested }]) => {
    if (field?.deprecated?.alias) return [];
    const inner = nested?.mode === "single" ? unsettable(nested.attributes, `${prefix}${name}.`) : [];
    return [...(field?.nullable ? [prefix + name] : []), ...inner];
  });
}
