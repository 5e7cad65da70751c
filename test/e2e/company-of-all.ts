import { formatAddress } from "../../src/core/address.js";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { addressIn, isTopLevel, type PlacedKind, isLive, placedKinds, topKind } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";
import type { Administrator } from "../harness/administrator.js";

/** Where in the company things stand that hang on others. */
const holders: Readonly<Record<string, string>> = { group: "acme", project: "acme/platform/web" };

/** What the examples refer to. */
const around = {
  groups: {
    acme: { name: "Acme", members: { alice: { access_level: "maintainer" } } },
    "acme/platform": { name: "Platform" },
    "acme/platform/release": { name: "Release" },
  },
  projects: { "acme/platform/web": { initialize_with_readme: true }, "acme/platform/deploy": { initialize_with_readme: true } },
} as const;

/** The pipeline whose job makes what only a job can make. */
const pipeline = "deploy:\n  script: [./deploy]\n  resource_group: production\n";

/** What is said beside an example, or in place of a part of it: a secret wherever one may be, and what the other examples can stand beside. By the name of the kind, or of that and its parent. */
const beside: Readonly<Record<string, JsonObject>> = {
  // What is so anyhow is in no export.
  approval_settings: { merge_requests_author_approval: true },
  application_settings: { spamfilter_api_key: "${env:ACME_SPAM_KEY}" },
  external_status_check: { shared_secret: "${env:CHECK_SECRET}" },
  hook: { token: "${env:HOOK_TOKEN}", signing_token: "${env:SIGNING_TOKEN}" },
  pipeline_schedule: { variables: { TOKEN: "${env:SCHEDULE_TOKEN}" } },
  push_mirror: { password: "${env:MIRROR_TOKEN}" },
  push_rules: { commit_message_regex: "^[A-Z]" },
  "variable.project": { value: "${env:PROJECT_VALUE}", masked: true },
  "variable.group": { value: "${env:GROUP_VALUE}", masked: true, hidden: true },
  "variable.instance": { value: "${env:INSTANCE_VALUE}" },
};

/** Keys of those that cannot have that of the example, by the name of the kind and its parent: a project has no label of its group's. */
const keys: Readonly<Record<string, string>> = { "label.group": "idea" };

/** Secrets that the files refer to, by the names of their variables. */
export const companySecrets: Readonly<Record<string, string>> = {
  ACME_SPAM_KEY: "hushed-spam-key",
  CHECK_SECRET: "hushed-secret-of-a-check",
  HOOK_TOKEN: "hushed-hook-token",
  MIRROR_TOKEN: "hushed-mirror-token",
  SCHEDULE_TOKEN: "hushed-schedule-token",
  SIGNING_TOKEN: `whsec_${Buffer.from("hushed-signing-token-of-32-bytes").toString("base64")}`,
  PROJECT_VALUE: "hushed-value-of-a-project",
  GROUP_VALUE: "hushed-value-of-a-group",
  INSTANCE_VALUE: "hushed-value-of-the-instance",
};

/** What the company has of one kind under one parent. */
export interface Member {
  readonly kind: PlacedKind;
  readonly path: string | undefined;
  readonly key: string | undefined;
  readonly body: JsonObject;
  readonly address: string;
}

/** One of every kind under every parent, as its example says. */
export function members(): Member[] {
  return placedKinds(kinds)
    .filter((kind) => isLive(kind) && kind.tree === undefined)
    .map((kind) => {
      const own =
        kind.as === "one"
          ? undefined
          : (keys[`${kind.name}.${kind.parent}`] ?? kind.exampleKey ?? Object.keys(kind.shapes ?? {})[0]);
      const path = isTopLevel(kind) ? own : holders[kind.parent];
      const key = isTopLevel(kind) ? undefined : own;
      const body = { ...(kind.example as JsonObject), ...beside[kind.name], ...beside[`${kind.name}.${kind.parent}`] };
      return { kind, path, key, body, address: formatAddress(addressIn(kind, path, key)) };
    });
}

/** What somebody says otherwise of each, by the name of the kind, or of that and its parent. */
const altered: Readonly<Record<string, JsonObject>> = {
  application_settings: { domain_denylist: ["example.net"] },
  appearance: { title: "Other" },
  topic: { title: "Types" },
  ldap_group_link: { group_access: "reporter" },
  protected_environment: { deploy_access_levels: [{ access_level: "developer" }] },
  saml_group_link: { access_level: "reporter" },
  approval_settings: { merge_requests_author_approval: false },
  job_token_scope: { groups: [] },
  push_rules: { deny_delete_tag: false },
  approval_rule: { approvals_required: 1 },
  badge: { link_url: "https://other.example.com" },
  broadcast_message: { broadcast_type: "notification" },
  container_protection_rule: { minimum_access_level_for_push: "owner" },
  container_tag_protection_rule: { minimum_access_level_for_push: "owner" },
  custom_attribute: { value: "1147" },
  deploy_key: { can_push: true },
  environment: { external_url: "https://other.example.com" },
  external_status_check: { external_url: "https://other.example.com" },
  feature_flag: { active: false },
  freeze_period: { freeze_end: "0 8 * * 1" },
  hook: { push_events: false },
  integration: { recipients: "others@example.com" },
  label: { description: "Other" },
  member: { access_level: "maintainer" },
  package_protection_rule: { minimum_access_level_for_push: "owner" },
  pages_settings: { https_only: false },
  pages_domain: { auto_ssl_enabled: false },
  pipeline_schedule: { cron: "0 4 * * *" },
  project_alias: { project: "acme/platform/deploy" },
  protected_branch: { allow_force_push: true },
  protected_tag: { allowed_to_create: [{ access_level: "developer" }] },
  push_mirror: { enabled: false },
  repository_file: { content: "* @acme\n" },
  resource_group: { process_mode: "newest_first" },
  variable: { description: "Other" },
};

/** Of which nothing can differ from its file but that it is not there. */
const unchanging: ReadonlySet<string> = new Set(["branch"]);

/** Those members of which something can be said otherwise. */
export function changeableMembers(): Member[] {
  return members().filter(({ kind }) => !unchanging.has(kind.name));
}

/** What is said of a member where somebody changed it. */
export function otherBody({ kind, body }: Member): JsonObject {
  return { ...body, ...(altered[`${kind.name}.${kind.parent}`] ?? altered[kind.name]) };
}

/** Files that declare the company, with these members. */
export function companyFiles(of: readonly Member[] = members()): string {
  const files: Record<string, Json> = structuredClone(around);
  for (const { kind, path = "", key = "", body } of of) {
    const within = isTopLevel(kind) ? files : inner(inner(files, topKind(kinds, kind.parent).file), path);
    if (kind.as === "one") within[kind.file] = body;
    else inner(within, kind.file)[isTopLevel(kind) ? path : key] = body;
  }
  return JSON.stringify(files, undefined, 1);
}

function inner(within: Record<string, Json>, key: string): Record<string, Json> {
  return (within[key] ??= {}) as Record<string, Json>;
}

/** Runs the pipeline that makes what only jobs make. */
export async function runPipeline({ call }: Pick<Administrator, "call">): Promise<void> {
  const at = "/projects/acme%2Fplatform%2Fweb";
  await call("POST", `${at}/repository/commits`, {
    branch: "main",
    commit_message: "Deploy",
    actions: [{ action: "create", file_path: ".gitlab-ci.yml", content: pipeline }],
  });
  await call("POST", `${at}/pipeline`, { ref: "main" });
}

/** What somebody fills in for the names that an export lists: the secret that each place was given. */
export function filledIn(example: string): Readonly<Record<string, string>> {
  const places = new Map(members().map(({ address, body }) => [address, body]));
  const secretOf = (address: string, attribute: string) => {
    const template = attribute
      .split(".")
      .reduce<Json | undefined>((value, part) => (isObject(value) ? value[part] : undefined), places.get(address));
    const [, variable = ""] = /^\$\{env:(\w+)\}$/.exec(typeof template === "string" ? template : "") ?? [];
    const secret = companySecrets[variable];
    if (secret === undefined) throw new Error(`nobody gave ${address} ${attribute} a secret`);
    return secret;
  };
  // A thing stands with its attributes above their variables, in one order.
  const named = [...example.matchAll(/^# (.+?) ((?:\S+, )*\S+)\n((?:\w+=\n)+)/gm)].flatMap(
    ([, address = "", attributes = "", names = ""]) =>
      names.split("=\n").flatMap((name, index) => {
        const attribute = attributes.split(", ")[index];
        return attribute === undefined || name === "" ? [] : [[name, secretOf(address, attribute)] as const];
      }),
  );
  return Object.fromEntries(named);
}

/** Where the platform lists, or shows the one, of each kind that exports have unasked. */
export function lists(): string[] {
  const all = members().flatMap(({ kind: { routes, parent, exported }, path = "" }) => {
    const [, route = ""] = (routes.list ?? routes.read)?.split(" ") ?? [];
    return exported === "asked" ? [] : [route.replace(`{${parent}}`, encodeURIComponent(path))];
  });
  return [...new Set(all)];
}
