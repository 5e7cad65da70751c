import { type Address, formatAddress } from "../core/address.js";
import { isTopLevel, parentSaid, type PlacedKind, placeSaid, placesOf } from "../core/kind.js";
import { attributeWithRole, hasNumber, pathAttribute, placeGiven, shapesOf } from "../derive/terraform/roles.js";
import { objectType } from "../derive/terraform/type-of.js";
import type { TerraformResource, TerraformType } from "../derive/terraform/types.js";
import { isObjectValue, isUnknown, objectValue, type ObjectValue, type CtyValue } from "./cty/value.js";
import { withValues } from "./finished.js";
import { meaningOf } from "./meaning.js";
import type { AttributeMeaning } from "./planned.js";

/** A resource with what follows from its attributes. */
export interface ResourceType extends TerraformResource {
  readonly wireType: TerraformType;
  readonly dataType: TerraformType;
  readonly means: AttributeMeaning;
  /** True for what is always there: nothing creates or deletes it. */
  readonly isPermanent: boolean;
}

/** A resource with what follows from its attributes. */
export function resourceType(resource: TerraformResource): ResourceType {
  return {
    ...resource,
    wireType: objectType(resource.attributes),
    dataType: objectType(resource.data),
    means: meaningOf(resource.kind),
    isPermanent: placesOf(resource.kind).every(({ routes }) => routes.delete === undefined),
  };
}

/** What identifies the thing of a configuration or state. */
export interface Identity extends Address {
  /** The number that the platform knows it by, or its address. */
  readonly id?: string;
}

/** What identifies the thing of a configuration or state, as far as it is known. */
export function stateIdentity(resource: TerraformResource, object: ObjectValue): Identity {
  const { attributes, kind } = resource;
  const text = (name: string | undefined): string | undefined => textOf(object[name ?? ""]);
  const key =
    text(attributeWithRole(attributes, "key")) ?? shapesOf(attributes).find(({ name }) => isObjectValue(object[name]))?.key;
  const place = placeGiven(resource, (name) => (object[name] ?? null) !== null);
  const path = place && text(pathAttribute(attributes, place.parent));
  const [ownPath, ownKey] = place && isNamed(place) ? [key, undefined] : [path, key];
  const id = text(attributeWithRole(attributes, "id"));
  return {
    kind: kind.name,
    ...(place ? parentSaid(place) : {}),
    ...(ownPath === undefined ? {} : { path: ownPath }),
    ...(ownKey === undefined ? {} : { key: ownKey }),
    ...(id === undefined ? {} : { id }),
  };
}

/** True for what stands under a name at the top of the files: it has that name for its path. */
function isNamed(place: PlacedKind): boolean {
  return place.as === "map" && isTopLevel(place);
}

/** What a live thing is known by: its number, or its address. */
export function idOf({ kind }: TerraformResource, live: Address & { readonly id: string | number }): string {
  return hasNumber(kind) ? String(live.id) : formatAddress(live);
}

/** The object with what identifies the thing, in its own spelling where that means the same. */
export function withIdentity(type: ResourceType, object: ObjectValue, identity: Identity): ObjectValue {
  const { attributes, kind, means } = type;
  const { path, key, id } = identity;
  const place = placeSaid(kind, identity);
  const found: readonly (readonly [string | undefined, string | undefined])[] = [
    [attributeWithRole(attributes, "id"), id],
    [pathAttribute(attributes, place.parent), isNamed(place) ? undefined : path],
    [attributeWithRole(attributes, "key"), isNamed(place) ? path : key],
  ];
  const values = found.flatMap(([name, value]): (readonly [string, CtyValue])[] => {
    const attribute = name === undefined ? undefined : attributes[name];
    if (name === undefined || !attribute || value === undefined) return [];
    const own = object[name] ?? null;
    return [[name, own !== null && !isUnknown(own) && means(attribute, own, value) ? own : value]];
  });
  return withValues(object, Object.fromEntries(values));
}

/** A state that only says which thing it is. */
export function bareState(type: ResourceType, identity: Identity): ObjectValue {
  const shape = shapesOf(type.attributes).find(({ key }) => key === identity.key);
  const empty = Object.keys(type.attributes).map((name) => [name, null] as const);
  const inner = shape && objectValue(Object.keys(shape.attributes).map((name) => [name, null]));
  return withIdentity(type, objectValue([...empty, ...(shape && inner ? [[shape.name, inner] as const] : [])]), identity);
}

function textOf(value: CtyValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
