import type { GuardedMember } from "../../core/behaviour.js";
import type { Diagnostic } from "../../core/errors.js";

const names = ["minimum_access_level_for_push", "minimum_access_level_for_delete"] as const;

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
