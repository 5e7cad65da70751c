import { groupChain, isProject } from "../../core/access.js";
import { type Entry, defineEntries } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import type { GroupOrProject, Json } from "../../core/records.js";
import { invalid, notFound } from "../../core/replies.js";

/** Custom roles, of the instance or of a top-level group. */
export const memberRoleTable = defineEntries("member_roles");

/**
 * The custom role that a request gives a member, or those of a group that something is shared with (`by` is the parameter of the level); none takes one off. Throws 404 for one that is not there, and 400 where its base is another level or the request
 * has no level. Where the licence has no custom roles nothing is said of them.
 */
export function wantedRole(
  context: Context,
  holder: GroupOrProject,
  by: "access_level" | "group_access" = "access_level",
): { readonly member_role_id?: number | null } {
  const { store, params, instance } = context;
  const level = params.number(by);
  const problems = level === undefined ? { [by]: ["is not included in the list"] } : {};
  const isLicensed = exists(instance, { tier: "ultimate" });
  const id = isLicensed ? params.number("member_role_id") : undefined;
  if (id === undefined) {
    if (level === undefined) throw invalid(problems);
    return isLicensed ? { member_role_id: null } : {};
  }
  const role = store.of(memberRoleTable).get(id);
  const chain = groupChain(store, isProject(holder) ? holder.namespace_id : holder.id);
  if (role === undefined || (role.home.kind === "group" && !chain.includes(role.home.id))) throw notFound("Member Role");
  if (role["base_access_level"] !== level)
    throw invalid({
      ...problems,
      member_role_id: ["the custom role's base access level does not match the current access level"],
    });
  return { member_role_id: id };
}

/** A custom role as members show it. */
export function presentRole(role: Entry): Record<string, Json> {
  const { home, created_at: _, updated_at: __, author_id: ___, ...columns } = role;
  return { ...columns, group_id: home.kind === "group" ? home.id : null };
}
