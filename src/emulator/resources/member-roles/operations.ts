import { type CollectionSpec, collection, defineEntries } from "../../core/collection/spec.js";
import { badRequest } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { memberRoleTable, presentRole } from "./records.js";

/** Real servers show of a role every permission that it could have. */
const ROLE: Omit<CollectionSpec, "at"> = {
  table: memberRoleTable,
  tier: "ultimate",
  called: "Member Role",
  longest: { name: 255, description: 255 },
  shows: ({ knowledge }, entry) => ({
    ...Object.fromEntries(
      [...(knowledge?.keys ?? [])]
        .filter((key) => /^(?:admin|read|manage|remove|archive|apply)_/.test(key))
        .map((key) => [key, false]),
    ),
    ...presentRole(entry),
  }),
  after: {
    removed: ({ store }, { id }) => {
      if (store.members.all().some((member) => member.member_role_id === id))
        throw badRequest("Role is assigned to one or more group members. Remove role from all group members, then delete role.");
    },
  },
};

/** Custom roles: a level with further permissions. */
export default {
  collections: [
    collection("member_roles", { ...ROLE, at: "", read: "administrator", write: "administrator" }),
    collection("member_roles", { ...ROLE, at: "/groups/{id}", read: "owner", write: "owner" }),
    collection("admin_member_roles", {
      ...ROLE,
      table: defineEntries("admin_member_roles"),
      at: "",
      since: "17.10",
      read: "administrator",
    }),
  ],
} satisfies Resource;
