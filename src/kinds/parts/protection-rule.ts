import type { GuardedMember } from "../../core/behaviour.js";
import type { Diagnostic } from "../../core/errors.js";
import { type FieldOptions, oneOf } from "../../core/fields.js";
import type { Routes } from "../../core/kind.js";
import { patched } from "./routes.js";

const names = ["minimum_access_level_for_push", "minimum_access_level_for_delete"] as const;

/** What rules of packages and images protect (the reference of real servers, protection rules). */
export const protects = { itself: "less", less: names } as const;

/** Their routes below a project. */
export function protectionRoutes(at: string, member: string): Routes {
  const { read: _read, ...routes } = patched(`/projects/{project}/${at}`, member);
  return routes;
}

/** The least role for one of the two. */
export function least<const O extends FieldOptions>(to: "push" | "delete", options: O) {
  return oneOf(`Role from which on people may ${to} them.`, ["maintainer", "owner", "admin"], { ...options, ordered: true });
}

/** The guard of new rules that ask for a role for pushing or for deleting: one that asks for neither is refused by servers. `rule` is the name of what it breaks. */
export function rolesAsked(rule: string): (member: GuardedMember) => Diagnostic[] {
  return ({ action, spec }) =>
    action !== "create" || names.some((name) => typeof spec[name] === "string")
      ? []
      : [
          {
            attribute: names[0],
            message: "a rule that asks for no role protects nothing",
            allowed: "a role for pushing or deleting",
            rule,
          },
        ];
}
