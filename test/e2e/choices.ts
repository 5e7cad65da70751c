import type { JsonObject } from "../../src/core/json.js";
import { isTopLevel, isLive, placedKinds } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";

/** What the matrix takes of a kind: one thing and some of its attributes. */
export interface Choice {
  readonly kind: string;
  readonly parent?: string;
  readonly path?: string;
  readonly key?: string;
  readonly fixed?: JsonObject;
  /** Only these; without it all that no other choice of the kind takes. */
  readonly only?: readonly string[];
  readonly turn?: 2;
}

/** The project that a seed gives the integrations which calls can change and not make. */
export const installed = "apps/installed";

/** Where in the world of the matrix things stand that hang on others. */
const holders: Readonly<Record<string, string>> = { group: "acme", project: "acme/base" };

/** A thing can only be born once, from one source, and some attributes forbid others: so a kind with such ones has several subjects. */
export const choices: readonly Choice[] = [
  { kind: "application_settings" },
  {
    kind: "application_settings",
    // What is switched on here decides settings of projects.
    only: [
      ...secondNames("application_settings"),
      "prevent_merge_requests_author_approval",
      "enforce_ci_inbound_job_token_scope_enabled",
    ],
    turn: 2,
  },
  { kind: "appearance" },
  { kind: "topic", path: "gardening" },
  { kind: "group", path: "matrix" },
  { kind: "group", path: "matrix/old", fixed: { name: "Old" }, only: ["default_branch_protection"] },
  { kind: "group", path: "acme/sub", fixed: { name: "Sub" }, only: ["shared_with_groups"] },
  // It sets the switches of the same features.
  { kind: "group", path: "acme/quiet", fixed: { name: "Quiet" }, only: ["duo_availability"] },
  { kind: "project", path: "acme/web", fixed: { initialize_with_readme: true } },
  {
    kind: "project",
    path: "acme/mirror",
    only: [
      "import_url",
      "mirror",
      "mirror_user_id",
      "mirror_trigger_builds",
      "only_mirror_protected_branches",
      "mirror_branch_regex",
      "mirror_overwrites_diverged_branches",
    ],
  },
  { kind: "project", path: "acme/stencil", only: ["template_name"] },
  {
    kind: "project",
    path: "acme/copy",
    only: ["template_project_id", "use_custom_template", "group_with_project_templates_id"],
  },
  { kind: "project", path: "acme/shelf", only: ["archived"] },
  { kind: "project", path: "acme/parcels", only: ["packages_enabled"] },
  { kind: "protected_environment", parent: "group", path: "acme", key: "production" },
  { kind: "approval_settings", parent: "project", path: "acme/base" },
  { kind: "approval_settings", parent: "project", path: "acme/base", only: secondNames("approval_settings"), turn: 2 },
  // What a group at the top says holds for all below it.
  { kind: "approval_settings", parent: "group", path: "guild" },
  {
    kind: "approval_settings",
    parent: "group",
    path: "guild",
    fixed: { reset_approvals_on_push: false },
    // What the instance says in the first turn holds for groups.
    only: [
      "selective_code_owner_removals",
      "disable_overriding_approvers_per_merge_request",
      "merge_requests_disable_committers_approval",
      ...secondNames("approval_settings"),
    ],
    turn: 2,
  },
  // The shapes are those of projects.
  ...["asana", "assembla", "bamboo"].map((key): Choice => ({ kind: "integration", parent: "group", path: "guild", key })),
  {
    kind: "approval_rule",
    path: "acme/base",
    key: "Security",
    only: ["approvals_required", "users", "groups", "protected_branches"],
  },
  {
    kind: "approval_rule",
    path: "acme/base",
    key: "Everywhere",
    fixed: { approvals_required: 1, users: ["alice"] },
    only: ["applies_to_all_protected_branches"],
  },
  {
    kind: "approval_rule",
    path: "acme/base",
    key: "Scanned",
    fixed: { approvals_required: 1, users: ["alice"] },
    only: ["scanners", "severity_levels", "vulnerabilities_allowed", "vulnerability_states"],
  },
  ...["code_coverage", "license_scanning"].map((report_type): Choice => ({
    kind: "approval_rule",
    path: "acme/base",
    key: `Report on ${report_type}`,
    fixed: { approvals_required: 1, rule_type: "report_approver", report_type },
    only: [],
  })),
  {
    kind: "approval_rule",
    path: "acme/base",
    key: "Anybody",
    fixed: { approvals_required: 2, rule_type: "any_approver" },
    only: [],
  },
  { kind: "protected_branch", parent: "project", path: "acme/base", key: "next/*" },
  { kind: "protected_branch", parent: "group", path: "acme", key: "v*" },
  { kind: "member", parent: "project", path: "acme/base", key: "carol" },
  { kind: "member", parent: "group", path: "acme", key: "dave" },
  ...(["project", "group"] as const).map((parent): Choice => ({
    kind: "hook",
    parent,
    path: holders[parent] ?? "",
    key: "https://ci.example.com/{first}/hook",
  })),
  { kind: "hook", parent: "instance", path: "https://ci.example.com/{first}/hook" },
  {
    kind: "push_mirror",
    path: "acme/base",
    key: "https://mirror.example.com/web.git",
    only: ["enabled", "auth_method", "keep_divergent_refs", "only_protected_branches", "host_keys"],
  },
  {
    kind: "push_mirror",
    path: "acme/base",
    key: "https://mirror.example.com/other.git",
    only: ["mirror_branch_regex"],
  },
  // One that asks for no role at all is refused.
  ...(["push", "delete"] as const).flatMap((deed): Choice[] =>
    ["container_protection_rule", "package_protection_rule"].map((kind) => ({
      kind,
      path: "acme/base",
      key: kind === "container_protection_rule" ? `acme/base/${deed}*` : `@acme/${deed}*`,
      fixed: { [`minimum_access_level_for_${deed}`]: deed === "push" ? "maintainer" : "owner" },
    })),
  ),
  {
    kind: "protected_environment",
    parent: "project",
    path: "acme/base",
    key: "staging",
    only: ["required_approval_count"],
    fixed: { deploy_access_levels: [{ access_level: "maintainer" }] },
  },
  {
    kind: "protected_environment",
    parent: "project",
    path: "acme/base",
    key: "live",
    only: ["deploy_access_levels", "approval_rules"],
  },
  { kind: "branch", path: "acme/base", key: "feature" },
  // No project may call one of its own as a group above does.
  { kind: "label", parent: "project", path: "acme/base", key: "bug" },
  { kind: "label", parent: "group", path: "acme", key: "priority::high" },
  // Where no commit is made by the matrix.
  { kind: "push_rules", parent: "project", path: "acme/spare" },
  { kind: "push_rules", parent: "group", path: "acme/two" },
  {
    kind: "integration",
    parent: "project",
    path: "acme/spare",
    key: "datadog",
    fixed: { api_key: "${env:FIRST_SECRET}" },
    only: ["api_url"],
  },
  ...Object.entries(kinds.get("integration")?.shapes ?? {}).map(([key, { made }]): Choice => ({
    kind: "integration",
    parent: "project",
    path: made === "elsewhere" ? installed : "acme/base",
    key,
    ...(key === "datadog" ? { fixed: { api_url: "https://site.example.com" } } : {}),
  })),
];

/** Of each two names of one value the one that a file can only say without the other. */
function secondNames(kind: string): string[] {
  const fields = kinds.get(kind)?.fields ?? {};
  const pairs = Object.entries(fields).flatMap(([name, { twin }]) => (twin === undefined ? [] : [[name, twin].sort()]));
  return [...new Set(pairs.map(([, second = ""]) => second))];
}

/** Of a kind that nobody has chosen a subject for, one under each of its parents; where each key has attributes of its own, one for each. */
export const others = placedKinds(kinds)
  .filter(isLive)
  .filter(({ name, parent }) => choices.every((one) => one.kind !== name || (one.parent !== undefined && one.parent !== parent)))
  .flatMap((kind) =>
    (kind.shapes ? Object.keys(kind.shapes) : [kind.key?.values?.[0] ?? kind.exampleKey]).map((key): Choice => {
      const path = isTopLevel(kind) ? (kind.as === "one" ? undefined : key) : holders[kind.parent];
      return {
        kind: kind.name,
        parent: kind.parent,
        ...(path === undefined ? {} : { path }),
        ...(key === undefined || isTopLevel(kind) || kind.as === "one" ? {} : { key }),
      };
    }),
  );
