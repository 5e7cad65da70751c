import { alias, integer, oneOf, onText, partsOfText, refs, setOf, text } from "../../core/fields.js";
import type { Json } from "../../core/json.js";
import { accessRules, agentStatuses } from "../parts/ai.js";
import { branchDefaults } from "../parts/branch-defaults.js";
import { accounts } from "./accounts.js";
import { commaList, emptyList } from "./forms.js";

/** Parts between commas, semicolons, blanks and line ends, where real servers take a text for a list. */
const parts = (text: string) => partsOfText(text, /[\s,;]+/);
const asList = (value: Json) => (value === null ? [] : onText(value, parts));
const inOneOrder = (value: Json) => onText(value, (text) => parts(text).sort().join("\n"));

const vendor = { dialect: "vendor" } as const;

/** A list that real servers take and show as one text; what stands between its parts does not count. */
function separated(description: string) {
  return text(description, { ...vendor, nullable: { unset: "" }, normalise: inOneOrder });
}

/** The same list as a text, which only real servers show beside it: files that say it so are read as if they said the list. */
function asText(list: string) {
  return alias(list, text("", { ...vendor, nullable: true }), asList);
}

const frames = setOf("Addresses that may be shown in frames.", text("An address."), { ...commaList, ...vendor });
const catalog = setOf(
  "Projects whose components may be in the CI/CD catalog, as paths or regular expressions; empty allows all.",
  text("A path or a regular expression."),
  { ...commaList, ...vendor },
);
const forWeb = accounts.password_authentication_enabled_for_web;
const download = integer("Largest file that a direct transfer may download, in MB; 0 is no limit.", {
  ...vendor,
  default: 5120,
  min: 0,
  greatest: [0],
});

/** Settings that only real servers have and of which facts do not say all: values with an order, lists, things that go by name, and second names. */
export const realServers = {
  // The same as `default_branch_protection: 2`, the default of the old name.
  default_branch_protection_defaults: branchDefaults({
    ...vendor,
    default: {
      allowed_to_push: [{ access_level: "maintainer" }],
      allowed_to_merge: [{ access_level: "maintainer" }],
      allow_force_push: false,
    },
  }),
  signin_enabled: alias("password_authentication_enabled_for_web", forWeb),
  password_authentication_enabled: alias("password_authentication_enabled_for_web", forWeb),
  rsa_key_restriction: oneOf(
    "Smallest RSA key in bits that users may add; 0 allows all, -1 none.",
    [0, 1024, 2048, 3072, 4096, -1],
    { ...vendor, ordered: true, default: 0 },
  ),
  domain_denylist_raw: asText("domain_denylist"),
  domain_allowlist_raw: asText("domain_allowlist"),
  iframe_rendering_allowlist: frames,
  iframe_rendering_allowlist_raw: asText("iframe_rendering_allowlist"),
  ci_cd_catalog_projects_allowlist: catalog,
  ci_cd_catalog_projects_allowlist_raw: asText("ci_cd_catalog_projects_allowlist"),
  outbound_local_requests_allowlist_raw: separated(
    "Local addresses and domains that hooks may call all the same, one on each line.",
  ),
  protected_paths_raw: separated("Paths whose requests by POST are limited in rate, one on each line."),
  protected_paths_for_get_request_raw: separated("Paths whose requests by GET are limited in rate, one on each line."),
  notes_create_limit_allowlist_raw: separated("Usernames that the limit of comments spares, one on each line."),
  search_rate_limit_allowlist_raw: separated("Usernames that the limit of searches spares, one on each line."),
  users_get_by_id_limit_allowlist_raw: separated("Usernames that the limit of reading users by number spares, one on each line."),
  vac_project_ids_raw: separated(
    "Numbers of the projects whose vulnerabilities are looked at across projects, one on each line.",
  ),
  git_rate_limit_users_allowlist: setOf("Usernames that the limit of downloads spares.", text("A username."), {
    ...emptyList,
    ...vendor,
    tier: "ultimate",
  }),
  git_rate_limit_users_alertlist: setOf("Users who get a message when somebody exceeds the limit of downloads.", refs("user"), {
    ...emptyList,
    ...vendor,
    tier: "ultimate",
  }),
  bulk_import_max_download_file_size: download,
  bulk_import_max_download_file: alias("bulk_import_max_download_file_size", download),
  foundational_agents_statuses: agentStatuses({ ...vendor, tier: "premium", default: [] }),
  duo_namespace_access_rules: accessRules({ ...vendor, tier: "premium", default: [] }),
};
