import type { Field } from "../../core/fields.js";
import { isObject, type Json } from "../../core/json.js";
import type { ShortForm } from "../../core/kind.js";

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
