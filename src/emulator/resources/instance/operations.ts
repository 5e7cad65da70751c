import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { requireUser } from "../../core/access.js";
import { defineEntries } from "../../core/collection/spec.js";
import type { Context, PlatformState } from "../../core/context.js";
import { instanceSetting } from "../../core/instance-settings.js";
import { type Instance, isAtLeast, isEnterprise, release } from "../../core/instance.js";
import type { Json } from "../../core/records.js";
import { type Reply, badRequest, notFound, ok } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { uploadUrl } from "../../core/uploads.js";
import { DAY } from "../projects/move.js";
import { sshKeyTable } from "../user-keys/records.js";
import { presentSelf } from "../users/present.js";
import { issueTable, mergeRequestTable, milestoneTable, noteTable, snippetTable } from "../work-items/records.js";

/** Later real servers answer both routes alike. */
const sharesMetadata = ({ dialect, version }: Instance): boolean => dialect === "vendor" && isAtLeast(version, "15.5");

/** Limits that administrators wrote, by plan. */
const planLimitTable = defineEntries("plan_limits");

/** What limits are before anybody writes them. */
const PRESETS: Readonly<Record<string, Json>> = {
  ci_instance_level_variables: 25,
  ci_pipeline_size: 0,
  ci_active_jobs: 0,
  ci_project_subscriptions: 2,
  ci_pipeline_schedules: 10,
  ci_needs_size_limit: 50,
  ci_registered_group_runners: 1000,
  ci_registered_project_runners: 1000,
  dotenv_size: 5120,
  dotenv_variables: 20,
  conan_max_file_size: 3_221_225_472,
  enforcement_limit: 0,
  generic_packages_max_file_size: 5_368_709_120,
  helm_max_file_size: 5_242_880,
  limits_history: {},
  notification_limit: 0,
  maven_max_file_size: 3_221_225_472,
  npm_max_file_size: 524_288_000,
  nuget_max_file_size: 524_288_000,
  pipeline_hierarchy_size: 1000,
  pypi_max_file_size: 3_221_225_472,
  storage_size_limit: 0,
  terraform_module_max_file_size: 1_073_741_824,
};

const started = Date.now();

/**
 * Release, licence, the caller's own account (the reference of real servers, sections A and C), figures of the whole instance and of its background work, which
 * is one process with one queue here, and pictures by address.
 */
export default {
  operations: {
    "GET /version": ({ instance }) => ok(sharesMetadata(instance) ? metadata(instance) : release(instance)),
    "GET /metadata": ({ instance }) => ok(metadata(instance)),
    "GET /license": (context) => ok(presentLicence(context)),
    "GET /user": (context) => ok(presentSelf(context, requireUser(context))),
    "GET /application/statistics": { role: "administrator", handler: countAll },
    "GET /application/plan_limits": { role: "administrator", handler: showLimits },
    "PUT /application/plan_limits": { role: "administrator", handler: writeLimits },
    "GET /licenses": { role: "administrator", tier: "premium", handler: (context) => ok([presentLicence(context)]) },
    "GET /license/{id}": {
      role: "administrator",
      tier: "premium",
      parameters: { id: { type: "integer" } },
      handler: showLicence,
    },
    "POST /license": { role: "administrator", handler: refuseLicence },
    "GET /avatar": { role: "anyone", handler: showAvatar },
    "GET /sidekiq/queue_metrics": metrics((context) => ({ queues: queues(context) })),
    "GET /sidekiq/process_metrics": metrics(() => ({ processes: processes() })),
    "GET /sidekiq/job_stats": metrics((context) => ({ jobs: jobs(context) })),
    "GET /sidekiq/compound_metrics": metrics((context) => ({
      queues: queues(context),
      processes: processes(),
      jobs: jobs(context),
    })),
  },
} satisfies Resource;

function metadata(instance: Instance): Record<string, Json> {
  const kas = { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null };
  return { ...release(instance), kas, enterprise: isEnterprise(instance) };
}

/** A licence that began a month ago and runs for a year, by whole days, with how far it is used. */
function presentLicence({ store, instance }: PlatformState): Record<string, Json> {
  const active = store.users.all().filter((user) => user.state === "active").length;
  const day = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);
  return {
    id: 1,
    plan: instance.tier,
    created_at: `${day(-30)}T00:00:00.000Z`,
    starts_at: day(-30),
    expires_at: day(335),
    expired: false,
    licensee: { Name: "Acme", Company: "Acme", Email: "root@example.com" },
    add_ons: {},
    user_limit: 100,
    maximum_user_count: active,
    historical_max: active,
    active_users: active,
    overage: 0,
  };
}

function showLicence(context: Context): Reply {
  const licence = presentLicence(context);
  if (licence["id"] !== context.params.requiredNumber("id")) throw notFound();
  return ok(licence);
}

/** Keys are signed by who sells them, so that none is a key here: the tier is what the emulator was started with. */
function refuseLicence(): never {
  throw badRequest("The license key is invalid. Make sure it is exactly as you received it from GitLab Inc.");
}

/** Real servers answer these as texts, with commas between thousands. */
function countAll({ store }: Context): Reply {
  const counts = {
    forks: store.projects.all().filter(({ forked_from_id }) => typeof forked_from_id === "number").length,
    issues: store.of(issueTable).size,
    merge_requests: store.of(mergeRequestTable).size,
    notes: store.of(noteTable).size,
    snippets: store.of(snippetTable).size,
    ssh_keys: store.of(sshKeyTable).size,
    milestones: store.of(milestoneTable).size,
    users: store.users.size,
    groups: store.groups.size,
    projects: store.projects.size,
    active_users: store.users.all().filter(({ state }) => state === "active").length,
  };
  return ok(Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count.toLocaleString("en-US")])));
}

function showLimits(context: Context): Reply {
  const { store, params, knowledge } = context;
  const plan = params.text("plan_name") ?? "default";
  const entry = store
    .of(planLimitTable)
    .all()
    .find((candidate) => candidate["plan_name"] === plan);
  return ok(Object.fromEntries([...(knowledge?.keys ?? [])].map((key) => [key, entry?.[key] ?? PRESETS[key] ?? null])));
}

function writeLimits(context: Context): Reply {
  const { store, params } = context;
  const table = store.of(planLimitTable);
  const plan_name = params.requiredText("plan_name");
  const sent = params.sent(["page", "per_page", "plan_name"]);
  const entry = table.all().find((candidate) => candidate["plan_name"] === plan_name);
  if (entry === undefined) table.insert({ ...sent, plan_name, home: { kind: "instance", id: 0 } });
  else table.update(entry.id, sent);
  return showLimits(context);
}

/** The picture that a user uploaded, else the one that the world knows of the address, where the instance asks the world. */
function showAvatar(context: Context): Reply {
  const { store, params } = context;
  const email = params.requiredText("email").trim().toLowerCase();
  const user = store.users.all().find((candidate) => candidate.email.toLowerCase() === email);
  const avatar = uploadUrl(context, user?.avatar ?? null) ?? user?.profile?.avatar_url;
  if (avatar !== undefined) return ok({ avatar_url: avatar });
  if (instanceSetting(store, "gravatar_enabled") === false) return ok({ avatar_url: null });
  const size = (params.number("size") ?? 40) * 2;
  const hash = createHash("sha256").update(email).digest("hex");
  return ok({ avatar_url: `https://www.gravatar.com/avatar/${hash}?s=${size}&d=identicon` });
}

function metrics(of: (context: Context) => Json): OperationDeclaration {
  return { role: "administrator", handler: (context) => ok(of(context)) };
}

/** Work that is due by now. */
function waiting({ store }: Context): number {
  return store.scheduledWork.all().filter(({ due, failure }) => due <= Date.now() && failure === null).length;
}

function queues(context: Context): Json {
  return { default: { backlog: waiting(context), latency: 0 } };
}

function processes(): Json {
  const { pid } = process;
  return [
    {
      hostname: hostname(),
      pid,
      tag: "emulator",
      started_at: new Date(started).toISOString(),
      queues: ["default"],
      labels: [],
      concurrency: 1,
      busy: 0,
    },
  ];
}

function jobs(context: Context): Json {
  const { store } = context;
  const all = store.scheduledWork.all();
  const failed = all.filter(({ failure }) => failure !== null).length;
  return { processed: store.scheduledWork.next - 1 - all.length + failed, failed, enqueued: waiting(context), dead: failed };
}
