import { createHash } from "node:crypto";
import type { Context } from "../context.js";
import { badRequest, notFound } from "../errors.js";
import { instanceSetting } from "../instance-settings.js";
import type { Json } from "../json.js";
import { issueTable, mergeRequestTable, milestoneTable, noteTable, snippetTable } from "../records/work-items.js";
import { ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { defineEntries } from "../row/spec.js";
import { presentLicence } from "../sections/instance.js";
import { uploadUrl } from "../uploads.js";
import { sshKeyTable } from "./users/keys.js";

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

/** Figures of the whole instance, and pictures by address. */
export default {
  operations: {
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
  },
} satisfies Resource;

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
    .find((one) => one["plan_name"] === plan);
  return ok(Object.fromEntries([...(knowledge?.keys ?? [])].map((key) => [key, entry?.[key] ?? PRESETS[key] ?? null])));
}

function writeLimits(context: Context): Reply {
  const { store, params } = context;
  const table = store.of(planLimitTable);
  const plan_name = params.requiredText("plan_name");
  const sent = params.sent(["page", "per_page", "plan_name"]);
  const entry = table.all().find((one) => one["plan_name"] === plan_name);
  if (entry === undefined) table.insert({ ...sent, plan_name, home: { kind: "instance", id: 0 } });
  else table.update(entry.id, sent);
  return showLimits(context);
}

/** The picture that a user uploaded, else the one that the world knows of the address, where the instance asks the world. */
function showAvatar(context: Context): Reply {
  const { store, params } = context;
  const email = params.requiredText("email").trim().toLowerCase();
  const user = store.users.all().find((one) => one.email.toLowerCase() === email);
  const own = uploadUrl(context, user?.avatar ?? null) ?? user?.profile?.avatar_url;
  if (own !== undefined) return ok({ avatar_url: own });
  if (instanceSetting(store, "gravatar_enabled") === false) return ok({ avatar_url: null });
  const size = (params.number("size") ?? 40) * 2;
  const hash = createHash("sha256").update(email).digest("hex");
  return ok({ avatar_url: `https://www.gravatar.com/avatar/${hash}?s=${size}&d=identicon` });
}
