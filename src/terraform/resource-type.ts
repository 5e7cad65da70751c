import { type Address, fold, formatAddress } from "../core/address.js";
import { TrueupError } from "../core/errors.js";
import type { Field } from "../core/fields.js";
import type { Json, JsonObject } from "../core/json.js";
import { isTopLevel, type Kind, parentSaid, type PlacedKind, placeSaid, placesOf } from "../core/kind.js";
import { attributeWithRole, hasNumber, pathAttribute, placeGiven, shapesOf } from "../derive/terraform/roles.js";
import { objectType, terraformTypeOf } from "../derive/terraform/type-of.js";
import type { TerraformAttribute, TerraformResource, TerraformType } from "../derive/terraform/types.js";
import { notYetKnown, writtenAttributes } from "../derive/terraform/written.js";
import { meansTheSame } from "../trueup.js";
import { fromJson, toJson } from "./cty/json.js";
import {
  byName,
  type CtyValue,
  isDynamic,
  isList,
  isObjectValue,
  isUnknown,
  objectValue,
  type ObjectValue,
  sameValue,
} from "./cty/value.js";
import { withValues } from "./finished.js";
import type { AttributeMeaning } from "./planned.js";

/** A resource with what follows from its attributes. */
export interface ResourceType extends TerraformResource {
  readonly wireType: TerraformType;
  readonly means: AttributeMeaning;
  /** True for what is always there: nothing creates or deletes it. */
  readonly isPermanent: boolean;
}

/** A resource with what follows from its attributes. */
export function resourceType(resource: TerraformResource): ResourceType {
  return {
    ...resource,
    wireType: objectType(resource.attributes),
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
  const text = (name: string | undefined): string | undefined => {
    const value = object[name ?? ""];
    return typeof value === "string" ? value : undefined;
  };
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
  const pairs: readonly (readonly [string | undefined, string | undefined])[] = [
    [attributeWithRole(attributes, "id"), id],
    [pathAttribute(attributes, place.parent), isNamed(place) ? undefined : path],
    [attributeWithRole(attributes, "key"), isNamed(place) ? path : key],
  ];
  const values = pairs.flatMap(([name, value]): (readonly [string, CtyValue])[] => {
    const attribute = name === undefined ? undefined : attributes[name];
    if (name === undefined || !attribute || value === undefined) return [];
    const current = object[name] ?? null;
    return [[name, current !== null && !isUnknown(current) && means(attribute, current, value) ? current : value]];
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

/** Tells which values mean the same for things of a kind: as the engine does, which knows no other difference between them. */
export function meaningOf(kind: Kind): AttributeMeaning {
  return (attribute, a, b) => {
    const { field, role, name } = attribute;
    if (role === "path" || (role === "key" && kind.key?.caseless))
      return typeof a === "string" && typeof b === "string" && fold(a) === fold(b);
    if (!field || role || name === undefined) return sameValue(a, b, terraformTypeOf(attribute));
    return meansTheSame({ [name]: field }, name, fileForm(attribute, a), fileForm(attribute, b));
  };
}

/** True if a value, null for none, means what is live. */
export function isAsLive(field: Field, name: string, value: Json, live: Json): boolean {
  return meansTheSame({ [name]: field }, name, value, live);
}

/** A known value of an attribute in the form that files have. */
export function fileForm(attribute: TerraformAttribute, value: CtyValue): Json {
  const name = attribute.name ?? "";
  const [written] = writtenAttributes({ [name]: attribute }, { [name]: jsonOf(value) }, new Set());
  return written?.value ?? null;
}

/** What is live, in file form, as a value of the attribute; null where facts alone settle its type, and wrongly: no state can hold such a value. Throws `terraform.value` for any other that is none of its type. */
export function liveValue(attribute: TerraformAttribute, live: Json): CtyValue {
  try {
    return fromJson(live, terraformTypeOf(attribute));
  } catch (error) {
    if (attribute.field?.plain && error instanceof TrueupError && error.code === "terraform.value") return null;
    throw error;
  }
}

/** What a configuration or state gives, as JSON, with `notYetKnown` for what is unknown. */
export function configJson(config: ObjectValue): JsonObject {
  const given = Object.entries(config).filter(([, value]) => value !== null);
  return byName(given.map(([name, value]) => [name, jsonOf(value)]));
}

function jsonOf(value: CtyValue): Json {
  if (isUnknown(value)) return notYetKnown;
  if (isDynamic(value)) return jsonOf(value.value);
  if (isList(value)) return value.map(jsonOf);
  return isObjectValue(value) ? configJson(value) : toJson(value);
}
