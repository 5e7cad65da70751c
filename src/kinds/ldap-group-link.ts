import { level, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { customRole } from "./parts/custom-role.js";

const roles = ["minimal", "guest", "planner", "reporter", "security_manager", "developer", "maintainer", "owner"] as const;

/** Groups of a directory whose people become members (the reference of real servers, LDAP group links). */
export const ldapGroupLink = defineKind({
  name: "ldap_group_link",
  title: "LDAP group link",
  description: "A group of an LDAP server, or a filter for its people, who become members.",
  source: "the reference of real servers, LDAP group links",
  oddities: {
    "Every hour, the server adds and removes members by their LDAP groups. The server may undo members that files declare next to LDAP group links.":
      "GitLab doc/administration/auth/ldap/ldap_synchronization.md",
  },
  weakens: { itself: "more", more: ["group_access"], other: ["member_role"] },
  dialect: "vendor",
  mistaken: { role: "group_access" },
  parents: {
    group: {
      file: "ldap_group_links",
      routes: {
        list: "GET /groups/{group}/ldap_group_links",
        create: "POST /groups/{group}/ldap_group_links",
        delete: "DELETE /groups/{group}/ldap_group_links?{by}={key}&provider={provider}",
      },
    },
  },
  tier: "premium",
  listed: "missing",
  key: {
    description: "The group's common name, as cn=NAME, or filter=(FILTER).",
    oneOf: ["cn", "filter"],
    read: "name",
    repeatable: true,
  },
  fields: {
    group_access: level("Role of its people.", roles, { required: true, carried: "replaced" }),
    provider_name: text("The server's internal name, such as ldapmain.", {
      required: true,
      carried: "replaced",
      read: "provider",
      write: "provider",
    }),
    member_role: customRole({ carried: "replaced", read: "member_role_id" }),
  },
  example: { group_access: "developer", provider_name: "ldapmain" },
  exampleKey: "cn=developers",
});
