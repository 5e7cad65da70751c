import { type AddressParts, formatAddress } from "../core/address.js";
import { objectType } from "../derive/terraform/type-of.js";
import { attributeWithRole, isNumbered, shapesOf } from "../derive/terraform/roles.js";
import type { TerraformResource, TerraformType } from "../derive/terraform/types.js";
import { isObjectValue, isUnknown, objectValue, type ObjectValue, type Value } from "./cty/value.js";
import { withValues } from "./finished.js";
import { meaningOf } from "./meaning.js";
import type { Meaning } from "./planned.js";

/** A resource with what follows from its attributes. */
export interface ResourceType extends TerraformResource {
  readonly wireType: TerraformType;
  readonly dataType: TerraformType;
  readonly means: Meaning;
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
    isPermanent: resource.kind.routes.delete === undefined,
  };
}

/** What identifies the thing of a configuration or state. */
export interface Identity extends AddressParts {
  /** The number that the platform knows it by, or its address. */
  readonly id?: string;
}

/** What identifies the thing of a configuration or state, as far as it is known. */
export function identityOf({ attributes, kind }: TerraformResource, object: ObjectValue): Identity {
  const text = (role: "path" | "key" | "id"): string | undefined => textOf(object[attributeWithRole(attributes, role) ?? ""]);
  const key = text("key") ?? shapesOf(attributes).find(({ name }) => isObjectValue(object[name]))?.key;
  // What stands under a name at the top of the files has that name for its path.
  const isNamed = kind.place.as === "map" && kind.place.under === undefined;
  const [path, own] = isNamed ? [key, undefined] : [text("path"), key];
  const id = text("id");
  return {
    kind: kind.name,
    ...(path === undefined ? {} : { path }),
    ...(own === undefined ? {} : { key: own }),
    ...(id === undefined ? {} : { id }),
  };
}

/** What a live thing is known by: its number, or its address. */
export function idOf({ kind }: TerraformResource, live: AddressParts & { readonly id: string | number }): string {
  return isNumbered(kind) ? String(live.id) : formatAddress(live);
}

/** The object with what identifies the thing, in its own spelling where that means the same. */
export function identified(type: ResourceType, object: ObjectValue, { path, key, id }: Identity): ObjectValue {
  const { attributes, kind, means } = type;
  const isNamed = kind.place.as === "map" && kind.place.under === undefined;
  const found = { id, path: isNamed ? undefined : path, key: isNamed ? path : key };
  const values = Object.entries(found).flatMap(([role, value]): (readonly [string, Value])[] => {
    const [name, attribute] = Object.entries(attributes).find(([, one]) => one.role === role) ?? [];
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
  return identified(type, objectValue([...empty, ...(shape && inner ? [[shape.name, inner] as const] : [])]), identity);
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
