import { all, aside, type Family, type Rules } from "../rules.js";
import { ofGroup, ofProject } from "./parents.js";

const who: Rules = {
  ...all(["id", "access_level_description"], aside),
  user_id: { to: "user" },
  group_id: { to: "group" },
  deploy_key_id: { to: "deploy_key" },
};
const entriesOf = (name: string) => ({ to: name, as: { each: who } }) as const;
const levelOf = (name: string) => ({ to: name, as: "level" }) as const;

const protection: Rules = {
  branch_protection_id: aside,
  push_access_level: levelOf("allowed_to_push"),
  merge_access_level: levelOf("allowed_to_merge"),
  unprotect_access_level: levelOf("allowed_to_unprotect"),
  allowed_to_push: entriesOf("allowed_to_push"),
  allowed_to_merge: entriesOf("allowed_to_merge"),
  allowed_to_unprotect: entriesOf("allowed_to_unprotect"),
};

/** Protected branches and tags: a level beside lists is one more entry of them. */
const protections: readonly Family[] = [
  ofProject(["gitlab_branch_protection"], "protected_branch", "branch", protection),
  ofGroup(["gitlab_group_branch_protection"], "protected_branch", "name", protection),
  ofProject(["gitlab_tag_protection"], "protected_tag", "tag", {
    create_access_level: levelOf("allowed_to_create"),
    allowed_to_create: entriesOf("allowed_to_create"),
  }),
];

const branches = ofProject(["gitlab_branch"], "branch", "name", {
  ...all(["can_push", "commit", "default", "developer_can_merge", "developer_can_push", "merged", "protected", "web_url"], aside),
  keep_on_destroy: aside,
});

/** A file in a branch: the commits that made it are over, only who makes the next ones stays. */
const files = ofProject(
  ["gitlab_repository_file"],
  "repository_file",
  { by: "file_path", scope: "branch" },
  {
    ...all(
      ["blob_id", "commit_id", "content_sha256", "file_name", "last_commit_id", "ref", "size", "overwrite_on_create"],
      aside,
    ),
    ...all(
      ["create_commit_message", "update_commit_message", "delete_commit_message", "start_branch", "encoding", "timeouts"],
      aside,
    ),
    content: { to: "content", as: { encodedBy: "encoding" } },
    execute_filemode: { to: "execute" },
  },
);

const pushRules = ofProject(["gitlab_project_push_rules"], "push_rules");

/** How sites are published (the arguments of the provider, gitlab_project_pages_settings). */
const pages = ofProject(["gitlab_project_pages_settings"], "pages_settings", undefined, {
  ...all(["url", "deployments", "keep_settings_on_destroy"], aside),
  is_unique_domain_enabled: { to: "unique_domain_enabled" },
  force_https: { to: "https_only" },
});

/** Other repositories that are pushed to. */
const pushMirrors: Family = {
  ...ofProject(
    ["gitlab_project_mirror", "gitlab_project_push_mirror"],
    "push_mirror",
    { address: "url" },
    {
      ...all(["mirror_id", "last_error", "last_successful_update_at", "last_update_at", "last_update_started_at"], aside),
      ...all(["update_status", "url"], aside),
    },
  ),
  caution:
    "the name and password in the address of a push mirror stand in no file: where it has some, write username and password",
};

/** What stands in repositories and around them. */
export const repository: readonly Family[] = [...protections, branches, files, pushRules, pages, pushMirrors];
