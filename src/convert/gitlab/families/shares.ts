import { all, aside, type Family } from "../rules.js";

const caution = "shared_with_groups is the whole list: shares that the document does not name are taken away";

/** Groups that groups are shared with. */
export const groupShares: Family = {
  types: ["gitlab_group_share_group"],
  kind: "group",
  place: { as: "in", of: ["group_id"], thing: "group" },
  entryOf: "shared_with_groups",
  rules: {
    ...all(["id", "group_id"], aside),
    share_group_id: { to: "group" },
    group_access: { to: "access_level" },
    member_role_id: { to: "member_role" },
  },
  caution,
};

/** Groups that projects are shared with. */
export const projectShares: Family = {
  types: ["gitlab_project_share_group"],
  kind: "project",
  place: { as: "in", of: ["project", "project_id"], thing: "project" },
  entryOf: "shared_with_groups",
  rules: {
    ...all(["id", "project", "project_id"], aside),
    group_id: { to: "group" },
    group_access: { to: "access_level" },
    access_level: { to: "access_level" },
    member_role_id: { to: "member_role" },
  },
  caution,
};
