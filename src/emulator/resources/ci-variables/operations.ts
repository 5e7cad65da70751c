import { textOf } from "../../core/collection/homes.js";
import { type Columns, type Entry, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import type { Json } from "../../core/records.js";
import { forbidden, invalid } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";

const shape = {
  filled: ["key"],
  longest: { key: 255, description: 255 },
  passing: ["masked_and_hidden"],
  fixed: ["key"],
} as const;

const presets = { variable_type: "env_var", protected: false, masked: false, raw: false, description: null } as const;

/** Variables of pipelines (the reference of real servers, kinds, section 2.3). */
export default {
  collections: [
    collection("variables", {
      ...shape,
      at: ["/projects/{id}", "/groups/{id}"],
      read: { project: "maintainer", group: "owner" },
      key: "key",
      apart: { column: "environment_scope", parameter: "filter[environment_scope]" },
      unique: {
        columns: ["key", "environment_scope"],
        refuse: ({ key }) => invalid({ key: [`(${textOf(key)}) has already been taken`] }),
      },
      defaults: { ...presets, hidden: false, environment_scope: "*" },
      settle: (context, columns, before, home) => scoped(context, settled(context, columns, before), home.kind),
      shows: (_, entry) => (entry["hidden"] === true ? { value: null } : {}),
    }),
    collection("variables", {
      ...shape,
      at: "/admin/ci",
      read: "administrator",
      key: "key",
      unique: { columns: ["key"], refuse: ({ key }) => invalid({ key: [`(${textOf(key)}) has already been taken`] }) },
      defaults: presets,
      never: ["environment_scope", "hidden"],
      settle: settled,
    }),
  ],
} satisfies Resource;

/** Scopes of groups' variables are licensed: elsewhere they are for all environments. */
function scoped({ instance }: Context, columns: Columns, kind: string): Columns {
  if (kind !== "group" || exists(instance, { tier: "premium" }) || !Object.hasOwn(columns, "environment_scope")) return columns;
  return { ...columns, environment_scope: "*" };
}

/** What masking and hiding ask of a value. */
function settled({ params }: Context, columns: Columns, before: Entry | undefined): Columns {
  const hides = before === undefined && params.flag("masked_and_hidden") === true;
  const wanted: Columns = hides ? { ...columns, masked: true, hidden: true } : columns;
  const { key, value = "", masked, raw, hidden } = { ...before, ...wanted };
  const wrong: Record<string, string[]> = {};
  if (typeof key === "string" && !/^\w+$/.test(key)) wrong["key"] = ["can contain only letters, digits and '_'."];
  if (masked === true && !isMaskable(value, raw)) wrong["value"] = ["is invalid"];
  if (before?.["hidden"] === true && masked === false) wrong["masked"] = ["can not be changed for hidden variables"];
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  if (before !== undefined && hidden !== before["hidden"]) throw forbidden();
  return wanted;
}

/** One line of 8 characters or more without blanks; where references are expanded, of few characters only. */
function isMaskable(value: Json, raw: Json | undefined): boolean {
  return typeof value === "string" && (raw === true ? /^\S{8,}$/ : /^[a-zA-Z0-9_+=/@:.~-]{8,}$/).test(value);
}
