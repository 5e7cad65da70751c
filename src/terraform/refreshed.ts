import { formed, typeOf } from "../core/fields.js";
import { canonicalJson, isObject, type Json, type JsonObject, type Spec } from "../core/json.js";
import { isPicture } from "../core/placeholders.js";
import type { TerraformAttribute, TerraformAttributes } from "../derive/terraform/types.js";
import { fromJson, toJson } from "./cty/json.js";
import { isObjectValue, objectValue, type ObjectValue, type CtyValue } from "./cty/value.js";
import { unsetNames } from "./planned.js";
import { fileForm, isAsLive, liveValue } from "./resource-type.js";

/** How a state is brought up to date. */
interface Refresh {
  readonly unset: ReadonlySet<string>;
  /** True after an import: all that is shown goes into the state, and not only what it manages. */
  readonly everything: boolean;
}

/**
 * A state with what is live of the attributes that it manages: those that it has values of, and those that it holds unset. It keeps its own spelling where that
 * means the same. `live` is in file form and leaves out what the platform does not show. What only identifies the thing is the caller's.
 */
export function refreshedState(
  attributes: TerraformAttributes,
  state: ObjectValue,
  live: Spec,
  everything: boolean,
): ObjectValue {
  const unset = unsetNames(attributes, state) ?? new Set();
  return refreshedObject(attributes, state, live, "", { unset, everything });
}

/** The file names of the attributes that a state manages, which is all that a read needs to know of the thing. */
export function managedNames(attributes: TerraformAttributes, state: ObjectValue): readonly string[] {
  const unset = unsetNames(attributes, state) ?? new Set<string>();
  const tops = new Set([...unset].flatMap((dotted) => dotted.split(".").slice(0, 2)));
  return Object.entries(attributes).flatMap(([name, { field, role, nested, name: fieldName }]) => {
    const value = state[name] ?? null;
    if (role === "shape" && nested && isObjectValue(value)) return managedNames(nested.attributes, value);
    if (role === "unchecked") return Object.keys(uncheckedIn(value));
    const isManaged = field !== undefined && !role && (value !== null || tops.has(name));
    return isManaged && fieldName !== undefined ? [field.deprecated?.alias ? field.deprecated.replacement : fieldName] : [];
  });
}

function refreshedObject(
  attributes: TerraformAttributes,
  state: ObjectValue | undefined,
  live: Spec,
  within: string,
  refresh: Refresh,
): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => {
      const current = state?.[name] ?? null;
      const { role, nested, of = "" } = attribute;
      if (attribute.writeOnly) return [name, null];
      if (role === "unchecked") return [name, refreshedUnchecked(current, live)];
      if (role === "image_hash") return [name, liveHash(current, state?.[of] ?? null, live[of])];
      if (role === "shape" && nested && isObjectValue(current)) {
        return [name, refreshedObject(nested.attributes, current, live, `${within}${name}.`, refresh)];
      }
      // Two names of one value in a configuration contradict each other: after an import the newer one says it.
      const isSecondName = refresh.everything && current === null && (live[attribute.field?.twin ?? ""] ?? null) !== null;
      if (isSecondName) return [name, null];
      if (attribute.field?.deprecated?.alias) return [name, refreshedAlias(attribute, current, attributes, live)];
      return [name, refreshedValue(attribute, current, live, `${within}${name}`, refresh)];
    }),
  );
}

/** What an object of attributes that the schema does not know says, by name. */
function uncheckedIn(value: CtyValue): JsonObject {
  const json = toJson(value);
  return isObject(json) ? json : {};
}

function refreshedUnchecked(current: CtyValue, shown: Spec): CtyValue {
  const held = uncheckedIn(current);
  const live = Object.fromEntries(
    Object.entries(held).map(([name, value]) => [name, Object.hasOwn(shown, name) ? shown[name] : value]),
  );
  return canonicalJson(live) === canonicalJson(held) ? current : fromJson(live as JsonObject, "dynamic");
}

function liveHash(current: CtyValue, picture: CtyValue, live: unknown): CtyValue {
  if (picture === null || live === undefined) return picture === null ? null : current;
  return isPicture(live) ? live.sha256 : null;
}

function refreshedValue(
  attribute: TerraformAttribute,
  current: CtyValue,
  shown: Spec,
  dotted: string,
  refresh: Refresh,
): CtyValue {
  const { field, role, nested, name = "" } = attribute;
  if (!field || role || typeOf(field).isUploaded) return current;
  // Of what is live only pictures are placeholders.
  const live = Object.hasOwn(shown, name) ? (shown[name] as Json) : undefined;
  if (live === undefined) return current;
  if (field.on === "create") return refresh.everything ? madeWith(attribute, live) : current;
  const isUnset = [...refresh.unset].some((path) => path === dotted || path.startsWith(`${dotted}.`));
  if (current === null && !isUnset && !refresh.everything) return null;
  if (nested?.mode === "single" && isObject(live)) {
    const parts = refreshedObject(nested.attributes, isObjectValue(current) ? current : undefined, live, `${dotted}.`, {
      ...refresh,
      everything: refresh.everything || refresh.unset.has(dotted),
    });
    const isEmpty = current === null && Object.values(parts).every((part) => part === null);
    return isEmpty ? null : parts;
  }
  const currentForm = current === null ? null : fileForm(attribute, current);
  return isAsLive(field, name, currentForm, live) && (current !== null || isUnset) ? current : liveValue(attribute, live);
}

/** A deprecated spelling has no way back: where it says something else than what is live, it counts as not said. */
function refreshedAlias(
  attribute: TerraformAttribute,
  current: CtyValue,
  attributes: TerraformAttributes,
  shown: Spec,
): CtyValue {
  const { replacement = "", convert } = attribute.field?.deprecated ?? {};
  const [field, live] = [attributes[replacement]?.field, shown[replacement] as Json | undefined];
  if (current === null || live === undefined || !field) return current;
  const currentForm = fileForm(attribute, current);
  return isAsLive(field, replacement, formed(convert, currentForm), live) ? current : null;
}

/** What a thing was made with, as far as it is not what it would have been made with anyhow, and as a configuration would say it. */
function madeWith(attribute: TerraformAttribute, live: Json): CtyValue {
  const { field, name = "" } = attribute;
  const { exported } = field ?? {};
  if (!field || exported === false || (exported && "never" in exported)) return null;
  return isAsLive(field, name, field.default ?? null, live) ? null : liveValue(attribute, live);
}
