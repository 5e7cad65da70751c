import { level, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { customRole } from "./parts/custom-role.js";
import { collection } from "./parts/routes.js";

const members = (at: `/${string}`) => ({
  ...collection(at, "{member}"),
  // Without it, who leaves a group is taken out of all below it.
  delete: `DELETE ${at}/{member}?skip_subresources=true` as const,
});
const roles = ["guest", "planner", "reporter", "security_manager", "developer", "maintainer", "owner"] as const;
const fields = {
  access_level: level("Role of the member.", roles, { required: true, carried: true }),
  expires_at: text("Day on which the membership ends.", { nullable: true, format: "date", ahead: true, carried: true }),
  member_role: customRole({ carried: true, unsetOmitted: true }),
};

/** Direct members of groups and projects (the reference of real servers, members). */
export const member = defineKind({
  name: "member",
  title: "Member",
  description: "A user who is a member of a group or project itself, not of one above it.",
  source: "the reference of real servers, members",
  oddities: [
    { says: "Who makes a group is its owner afterwards.", source: "GitLab app/services/groups/create_service.rb" },
    {
      says: "The last owner of a group can neither go nor lose that role.",
      source: "GitLab app/policies/group_member_policy.rb",
    },
    {
      says: "Roles rise before any falls. The user whose token applies is changed last, and stays although no file declares it.",
      source: "trueup test/e2e/hazards-member.test.ts",
    },
    {
      says: "Where administrators approve roles that use a seat, a server queues a new member until one does.",
      source: "GitLab doc/api/members.md",
    },
    "No list shows a queued member: apply says that it may be waiting, and the next apply asks for it again.",
    {
      says: "A member whom a directory gives (LDAP) is overridden before a change, which the plan says; the directory decides nothing of it from then on.",
      source: "GitLab doc/api/members.md",
    },
    {
      says: "A custom role is found by its name in the list of the instance, or, where that is refused or has none of the name, in the list of the group at the top: hosted servers keep them there, and show them to its owners.",
      source: "GitLab doc/api/member_roles.md",
    },
    {
      says: "Minimal access needs a licence, and a group at the top: anywhere else a server refuses it.",
      source: "GitLab ee/app/models/ee/group.rb",
    },
    "Bots of access tokens and service accounts, which are known by their names, stay although nobody declares them.",
    {
      says: "A role below the one that is inherited from a group above is refused: where roles are to change, a list of the group right above is read to tell, one for all that lies in it.",
      source: "GitLab app/models/member.rb",
    },
  ],
  as: "map",
  dialect: "vendor",
  parents: {
    project: { file: "members", routes: members("/projects/{project}/members") },
    group: {
      file: "members",
      fields: {
        ...fields,
        access_level: level("Role of the member; minimal in a group at the top alone.", ["minimal", ...roles], {
          required: true,
          carried: true,
        }),
      },
      routes: {
        ...members("/groups/{group}/members"),
        beforeUpdate: {
          route: "POST /groups/{group}/members/{member}/override",
          while: { override: false },
          told: "a directory (LDAP) gives this member: what it says is overridden first, and counts no more from then on",
        },
      },
    },
  },
  key: { description: "The user's name.", write: "user_id", target: "user", read: "username", caseless: true, fixed: true },
  short: "access_level",
  makesMembers: "access_level",
  fields,
  keptUndeclared: { username: { like: "^(?:(?:project|group)_\\d+_bot|service_account_)" } },
  // A user is named by the number; the invitation's origin is for statistics.
  ignored: { username: "read-elsewhere", invite_source: "action" },
  example: { access_level: "developer", expires_at: "2030-01-31" },
  exampleKey: "bob",
});
