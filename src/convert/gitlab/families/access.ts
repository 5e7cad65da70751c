import { all, aside, type Family, type Rules } from "../rules.js";
import { ofGroup, ofProject } from "./parents.js";

const user = { by: "user_id", named: "user" } as const;
const memberRules: Rules = {
  ...all(["state", "name", "username", "avatar_url", "web_url"], aside),
  ...all(["skip_subresources_on_destroy", "unassign_issuables_on_destroy"], aside),
  member_role_id: { to: "member_role" },
};

/** Direct members, each told by the user's number. */
const members: readonly Family[] = [
  ofGroup(["gitlab_group_membership"], "member", user, memberRules),
  ofProject(["gitlab_project_membership"], "member", user, memberRules),
];

const linkRules: Rules = {
  member_role_id: { to: "member_role" },
  force: aside,
  ldap_provider: { to: "provider_name" },
  provider: { to: "provider_name" },
};

/** Groups of an identity provider or directory. */
const links: readonly Family[] = [
  ofGroup(["gitlab_group_saml_link"], "saml_group_link", { by: "saml_group_name" }, linkRules),
  ofGroup(
    ["gitlab_group_ldap_link"],
    "ldap_group_link",
    { oneOf: ["cn", "filter"] },
    {
      ...linkRules,
      access_level: { to: "group_access" },
    },
  ),
];

const scopeCaution =
  "projects and groups of job_token_scope are whole lists: entries that the document does not name are taken away";

/** Whose jobs may use a project. */
const jobTokenScopes: readonly Family[] = [
  {
    ...ofProject(["gitlab_project_job_token_scopes"], "job_token_scope", undefined, {
      target_project_ids: { to: "projects" },
      target_group_ids: { to: "groups" },
    }),
    caution: scopeCaution,
  },
  {
    ...ofProject(["gitlab_project_job_token_scope"], "job_token_scope", undefined, {
      target_project_id: { to: "projects", as: "item" },
      target_group_id: { to: "groups", as: "item" },
    }),
    adds: true,
    caution: scopeCaution,
  },
];

const keyRules: Rules = all(["deploy_key_id", "key_id", "created_at", "fingerprint", "fingerprint_sha256"], aside);

/** Keys of machines; a key that is enabled in a further project stands there, too. */
const deployKeys = ofProject(["gitlab_deploy_key", "gitlab_deploy_key_enable"], "deploy_key", { by: "title" }, keyRules);

/** Who may do something: members, links, keys and job tokens. */
export const access: readonly Family[] = [...members, ...links, ...jobTokenScopes, deployKeys];
