/** Words of the configuration's own program, with what becomes of them. */
export interface GitlabformSection {
  readonly parent: "project" | "group";
  /** Name of the kind that it speaks of: the group or project itself, or one that hangs on it. */
  readonly kind: string;
  /** Attributes of one thing, or entries of which each is a thing. */
  readonly as: "attributes" | "entries";
  /** Attribute of an entry that is its key in ours; without it, or where it is silent, the label is. */
  readonly key?: string;
  /** Further attribute that tells entries apart. */
  readonly scope?: string;
  /** Attributes of which one is the key, under its name. */
  readonly keys?: readonly string[];
  /** Our names of attributes that are called otherwise, in entries of lists too. */
  readonly names?: { readonly [name: string]: string };
  /** Attributes that only repeat what is said elsewhere. */
  readonly aside?: readonly string[];
  /** Words that are not carried over, and why. */
  readonly lost?: { readonly [name: string]: string };
  /** What lies below a level has it from there anyway: only the groups that the level names itself, or those at the top, get it. */
  readonly flowsDown?: true;
  /** Entries go where this is false. */
  readonly unlessOff?: string;
  /** Lists to which the configuration only adds, and which are whole lists in ours. */
  readonly adds?: readonly string[];
}

const accessLists = ["allowed_to_push", "allowed_to_merge", "allowed_to_unprotect"] as const;
const ids = { user_id: "user", group_id: "group", deploy_key_id: "deploy_key" } as const;
const approvers = { user_ids: "users", group_ids: "groups", protected_branch_ids: "protected_branches" } as const;
const role = { member_role_id: "member_role" } as const;
const linkNames = { ...role, provider: "provider_name" } as const;
const policyNames = {
  name_regex_delete: "name_regex",
  container_expiration_policy_attributes: "container_expiration_policy",
} as const;
const graphql = "only the other interface of the platform (GraphQL) has it";
const settingsLost = { duo_features_enabled: graphql, id: "a thing keeps its number" } as const;
const protectedBranches = {
  kind: "protected_branch",
  as: "entries",
  names: ids,
  lost: { skip_missing_branch: "a branch need not exist to be protected" },
  aside: ["protected"],
  unlessOff: "protected",
  adds: accessLists,
} as const;
const variables = {
  kind: "variable",
  as: "entries",
  key: "key",
  scope: "environment_scope",
  aside: ["filter[environment_scope]"],
  names: { masked_and_hidden: "hidden" },
} as const;
const mirrorLost = {
  print_details: "it is about the program's output",
  print_public_key: "it is about the program's output: trueup shows the key of a mirror that has one",
  force_push: "trueup does not push: the platform does",
  force_update: "new credentials go with trueup apply --resend-secrets",
} as const;

/** Sections under levels by name. What is in each goes by its own name unless said otherwise here. */
export const sections: { readonly [name: string]: GitlabformSection } = {
  project_settings: { parent: "project", kind: "project", as: "attributes", names: policyNames, lost: settingsLost },
  project_security_settings: { parent: "project", kind: "project", as: "attributes" },
  merge_requests_approvals: {
    parent: "project",
    kind: "approval_settings",
    as: "attributes",
    lost: { approvals_before_merge: "write approvals_required of an approval rule" },
  },
  merge_requests_approval_rules: { parent: "project", kind: "approval_rule", as: "entries", key: "name", names: approvers },
  project_push_rules: { parent: "project", kind: "push_rules", as: "attributes" },
  labels: { parent: "project", kind: "label", as: "entries", key: "name" },
  deploy_keys: { parent: "project", kind: "deploy_key", as: "entries", key: "title" },
  variables: { parent: "project", ...variables },
  branches: { parent: "project", ...protectedBranches },
  tags: { parent: "project", kind: "protected_tag", as: "entries", names: ids, aside: ["protected"], unlessOff: "protected" },
  integrations: { parent: "project", kind: "integration", as: "entries", aside: ["active"] },
  hooks: { parent: "project", kind: "hook", as: "entries", aside: ["url", "id", "hook_id"] },
  schedules: { parent: "project", kind: "pipeline_schedule", as: "entries", aside: ["description"] },
  badges: { parent: "project", kind: "badge", as: "entries", key: "name" },
  resource_groups: {
    parent: "project",
    kind: "resource_group",
    as: "entries",
    lost: { ensure_exists: "trueup waits for the first job of a resource group, and that is no error" },
  },
  // The label is the name, whatever stands under `name`.
  protected_environments: { parent: "project", kind: "protected_environment", as: "entries", aside: ["name"], names: ids },
  remote_mirrors: { parent: "project", kind: "push_mirror", as: "entries", lost: mirrorLost },
  group_settings: { parent: "group", kind: "group", as: "attributes", lost: settingsLost },
  group_push_rules: { parent: "group", kind: "push_rules", as: "attributes" },
  group_labels: { parent: "group", kind: "label", as: "entries", key: "name", flowsDown: true },
  group_variables: { parent: "group", ...variables },
  group_hooks: { parent: "group", kind: "hook", as: "entries", aside: ["url", "id", "hook_id"] },
  group_badges: { parent: "group", kind: "badge", as: "entries", key: "name" },
  group_protected_branches: { parent: "group", ...protectedBranches },
  group_saml_links: { parent: "group", kind: "saml_group_link", as: "entries", key: "saml_group_name", names: linkNames },
  group_ldap_links: { parent: "group", kind: "ldap_group_link", as: "entries", keys: ["cn", "filter"], names: linkNames },
  group_merge_requests_approval_settings: { parent: "group", kind: "approval_settings", as: "attributes" },
};

/** Sections that `parts.ts` takes apart, with our names of what is in them. */
export const splitSections = {
  project: { parent: "project", kind: "project", names: { archive: "archived", transfer_from: "moved_from" } },
  members: { parent: "project", kind: "member", names: role },
  group_members: { parent: "group", kind: "member", names: role },
  job_token_scope: { parent: "project", kind: "job_token_scope", names: { limit_access_to_this_project: "enabled" } },
  // The converter writes the text itself; in files of one's own, `from` names the file.
  files: { parent: "project", kind: "repository_file", names: { file: "from" }, scope: "branches" },
} as const satisfies { readonly [name: string]: Omit<GitlabformSection, "as"> };

/** Our names of what gitlabform says of groups among the members: they are entries of `shared_with_groups`. */
export const shareNames = { group_access: "access_level", group_access_level: "access_level" } as const;

/** The settings of the instance, beside the levels. */
export const settingsSection = { name: "application.settings", kind: "application_settings" } as const;

/** Sections that are not carried over, and why. */
export const lostSections: { readonly [name: string]: string } = {
  group_merge_requests_approval_rules: "approval rules of groups are an experiment of the platform that is off everywhere",
  merge_requests: "gitlabform itself no longer reads it: write merge_requests_approvals and merge_requests_approval_rules",
  services: "gitlabform itself no longer reads it: it is called integrations",
  secret_variables: "gitlabform itself no longer reads it: it is called variables",
  group_secret_variables: "gitlabform itself no longer reads it: it is called group_variables",
  saml_group_links: "gitlabform itself no longer reads it: it is called group_saml_links",
};

/** What stands beside the levels, and why it is not carried over. */
export const lostAtTop: { readonly [name: string]: string } = {
  token: "trueup takes the token from TRUEUP_TOKEN, never from a file",
  timeout: "trueup waits as long as --timeout says",
  ssl_verify: "trueup always checks certificates; for one of your own, write ca of the instance in trueup.yaml",
};
