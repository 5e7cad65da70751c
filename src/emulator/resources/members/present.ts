import { isProject } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import { presentUser } from "../../core/people.js";
import type { GroupOrProject, Json } from "../../core/records.js";
import { memberRoleTable, presentRole } from "../member-roles/records.js";
import { usesSeat } from "../users/present.js";
import type { Membership } from "./records.js";

/** A member: the user, and what the user is here. */
export function presentMember(context: Context, holder: GroupOrProject, membership: Membership): Record<string, Json> {
  const { store, instance, params } = context;
  const { user_id, access_level, created_at, expires_at, created_by_id = null, override } = membership;
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
    ...(isLicensed && override !== undefined ? { override } : {}),
    membership_state: "active",
    ...roleOf(context, membership),
  };
}

/** The custom role of a member; servers leave the key out for members that have none. */
function roleOf({ store, instance }: Context, { member_role_id = null }: Membership): Record<string, Json> {
  if (member_role_id === null || !exists(instance, { tier: "ultimate" })) return {};
  const role = store.of(memberRoleTable).get(member_role_id);
  return role === undefined ? {} : { member_role: presentRole(role) };
}
