import type { Context, PlatformState } from "../../core/context.js";
import { type Json, isObject } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { type CustomAttribute, customAttributeTable } from "../projects/statistics.js";
import type { Home } from "../work-items/records.js";

/** `custom_attributes`, where an administrator asks for them by `with_custom_attributes` (document 3, Groups and Projects). */
export function customAttributes({ store, params, user }: Context, home: CustomAttribute["home"]): Record<string, Json> {
  if (user?.is_admin !== true || params.get("with_custom_attributes") !== true) return {};
  return { custom_attributes: attributesOf(store, home).map(({ key, value }) => ({ key, value })) };
}

/** The filter `custom_attributes[key]=value`: all must match. It is for administrators; others do not filter by it. */
export function customAttributeFilter({ store, params, user }: Context): (home: CustomAttribute["home"]) => boolean {
  const asked = params.get("custom_attributes");
  const wanted = user?.is_admin === true && isObject(asked) ? Object.entries(asked) : [];
  return (home) =>
    wanted.every(([key, value]) => attributesOf(store, home).some((row) => row.key === key && row.value === value));
}

/** Schema and loading of the custom attributes of a seed's group or project. */
export const CUSTOM_ATTRIBUTES_SEED = { type: "object", additionalProperties: { type: "string" } } as const;

export function addCustomAttributes({ store }: PlatformState, home: Home, attributes: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(attributes)) store.of(customAttributeTable).insert({ home, key, value });
}

/** For a group or project that is gone. */
export function forgetCustomAttributes(store: Store, home: Home): void {
  for (const row of attributesOf(store, home)) store.of(customAttributeTable).delete(row.id);
}

/** The custom attributes of a group, project or user, oldest first. */
export function attributesOf(store: Store, home: CustomAttribute["home"]): CustomAttribute[] {
  return store.of(customAttributeTable).where("home", `${home.kind}:${home.id}`);
}
