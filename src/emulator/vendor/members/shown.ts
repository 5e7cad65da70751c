import { isProject } from "../../access.js";
import { exists } from "../../instance.js";
import type { Json } from "../../json.js";
import type { Group, Project } from "../../records.js";
import type { Context } from "../../section.js";
import type { Membership } from "../../sections/members/inherited.js";
import { presentUser } from "../../sections/users.js";
import { usesSeat } from "../users/shown.js";
import { memberRoleTable, presentRole } from "./roles.js";

/** A member: the user, and what the user is here. */
export function presentMember(context: Context, holder: Project | Group, membership: Membership): Record<string, Json> {
  const { store, instance, params } = context;
  const { user_id, access_level, created_at, expires_at, created_by_id = null } = membership;
  const user = store.users.get(user_id);
  const maker = created_by_id === null ? undefined : store.users.get(created_by_id);
  const isLicensed = exists(instance, { tier: "premium" });
  return {
    ...(user === undefined ? {} : presentUser(context, user)),
    access_level,
    created_at,
    ...(maker === undefined ? {} : { created_by: presentUser(context, maker) }),
    expires_at,
    ...(isLicensed && !isProject(holder) ? { group_saml_identity: null } : {}),
    ...(params.get("show_seat_info") === true && user !== undefined ? { is_using_seat: usesSeat(context, user) } : {}),
    membership_state: "active",
    ...(exists(instance, { tier: "ultimate" }) ? { member_role: roleOf(context, membership) } : {}),
  };
}

function roleOf({ store }: Context, { member_role_id = null }: Membership): Json {
  const role = member_role_id === null ? undefined : store.of(memberRoleTable).get(member_role_id);
  return role === undefined ? null : presentRole(role);
}
