import { lastSegment } from "../../core/address.js";
import { compareTexts } from "../../core/collections.js";
import type { Declaration } from "../../core/declaration.js";
import { type DefaultSource, type Field, fieldOf, type Fields, hidesValue, typeOf, whyInapplicable } from "../../core/fields.js";
import { isObject, type Spec, type Value } from "../../core/json.js";
import { twinOf } from "../../core/kind-check.js";
import { addressIn, fieldsOf } from "../../core/kind.js";
import { masked } from "../../core/placeholders.js";
import { holdsNumber, normalForm, same } from "../forms/index.js";
import type { Found, LiveInstance } from "../live/index.js";
import { lackingAttribute } from "../snapshot/index.js";
import { clearVariables, isSecretThere } from "./known-secrets.js";

/** Live attributes of the kinds that the instance has one of, by kind: defaults may come from there. */
export type Singletons = Readonly<Record<string, Spec>>;

/**
 * A live thing as the files are to say it: without what equals the platform's default or is inherited, what is deprecated, and what the platform never shows
 * (but for secrets that it demands, always or for what is switched on, or says to be there). A secret stands as a masked one, a picture as the text that the reply gave: both are filled in later.
 * `full` keeps values that equal the platform's default or are inherited.
 */
export function withoutDefaults(
  instance: LiveInstance,
  resource: Found,
  options: { readonly full: boolean; readonly singletons: Singletons },
): Declaration {
  const { kind, path, key, live } = resource;
  const fields = fieldsOf(kind, { key });
  const spec: Record<string, Value> = {};
  const remarks: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (lackingAttribute(instance.capabilities, name, field).length > 0) {
      if (isOddUnsaid(fields, name, live.spec))
        remarks.push(`${name} is left out: it is shown, but can be said only with ${field.tier ?? "another release"}`);
      continue;
    }
    if (field.secret) {
      if (isSecretThere(fields, name, live)) spec[name] = masked();
      continue;
    }
    const value = live.spec[name];
    if (hidesValue(field)) {
      const names = Object.keys(isObject(value) ? value : {});
      if (names.length > 0) spec[name] = Object.fromEntries(names.map((part) => [part, masked()]));
      continue;
    }
    if (value === undefined || whyInapplicable(field.inapplicable, live.marks, live.spec) !== undefined) continue;
    if (isSaidByTwin(fields, name, live.spec)) continue;
    const isDefault = isDefaultValue(fields, name, value, defaultOf(field, name, resource, options.singletons));
    const elsewhere = whyOnlyHere(field, live.spec);
    if (elsewhere !== undefined) {
      if (!isDefault) remarks.push(`${name} is left out: ${elsewhere}`);
    } else if (field.deprecated && (field.twin === undefined || live.spec[field.twin] !== undefined)) {
      // An old name whose newer twin this server does not have is the only one.
      if (!isDefault) remarks.push(`${name} is left out: it is deprecated (${field.deprecated.replacement})`);
    } else if (field.required || !(isDefault && (!options.full || isUnsaid(field, value)))) {
      spec[name] = sorted(field, options.full ? value : withoutDefaultParts(field, value));
      if (holdsNumber(field, value)) remarks.push(`${name} holds a number, because this token may not see the name behind it`);
    }
  }
  const clear = clearVariables(kind, live);
  if (clear.length > 0)
    remarks.push(
      `its address has ${clear.join(", ")} in clear, which no file may hold: change that, and give it by ${kind.key?.variables ?? ""}, by reference`,
    );
  return { ...addressIn(kind, path, key), address: live.address, spec, remarks };
}

/** What `withoutDefaults` leaves out of a live thing, for files that are to say it: no secret, nothing unset, and nothing that comes from elsewhere, which it would cut off. */
export function ownDefaults(instance: LiveInstance, resource: Found, singletons: Singletons): Spec {
  const fields = fieldsOf(resource.kind, { key: resource.key });
  const { spec } = withoutDefaults(instance, resource, { full: true, singletons });
  const kept = Object.entries(spec).filter(([name, value]) => {
    const field = fields[name];
    return field && value !== null && !hidesValue(field) && field.defaultFrom === undefined && field.shown !== "inherited";
  });
  return Object.fromEntries(kept);
}

/** True for a second name of a value that is declared by its first one: the one that is not deprecated, or does not say that it is a twin. */
function isSaidByTwin(fields: Fields, name: string, live: Spec): boolean {
  const other = twinOf(fields, name);
  if (other === undefined || live[other] === undefined) return false;
  const [field, beside] = [fields[name], fields[other]];
  if ((field?.deprecated === undefined) !== (beside?.deprecated === undefined)) return field?.deprecated !== undefined;
  return field?.twin !== undefined && (beside?.twin === undefined || name > other);
}

/** True for what is shown and cannot be said here, and is not what a new thing would have. */
function isOddUnsaid(fields: Fields, name: string, live: Spec): boolean {
  const [defaultValue, value] = [fields[name]?.ofNew, live[name]];
  return defaultValue !== undefined && value !== undefined && !same(fields, name, defaultValue, value);
}

/** True if nothing needs to be said of the value: it is what the platform gives by itself (`defaultValue`, where that is known), or inherits. */
function isDefaultValue(fields: Fields, name: string, value: Value, defaultValue: Value | undefined): boolean {
  const field = fields[name];
  if (field === undefined) return true;
  // What is null and cannot be written so has not been set by anybody; nor has what inherits.
  if (isEmpty(field, value)) {
    const isInherited = field.defaultFrom?.includes("parent") === true;
    return isUnsaid(field, value) || isInherited || defaultValue === undefined || isEmpty(field, defaultValue);
  }
  const { isManagedInParts = false } = typeOf(field);
  const parts = withoutDefaultParts(field, value);
  if (defaultValue === undefined) return isManagedInParts && isEmpty(field, parts);
  // A record is compared by the parts of one side alone: those that only the other has must be at their own default.
  return same(fields, name, defaultValue, value) && (!isManagedInParts || same(fields, name, parts, defaultValue));
}

/** What an attribute is while nobody sets it; undefined if that is not known. */
export function defaultOf(field: Field, name: string, resource: Found, singletons: Singletons): Value | undefined {
  for (const source of field.defaultFrom ?? []) {
    const defaultValue = defaultFromSource(source, name, resource, singletons);
    if (defaultValue !== undefined && !isEmpty(field, defaultValue)) return defaultValue;
  }
  return field.default;
}

function defaultFromSource(source: DefaultSource, name: string, resource: Found, singletons: Singletons): Value | undefined {
  if (source === "path") return resource.path === undefined ? undefined : lastSegment(resource.path);
  if (source === "parent" || source === "parent-or-top") return resource.parent?.[name];
  const { kind, field, values } = source;
  const isHolder = kind === (resource.kind.tree?.parent ?? resource.kind.parent);
  const from = kind === resource.kind.name ? resource.live.spec : isHolder ? resource.parent : singletons[kind];
  const value = from?.[field];
  if (values === undefined || value === undefined || value === null) return value;
  const word = typeof value === "string" ? value : JSON.stringify(value);
  return Object.hasOwn(values, word) ? values[word] : undefined;
}

/** Why a value is no part of a configuration that could be true of another instance too; undefined if it is one. */
function whyOnlyHere({ exported }: Field, spec: Spec): string | undefined {
  if (exported === undefined) return undefined;
  if (exported === false) return "it means something on this instance only";
  if ("never" in exported) return exported.never;
  return spec[exported.while] === true ? undefined : `it counts only while ${exported.while} is on`;
}

/** Unset, or with nothing in it. */
function isEmpty(field: Field, value: Value): boolean {
  const normal = normalForm(field, value);
  return normal === null || (isObject(normal) && Object.values(normal).every((part) => (part ?? null) === null));
}

/** What even a full export does not say: an unset value of what cannot be unset. */
function isUnsaid(field: Field, value: Value): boolean {
  return (value === null || (typeOf(field).isUploaded === true && value === "")) && !field.nullable;
}

/** Records and entries without those parts that have their default; what only a newer release has stays. */
export function withoutDefaultParts(field: Field, value: Value): Value {
  const parts = field.fields;
  if (parts === undefined) return value;
  if (typeOf(field).isManagedInParts) return isObject(value) ? briefParts(parts, value) : value;
  return Array.isArray(value) ? value.map((entry: Value) => (isObject(entry) ? briefParts(parts, entry) : entry)) : value;
}

function briefParts(parts: Fields, values: Spec): Spec {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const part = parts[name];
      if (value === undefined) return false;
      if (part === undefined || part.required) return true;
      return !same(parts, name, part.default ?? null, value);
    }),
  );
}

/** A value in an order of its own where order does not count, so that two exports of equal instances are equal. Sets go by name; entries by who is meant, from the lowest role. */
function sorted(field: Field, value: Value): Value {
  const { unordered, isManagedInParts } = typeOf(field);
  if (isManagedInParts) return sortedParts(field.fields, value);
  if (!unordered || !Array.isArray(value)) return value;
  return value
    .map((item: Value) => ({ item: sortedParts(field.fields, item), rank: unordered.rank(field, item) }))
    .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || compareTexts(a.rank[2], b.rank[2]))
    .map(({ item }) => item);
}

function sortedParts(fields: Fields | undefined, value: Value): Value {
  if (!fields || !isObject(value)) return value;
  const parts = Object.entries(value).map(([name, part]): [string, Spec[string]] => {
    const field = fieldOf(fields, name);
    return [name, field && part !== undefined ? sorted(field, part) : part];
  });
  return Object.fromEntries(parts);
}
