import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { unknownName } from "../../core/schema-error.js";
import { attributeWithRole } from "./roles.js";
import type { TerraformAttribute, TerraformAttributes } from "./types.js";
import { unsettable } from "./unset.js";
import { type ConfigurationDiagnostic, fault, notYetKnown, type Path, type Written } from "./written.js";

/** An attribute of the schema with what a configuration says of it. */
export interface GivenAttribute {
  readonly path: Path;
  readonly attribute: TerraformAttribute;
  /** Null where nothing is said. */
  readonly value: Json;
}

/** The attributes that are given or required, and those of every object that is given. */
export function givenAttributes(
  attributes: TerraformAttributes,
  values: JsonObject,
  prefix: Path = [],
): readonly GivenAttribute[] {
  const places: GivenAttribute[] = [];
  for (const name of Object.keys(attributes)) {
    const attribute = attributes[name];
    const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
    if (!attribute || (value === null && attribute.use !== "required")) continue;
    const path = [...prefix, name];
    places.push({ path, attribute, value });
    const { nested } = attribute;
    if (!nested || value === notYetKnown) continue;
    for (const [object, place] of objectsIn(nested.mode, value, path)) {
      if (isObject(object) && object !== notYetKnown) places.push(...givenAttributes(nested.attributes, object, place));
    }
  }
  return places;
}

/** The objects that stand for one nested attribute, with the way to each. */
function objectsIn(mode: string, value: Json, path: Path): readonly (readonly [Json | undefined, Path])[] {
  if (Array.isArray(value)) return value.map((item: Json, index) => [item, [...path, index]] as const);
  if (mode !== "map" || !isObject(value)) return [[value, path]];
  return Object.entries(value).map(([key, item]) => [item, [...path, key]] as const);
}

/** Required attributes that are null, which the language itself allows. */
export function requiredDiagnostics(places: readonly GivenAttribute[]): readonly ConfigurationDiagnostic[] {
  const missing = places.filter(({ attribute, value }) => attribute.use === "required" && value === null);
  return missing.map(({ path }) => fault("schema.required", path, `${String(path.at(-1))} is required`));
}

/** Deprecated attributes that are given. */
export function deprecationDiagnostics(places: readonly GivenAttribute[]): readonly ConfigurationDiagnostic[] {
  return places.flatMap(({ path, attribute: { deprecated }, value }): readonly ConfigurationDiagnostic[] =>
    deprecated === undefined || value === null
      ? []
      : [{ severity: "warning", rule: "deprecated", path, message: `${String(path.at(-1))} is deprecated`, allowed: deprecated }],
  );
}

/** Names under `unset` that cannot be unset, or that are set at the same time. */
export function unsetDiagnostics(
  attributes: TerraformAttributes,
  config: JsonObject,
  places: readonly GivenAttribute[],
): readonly ConfigurationDiagnostic[] {
  const name = attributeWithRole(attributes, "unset");
  const list = name === undefined ? undefined : config[name];
  if (name === undefined || !Array.isArray(list)) return [];
  const names = unsettable(attributes).map(({ path }) => path);
  return list.flatMap((item: Json, index): readonly ConfigurationDiagnostic[] => {
    if (typeof item !== "string") return [];
    const place = places.find(({ path }) => path.join(".") === item);
    const at = [name, index];
    if (!names.includes(item)) {
      if (isThere(attributes, item)) return [fault("unset.name", at, `${item} cannot be unset`)];
      const { message, allowed } = unknownName(item, names);
      return [fault("unset.name", at, message, allowed)];
    }
    return place ? [fault("unset.given", at, `${item} is given a value and unset at the same time`, "one of both")] : [];
  });
}

/** One attribute under two spellings: the deprecated one is the one too many. */
export function repeatedDiagnostics(written: readonly Written[]): readonly ConfigurationDiagnostic[] {
  const firsts = new Map<string, Written>();
  for (const attribute of written) {
    if (!firsts.has(attribute.name) || attribute.path.at(-1) === attribute.name) firsts.set(attribute.name, attribute);
  }
  return written.flatMap((attribute): readonly ConfigurationDiagnostic[] => {
    const first = firsts.get(attribute.name) ?? attribute;
    if (first === attribute) return [];
    const message = `${first.path.join(".")} and ${attribute.path.join(".")} are the same attribute`;
    return [fault("duplicate.attribute", attribute.path, message, `only ${attribute.name}`)];
  });
}

/** True if there is an attribute of that dotted name. */
function isThere(attributes: TerraformAttributes, dotted: string): boolean {
  const [name = "", ...rest] = dotted.split(".");
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (!attribute || rest.length === 0) return attribute !== undefined;
  return attribute.nested !== undefined && isThere(attribute.nested.attributes, rest.join("."));
}
