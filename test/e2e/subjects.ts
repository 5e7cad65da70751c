import { formatAddress } from "../../src/core/address.js";
import type { Field, Fields } from "../../src/core/fields.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { addressIn, fieldsOf, isTopLevel, kindAt, type Kind, placedKinds, type PlacedKind } from "../../src/core/kind.js";
import { goesByOlderName } from "../../src/core/kinds-on.js";
import { compareVersions, type Tier, tierIncludes } from "../../src/core/names.js";
import { kinds } from "../../src/program/kinds.js";
import { hasValues, twoValues, unsetValue } from "./values.js";

/** One server that the matrix visits. */
export interface Server {
  readonly tier: Tier;
  readonly dialect: "neutral" | "vendor";
  readonly version: string;
}

/** One thing whose attributes are taken through all steps. */
export interface Subject {
  readonly kind: PlacedKind;
  readonly address: string;
  readonly path: string | undefined;
  readonly key: string | undefined;
  readonly fields: Fields;
  /** Attributes that every step writes as they are. */
  readonly fixed: JsonObject;
  /** Attributes that are taken through the steps. */
  readonly names: readonly string[];
  /** Subjects of one turn fit into one set of files. */
  readonly turn: 1 | 2;
}

interface Choice {
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
const choices: readonly Choice[] = [
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
  { kind: "protected_environment", path: "acme", key: "production" },
  { kind: "approval_settings", path: "acme/base" },
  { kind: "approval_settings", path: "acme/base", only: secondNames("approval_settings"), turn: 2 },
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
  { kind: "branch", path: "acme/base", key: "feature" },
  // Where no commit is made by the matrix.
  { kind: "push_rules", parent: "project", path: "acme/spare" },
  { kind: "push_rules", parent: "group", path: "acme/two" },
  { kind: "integration", path: "acme/spare", key: "datadog", fixed: { api_key: "${env:FIRST_SECRET}" }, only: ["api_url"] },
  ...Object.entries(kinds.get("integration")?.shapes ?? {}).map(([key, { made }]): Choice => ({
    kind: "integration",
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
const others = placedKinds(kinds)
  .filter(({ name }) => choices.every(({ kind }) => kind !== name))
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

/** Attributes that the matrix cannot set freely, each with its reason; a test of its own covers each. */
export const elsewhere: Readonly<Record<string, string>> = {
  "integration.mock-ci": "only servers for development have it",
  "integration.mock-monitoring": "only servers for development have it",
  "environment.flux_resource_path": "it needs a namespace, and that an agent",
  "environment.kubernetes_namespace": "it needs an agent, and agents are no kind",
  "push_mirror.username": "it stands in the address that makes it, which is never shown",
  "push_mirror.password": "it stands in the address that makes it, which is never shown",
  "resource_group.production": "only jobs make them",
  "variable.hidden": "what is hidden is never shown again",
  "project.mr_default_target_self": "only forks have it, and forks are no kind",
};

/** Attributes that servers of before a release take and do not show. */
const shownSince: Readonly<Record<string, string>> = {
  "project.show_diff_preview_in_email": "16.0",
  "project.warn_about_potentially_unwanted_characters": "16.0",
};

/** All subjects; those kinds and attributes that `takes` accepts. */
export function subjects(takes: (field: Field | undefined, kind: Kind, key: string | undefined) => boolean): Subject[] {
  return [...choices, ...others]
    .filter((c) => !process.env["ONLY"] || process.env["ONLY"].split(",").includes(c.kind))
    .flatMap((choice): Subject[] => {
      const kind = kindAt(kinds, choice);
      if (elsewhere[`${kind.name}.${choice.key}`] !== undefined) return [];
      if (!takes(undefined, kind, choice.key)) return [];
      const fields = fieldsOf(kind, { key: choice.key });
      const claimed = new Set(
        choices.flatMap((one) => (one !== choice && one.kind === choice.kind && one.key === choice.key ? (one.only ?? []) : [])),
      );
      const names = (choice.only ?? Object.keys(fields).filter((name) => !claimed.has(name))).filter((name) => {
        const field = fields[name];
        if (!field || !hasValues(field) || field.deprecated?.alias || elsewhere[`${kind.name}.${name}`] !== undefined)
          return false;
        return choice.fixed?.[name] === undefined && takes(field, kind, choice.key);
      });
      const { path, key, fixed = {}, turn = 1 } = choice;
      return [{ kind, address: formatAddress(addressIn(kind, path, key)), path, key, fields, fixed, names, turn }];
    });
}

/** True if a server has an attribute that documents tell of, or (without one) a kind with its shape. */
export function offers(server: Server, field: Field | undefined, kind: Kind, key: string | undefined): boolean {
  const { dialect } = field ?? kind.shapes?.[key ?? ""] ?? {};
  return dialect !== "vendor" && has(server, field, kind, key);
}

/** True if a server has an attribute, or (without one) a kind with its shape, of which facts of releases alone may tell. */
export function has(server: Server, field: Field | undefined, kind: Kind, key: string | undefined): boolean {
  const shape = key === undefined ? undefined : kind.shapes?.[key];
  type Fact = Pick<Field, "tier" | "since" | "until" | "dialect">;
  const facts: (Fact | Kind | undefined)[] = field ? [field] : [kind, shape];
  return facts.every((one) => {
    const fact: Fact = one ?? {};
    if (fact.dialect === "vendor" && server.dialect !== "vendor" && !field?.older) return false;
    if (fact.tier && !tierIncludes(server.tier, fact.tier)) return false;
    if (field && goesByOlderName(field, server)) return true;
    if (fact.since !== undefined && compareVersions(server.version, fact.since) < 0) return false;
    return fact.until === undefined || compareVersions(server.version, fact.until) < 0;
  });
}

/** False for a subject that every step writes with an attribute or a word which the server does not have. */
export function takesFixed(server: Server, { kind, key, fields, fixed }: Subject): boolean {
  const { dialect } = server;
  return Object.entries(fixed).every(([name, value]) => {
    if (!has(server, fields[name], kind, key)) return false;
    const words = dialect === "vendor" ? fields[name]?.inVendor?.values : undefined;
    return words === undefined || words.some((word) => word === value);
  });
}

/** One of the two values of an attribute of a subject. */
export function valueOf(subject: Subject, name: string, which: 0 | 1): Json {
  const field = subject.fields[name];
  if (!field) throw new Error(`${subject.address} has no ${name}`);
  return twoValues(field, placeOf(subject, name))[which];
}

/** Kind (and slug) and name of an attribute, with dots between. */
export function placeOf({ kind, key }: Subject, name: string): string {
  return [kind.name, ...(kind.shapes ? [key] : []), name].join(".");
}

/** All attributes of a subject at their first or second value. */
export function specAt(subject: Subject, which: 0 | 1): JsonObject {
  const values = subject.names.map((name) => [name, valueOf(subject, name, which)] as const);
  return { ...subject.fixed, ...Object.fromEntries(values) };
}

/** Attributes of a subject that can be unset, with their unset form. */
export function unsets(subject: Subject): JsonObject {
  const spec: Record<string, Json> = {};
  for (const name of subject.names) {
    const field = subject.fields[name];
    const value = field && field.on !== "create" ? unsetValue(field) : undefined;
    if (value !== undefined) spec[name] = value;
  }
  return spec;
}

/** True if a plan can show that an attribute differs: it is written after creation and read back. */
export function isCompared({ kind, fields }: Subject, name: string, { version }: Server): boolean {
  const field = fields[name];
  const since = shownSince[`${kind.name}.${name}`];
  if (since !== undefined && compareVersions(version, since) < 0) return false;
  return field !== undefined && field.on !== "create" && !field.unreadable;
}
