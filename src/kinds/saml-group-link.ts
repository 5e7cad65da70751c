import { level, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { customRole } from "./parts/custom-role.js";
import { unchangeable } from "./parts/routes.js";

const roles = ["minimal", "guest", "planner", "reporter", "security_manager", "developer", "maintainer", "owner"] as const;

/** Groups of an identity provider whose people become members at sign-in (the reference of real servers, SAML group links). */
export const samlGroupLink = defineKind({
  name: "saml_group_link",
  title: "SAML group link",
  description: "A group of an identity provider whose people become members when they sign in.",
  source: "the reference of real servers, SAML group links",
  oddities: {
    "If a group has SAML group links, a user to whom no link gives membership loses the membership at the next sign-in. In a top-level group of a hosted server, the user gets the default role instead (doc/user/group/saml_sso/group_sync.md, Automatic member removal).":
      null,
    "If the last link of a group is deleted, the server removes nobody. You must remove members by hand (doc/user/group/saml_sso/group_sync.md).":
      null,
  },
  weakens: { itself: "more", more: ["access_level"], other: ["member_role"] },
  dialect: "vendor",
  mistaken: { role: "access_level" },
  parents: { group: { file: "saml_group_links", routes: unchangeable("/groups/{group}/saml_group_links") } },
  tier: "premium",
  key: { description: "The group's name at the provider.", write: "saml_group_name", read: "name", max: 255 },
  fields: {
    access_level: level("Role of its people.", roles, { required: true, carried: "replaced" }),
    provider_name: text("The provider's internal name, where there are several.", {
      nullable: true,
      carried: "replaced",
      read: "provider",
      write: "provider",
    }),
    member_role: customRole({ carried: "replaced", read: "member_role_id" }),
  },
  example: { access_level: "developer" },
  exampleKey: "developers",
});
