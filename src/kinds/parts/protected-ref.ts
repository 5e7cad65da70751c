import { type Field, level, reference } from "../../core/fields.js";
import { isObject, type Json } from "../../core/json.js";
import type { ShortForm } from "../../core/kind.js";
import { accessLevels } from "../../core/types/access-level.js";

/** A role in a list of who may do something with branches or tags. */
export const atLeast = level(
  "Role from which on people may, or no_access: nobody.",
  ["no_access", "developer", "maintainer", "admin"],
  {
    greatest: ["no_access"],
  },
);

/** A user in such a list. */
export const user = reference("User that is meant, a member of the project.", "user", "id", {
  read: "user_id",
  write: "user_id",
  eligible: { among: "members" },
  tier: "premium",
});

/** A group in such a list. */
export const group = (among: "invited" | "relatives") =>
  reference("Group that is meant; the project itself must be shared with it.", "group", "id", {
    read: "group_id",
    write: "group_id",
    eligible: { among },
    tier: "premium",
  });

/** A deploy key in such a list: its entry shows the role of maintainers, whom it does not mean (the reference of real servers, protected branches and tags). */
export const deployKey = reference(
  "Deploy key that is enabled in the project and may push: its title if the project's own deploy_keys declares it, its fingerprint (SHA256:…), or its number.",
  "deploy_key",
  "id",
  { read: "deploy_key_id", write: "deploy_key_id", cased: true, beside: true, tier: "premium" },
);

/** The role of the only one in a list, as a number. */
export function soleLevel(value: Json): Json {
  if (!Array.isArray(value)) return value;
  const [entry] = value as readonly Json[];
  const role = entry !== undefined && isObject(entry) ? (entry["access_level"] ?? null) : null;
  const [, level = role] = Object.entries(accessLevels).find(([name]) => name === role) ?? [];
  return level;
}

/** One role in place of the lists of a protection: `main: maintainer` lets that role do everything that the lists are about. */
export function oneRole(lists: readonly string[], role: Field<string | number>): ShortForm {
  const roleIn = (list: unknown): Json | undefined => {
    const [entry, ...others]: readonly unknown[] = Array.isArray(list) ? list : [];
    if (others.length > 0 || !isObject(entry) || Object.keys(entry).join() !== "access_level") return undefined;
    const level = entry["access_level"];
    return typeof level === "string" || typeof level === "number" ? level : undefined;
  };
  return {
    field: role,
    example: "maintainer",
    expand: (value) =>
      typeof value === "string" || typeof value === "number"
        ? Object.fromEntries(lists.map((list) => [list, [{ access_level: value }]]))
        : undefined,
    shorten: (spec) => {
      const [first, ...others] = lists.map((list) => roleIn(spec[list]));
      const isAlone = Object.keys(spec).length === lists.length && others.every((other) => other === first);
      return isAlone ? first : undefined;
    },
  };
}
