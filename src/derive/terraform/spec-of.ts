import type { Address } from "../../core/address.js";
import { typeOf } from "../../core/fields.js";
import { hasGrown } from "../../core/grown.js";
import { isObject, type Json, type JsonObject, type Spec } from "../../core/json.js";
import { allFields, fieldsOf, isTopLevel, parentSaid, type PlacedKind } from "../../core/kind.js";
import { secret } from "../../core/placeholders.js";
import { attributeWithRole, pathAttribute, placeGiven, shapesOf } from "./roles.js";
import type { TerraformAttributes, TerraformResource } from "./types.js";
import { holdsUnknown, notYetKnown, type Path, type Written, writtenAttributes } from "./written.js";

/** What a configuration of a resource asks for, in the form that the engine takes. Nothing in it is unknown. */
export interface DesiredConfiguration extends Pick<Address, "parent" | "path" | "key"> {
  /** In file form and the order of the kind, unchecked ones behind by name. A secret is a placeholder of its name, null unsets, and pictures are left out: no hash is known here. */
  readonly spec: Spec;
  /** Clear values by the name of the attribute. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Numbers that are raised to send a secret again, by the name of the secret. */
  readonly versions: Readonly<Record<string, number>>;
  /** Paths of pictures, as written, by the name of the attribute. */
  readonly pictures: Readonly<Record<string, string>>;
  /** Where the configuration says each attribute of `spec` and `pictures`; unchecked ones included. */
  readonly paths: Readonly<Record<string, Path>>;
  /** Where values stand that are not known yet; an attribute that holds one is left out of all else. */
  readonly unknown: readonly Path[];
}

/** What a configuration says, before what is not known yet is left out. */
export interface ReadConfiguration {
  readonly attributes: readonly Written[];
  readonly unchecked: Json | undefined;
  /** The kind under the parent that it names; undefined where it names none and must. */
  readonly place: PlacedKind | undefined;
  readonly path: Json | undefined;
  readonly key: Json | undefined;
  /** The object that holds the attributes of one key, with its name. */
  readonly shape: { readonly name: string; readonly attributes: TerraformAttributes; readonly values: JsonObject } | undefined;
}

/** Reads a configuration: attributes by their names in the schema, null or undefined for what is not given, `notYetKnown` for what is not known. */
export function readConfiguration(resource: TerraformResource, config: JsonObject): ReadConfiguration {
  const { attributes } = resource;
  const given = (name: string | undefined) =>
    name !== undefined && Object.hasOwn(config, name) ? (config[name] ?? undefined) : undefined;
  const unset = textsOf(given(attributeWithRole(attributes, "unset")));
  const chosen = shapesOf(attributes).find(({ name }) => given(name) !== undefined && given(name) !== notYetKnown);
  const values = chosen && given(chosen.name);
  const shape = chosen && isObject(values) ? { name: chosen.name, attributes: chosen.attributes, values } : undefined;
  const keyName = attributeWithRole(attributes, "key");
  const key = chosen ? chosen.key : given(keyName);
  const place = placeGiven(resource, (name) => given(name) !== undefined);
  // What stands under a name at the top of the files has that name for its path.
  const isNamed = place !== undefined && place.as === "map" && isTopLevel(place);
  return {
    attributes: [
      ...inOrder(attributes, written(attributes, config, unset)),
      ...(shape ? inOrder(shape.attributes, written(shape.attributes, shape.values, unset, [shape.name])) : []),
    ],
    unchecked: given(attributeWithRole(attributes, "unchecked")),
    place,
    path: isNamed ? key : given(place && pathAttribute(attributes, place.parent)),
    key: isNamed ? undefined : key,
    shape,
  };
}

/** What an object gives, with what stands there in its write-only form: a secret, whatever the attribute is otherwise. */
function written(
  attributes: TerraformAttributes,
  values: JsonObject,
  unset: ReadonlySet<string>,
  prefix: Path = [],
): readonly Written[] {
  const hidden = Object.entries(values).flatMap(([name, value = null]): readonly Written[] => {
    const { role, of = "" } = (Object.hasOwn(attributes, name) ? attributes[name] : undefined) ?? {};
    const field = role === "secret_form" ? attributes[of]?.field : undefined;
    if (!field || value === null) return [];
    return [{ name: of, field: { ...field, secret: field.secret ?? true }, value, path: [...prefix, name] }];
  });
  return [...writtenAttributes(attributes, values, unset, prefix), ...hidden];
}

/** In the order of the kind, wherever deprecated spellings stand. */
function inOrder(attributes: TerraformAttributes, written: readonly Written[]): readonly Written[] {
  const names = Object.keys(attributes);
  return [...written].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}

/** The configuration of a resource in the form that the engine takes; see `readConfiguration` for the form of `config`, which may be read already. */
export function specOf(
  resource: TerraformResource,
  config: JsonObject,
  reading: ReadConfiguration = readConfiguration(resource, config),
): DesiredConfiguration {
  const known = reading.attributes.flatMap((written) => knownPart(written));
  const loose = Object.entries(uncheckedOf(resource, reading)).filter(([, value]) => !holdsUnknown(value));
  const isPicture = ({ field, value }: Written) => typeOf(field).isUploaded === true && value !== null;
  const isSecret = ({ field, value }: Written) => field.secret !== undefined && typeof value === "string" && value !== "";
  const uncheckedName = attributeWithRole(resource.attributes, "unchecked") ?? "";
  return {
    ...(reading.place ? parentSaid(reading.place) : {}),
    ...text("path", reading.path),
    ...text("key", reading.key),
    spec: Object.fromEntries([
      ...known
        .filter((written) => !isPicture(written))
        .map((written) => [written.name, isSecret(written) ? secret(written.name) : written.value] as const),
      ...loose,
    ]),
    secrets: texts(known.filter(isSecret)),
    versions: versionsOf(resource.attributes, config, reading),
    pictures: texts(known.filter(isPicture)),
    paths: Object.fromEntries([
      ...known.map(({ name, path }) => [name, path] as const),
      ...loose.map(([name]) => [name, [uncheckedName, name]] as const),
    ]),
    unknown: unknownPaths(config, []),
  };
}

/** What is known of an attribute: of a record each part, of all else the whole or nothing. */
function knownPart(written: Written): readonly Written[] {
  const { value, field } = written;
  if (!holdsUnknown(value)) return [written];
  if (!typeOf(field).isManagedInParts || value === notYetKnown || !isObject(value)) return [];
  const known = Object.entries(value).filter(([, part]) => !holdsUnknown(part));
  return [{ ...written, value: Object.fromEntries(known) }];
}

/** Attributes under `unchecked` by name, but those that have a place of their own. */
function uncheckedOf(resource: TerraformResource, reading: ReadConfiguration): JsonObject {
  const { unchecked } = reading;
  if (unchecked === undefined || unchecked === notYetKnown || !isObject(unchecked)) return {};
  const names = Object.keys(unchecked).filter((name) => !hasOwnPlace(resource, reading, name, unchecked[name] ?? null));
  return Object.fromEntries(names.sort().map((name) => [name, unchecked[name] ?? null]));
}

/** True for an attribute that the schema knows, unless its value is one that a newer release has added, or that it is given beside. */
export function hasOwnPlace(
  { kind }: TerraformResource,
  { key, attributes }: ReadConfiguration,
  name: string,
  value: Json,
): boolean {
  const fields = { ...allFields(kind), ...(typeof key === "string" ? fieldsOf(kind, { key }) : {}) };
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && (!hasGrown(field, value) || attributes.some((written) => written.name === name));
}

function versionsOf(
  attributes: TerraformAttributes,
  config: JsonObject,
  { shape }: ReadConfiguration,
): Readonly<Record<string, number>> {
  const places = [{ attributes, values: config }, ...(shape ? [shape] : [])];
  const entries = places.flatMap((place) =>
    Object.entries(place.attributes).flatMap(([name, { role, of = "" }]) => {
      const value = role === "secret_version" && Object.hasOwn(place.values, name) ? place.values[name] : undefined;
      return typeof value === "number" ? [[of, value] as const] : [];
    }),
  );
  return Object.fromEntries(entries);
}

function unknownPaths(value: Json | undefined, path: Path): readonly Path[] {
  if (value === notYetKnown) return [path];
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => unknownPaths(item, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([name, part]) => unknownPaths(part, [...path, name])) : [];
}

function text<N extends string>(name: N, value: Json | undefined): { readonly [K in N]?: string } {
  return typeof value === "string" ? ({ [name]: value } as { readonly [K in N]?: string }) : {};
}

function texts(all: readonly Written[]): Readonly<Record<string, string>> {
  return Object.fromEntries(all.flatMap(({ name, value }) => (typeof value === "string" ? [[name, value] as const] : [])));
}

function textsOf(value: Json | undefined): ReadonlySet<string> {
  return new Set(Array.isArray(value) ? value.filter((item: Json) => typeof item === "string") : []);
}
