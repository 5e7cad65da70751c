import { fold, lastSegment, parentPath } from "../../core/address.js";
import type { Declaration } from "../../core/declaration.js";
import { type DefaultSource, type Field, type Fields, formed, typeOf } from "../../core/fields.js";
import { canonicalJson, isObject, type Spec, type Value } from "../../core/json.js";
import { addressIn, isTopLevel } from "../../core/kind.js";
import { hidesSecret } from "../../core/placeholders.js";
import type { ConvertedResource, ConvertedResources } from "./collect.js";
import { saysNothing, unnamedSecret } from "./values.js";

/** What goes without saying: a value, nothing, or something that the document does not tell. */
type DefaultValue = { readonly value: Value | undefined } | "unknown";

/**
 * A draft as the files are to say it. Of a plan, that is what the configuration sets. Of a state, which holds every attribute that the platform has,
 * it is what is not the platform's default, is not inherited, and is not deprecated. The provider writes null, "", 0 or false where nothing is set: of
 * what can be unset these are left out.
 */
export function declarationOf(draft: ConvertedResource, drafts: ConvertedResources): Declaration {
  const { address, kind, path, key, fields, configured } = draft;
  const remarks = [...draft.remarks];
  const spec = new Map<string, Value>();
  for (const name of [
    ...Object.keys(fields),
    ...[...draft.spec.keys()].filter((candidate) => !Object.hasOwn(fields, candidate)),
  ]) {
    const field = fields[name];
    // A secret that the thing must have stands in no state.
    const value = draft.spec.get(name) ?? (field?.secret && field.required ? unnamedSecret : undefined);
    if (value === undefined || value === null) continue;
    if (field === undefined || hidesSecret(value) || field.required) spec.set(name, value);
    else if (configured?.has(name) ?? !isDefault(field, value, defaultOf(draft, drafts, name, field))) {
      const why = configured ? undefined : whyNot(draft, field, value);
      if (why === undefined) spec.set(name, brief(field, value));
      else remarks.push(`${name} is left out: ${why}`);
    }
  }
  return {
    ...addressIn(kind, path, key),
    address,
    spec: Object.fromEntries(spec),
    remarks,
  };
}

/** Why a state's value that is not the usual one is still not declared. */
function whyNot({ spec }: ConvertedResource, { exported, deprecated, tier }: Field, value: Value): string | undefined {
  if (exported === false) return "it means something on this instance only";
  if (exported && "never" in exported) return exported.never;
  if (exported !== undefined && spec.get(exported.while) !== true) return `it counts only while ${exported.while} is on`;
  if (deprecated) return `it is deprecated (${deprecated.replacement})`;
  if (tier !== undefined && tier !== "free" && saysNothing(value)) {
    return `${JSON.stringify(value)} is also what the provider shows of an instance without the licence for it`;
  }
  return undefined;
}

function isDefault(field: Field, value: Value, defaultValue: DefaultValue): boolean {
  if (isEmpty(value)) {
    const known = field.default;
    // Only a text can be empty on purpose: an empty list or block is how the provider writes that nothing is set.
    return !typeOf(field).isFreeText || field.min !== undefined || known === undefined || known === null || isEmpty(known);
  }
  if (field.nullable && saysNothing(value)) return true;
  if (defaultValue === "unknown") return false;
  if (defaultValue.value !== undefined) return isSame(field, value, defaultValue.value);
  // A number that is not set is written as 0, and of what takes a licence everything that is not set is.
  if (saysNothing(value)) return typeof value === "number" || (field.tier !== undefined && field.tier !== "free");
  return typeOf(field).isManagedInParts === true && isEmpty(brief(field, value));
}

function defaultOf(draft: ConvertedResource, drafts: ConvertedResources, name: string, field: Field): DefaultValue {
  for (const source of field.defaultFrom ?? []) {
    const defaultValue = defaultFrom(source, draft, drafts, name);
    if (defaultValue === "unknown") return defaultValue;
    if (defaultValue.value !== undefined && defaultValue.value !== null) return defaultValue;
  }
  return { value: field.default };
}

function defaultFrom(source: DefaultSource, draft: ConvertedResource, drafts: ConvertedResources, name: string): DefaultValue {
  const { kind, path } = draft;
  if (source === "path") return { value: path === undefined ? undefined : lastSegment(path) };
  const holderPath = path === undefined ? undefined : isTopLevel(kind) ? parentPath(path) : path;
  const holderKind = kind.tree?.parent ?? (isTopLevel(kind) ? undefined : kind.parent);
  if (source === "parent" || source === "parent-or-top") {
    if (holderPath === undefined || holderKind === undefined) return { value: undefined };
    const value = drafts.find(holderKind, holderPath)?.spec.get(name);
    return value === undefined || value === "" ? "unknown" : { value };
  }
  const isOwn = source.kind === kind.name;
  const from = isOwn ? draft : drafts.find(source.kind, source.kind === holderKind ? holderPath : undefined);
  const value = from?.spec.get(source.field);
  if (value === undefined || value === null) return isOwn ? { value: undefined } : "unknown";
  if (source.values === undefined) return { value };
  const word = typeof value === "string" ? value : JSON.stringify(value);
  return { value: Object.hasOwn(source.values, word) ? source.values[word] : undefined };
}

function isEmpty(value: Value): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
}

/** Records and entries without those parts that have their default, or none. */
function brief(field: Field, value: Value): Value {
  const parts = field.fields;
  if (parts === undefined) return value;
  if (Array.isArray(value)) return value.map((item: Value) => (isObject(item) ? briefParts(parts, item) : item));
  return isObject(value) ? briefParts(parts, value) : value;
}

function briefParts(parts: Fields, values: Spec): Spec {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const part = parts[name];
      if (value === undefined || value === null || part === undefined) return false;
      return part.required === true || !(part.default !== undefined && isSame(part, value, part.default));
    }),
  );
}

/** True if two values are equal whatever the order of sets, the letter case of names and the spelling that the field makes equal. */
function isSame(field: Field, value: Value, other: Value): boolean {
  return comparable(field, value) === comparable(field, other);
}

function comparable(field: Field, value: Value): string {
  const normal = formed(field.normalise, value);
  if (Array.isArray(normal) && !typeOf(field).isOrdered)
    return canonicalJson(normal.map((item: Value) => canonicalJson(item)).sort());
  return canonicalJson(typeof normal === "string" && typeOf(field).namesThings ? fold(normal) : normal);
}
