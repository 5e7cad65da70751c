import type { Diagnostic } from "../../core/errors.js";
import { type Field, formed, typeOf } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import type { TerraformAttribute, TerraformAttributes } from "./types.js";

/** Names and indexes that lead to a value in a configuration. */
export type Path = readonly (string | number)[];

/** One attribute of a kind as a configuration says it. */
export interface Written {
  /** Its name in the file form: that of the replacement, where a deprecated spelling is used. */
  readonly name: string;
  readonly field: Field;
  /** In file form, but for secrets and pictures, which stand as they are; `notYetKnown` where something is. Null if it is to be unset. */
  readonly value: Json;
  /** Where the configuration says it. */
  readonly path: Path;
}

/**
 * The attributes that an object of a configuration gives, in file form: levels and references by name, or a reference by number where the text is one; deprecated
 * spellings as their replacement. What is null is not given. `unset` holds dotted names of what is to be unset, `prefix` leads to the object.
 */
export function writtenAttributes(
  attributes: TerraformAttributes,
  values: JsonObject,
  unset: ReadonlySet<string>,
  prefix: Path = [],
): readonly Written[] {
  // Most attributes of a resource are not given: what is not there costs nothing.
  const written: Written[] = [];
  for (const [name, given] of Object.entries(values)) {
    if ((given ?? null) === null || !Object.hasOwn(attributes, name)) continue;
    written.push(...writtenAttribute(attributes, name, given ?? null, unset, prefix));
  }
  if (unset.size === 0) return written;
  const others = Object.keys(attributes).filter((name) => !Object.hasOwn(values, name) || (values[name] ?? null) === null);
  return [...written, ...others.flatMap((name) => writtenAttribute(attributes, name, null, unset, prefix))];
}

function writtenAttribute(
  attributes: TerraformAttributes,
  name: string,
  given: Json,
  unset: ReadonlySet<string>,
  prefix: Path,
): readonly Written[] {
  const attribute = attributes[name];
  if (!attribute?.field || attribute.role) return [];
  const path = [...prefix, name];
  const value = givenValue(attribute, given, unset, path);
  return value === undefined ? [] : [resolved(attributes, { name, field: attribute.field, value, path })];
}

/** What a deprecated spelling says, under its replacement. */
function resolved(attributes: TerraformAttributes, written: Written): Written {
  const { field, value } = written;
  const { deprecated } = field;
  const target = deprecated?.alias ? attributes[deprecated.replacement]?.field : undefined;
  if (!deprecated || !target) return written;
  const converted = value === notYetKnown ? value : formed(deprecated.convert, value);
  return { ...written, name: deprecated.replacement, field: target, value: converted };
}

/** The value of an attribute, null if it is to be unset, undefined if nothing is said of it. */
function givenValue(attribute: TerraformAttribute, value: Json, unset: ReadonlySet<string>, path: Path): Json | undefined {
  const { field, nested } = attribute;
  if (value === notYetKnown) return value;
  const name = path.join(".");
  if (nested?.mode === "single") {
    const isNamed = [...unset].some((other) => other.startsWith(`${name}.`));
    return value === null && !isNamed ? undefined : parts(nested.attributes, isObject(value) ? value : {}, unset, path);
  }
  if (value === null) return field?.nullable && unset.has(name) ? null : undefined;
  if (nested && Array.isArray(value)) {
    return value.map((item: Json, index) => entry(nested.attributes, item, [...path, index]));
  }
  if (nested && isObject(value)) return mapValues(value, (item, key) => entry(nested.attributes, item, [...path, key]));
  return field ? plainValue(field, value) : value;
}

function entry(attributes: TerraformAttributes, item: Json, path: Path): Json {
  return isObject(item) && item !== notYetKnown ? parts(attributes, item, none, path) : item;
}

const none: ReadonlySet<string> = new Set();

function parts(attributes: TerraformAttributes, values: JsonObject, unset: ReadonlySet<string>, path: Path): JsonObject {
  return Object.fromEntries(writtenAttributes(attributes, values, unset, path).map(({ name, value }) => [name, value]));
}

/** From Terraform's form of a value that is no object to the file form. */
function plainValue(field: Field, value: Json): Json {
  if (value === notYetKnown) return value;
  return typeOf(field).terraform.decode(field, value, plainValue);
}

function mapValues(object: JsonObject, make: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, make(value ?? null, key)]));
}

/** Something about a configuration that can be told without the platform. Values are never quoted: they may be secret. */
export interface ConfigurationDiagnostic extends Diagnostic {
  readonly severity: "error" | "warning";
  /** Names, and indexes of lists and sets, that lead to what it is about; none for the resource itself. */
  readonly path: Path;
}

/** A diagnostic that makes the configuration invalid. */
export function fault(rule: string, path: Path, message: string, allowed?: string): ConfigurationDiagnostic {
  return { severity: "error", rule, path, message, ...(allowed === undefined ? {} : { allowed }) };
}

/** Stands in a configuration for a value that is known only after apply. It is told by identity: no value that a user writes is it. */
export const notYetKnown: JsonObject = Object.freeze({});

/** True if a value is not known yet, or something in it is not. */
export function holdsUnknown(value: Json | undefined): boolean {
  if (value === notYetKnown) return true;
  if (Array.isArray(value)) return value.some((item: Json) => holdsUnknown(item));
  return isObject(value) && Object.values(value).some((part) => holdsUnknown(part));
}
