import { createHash } from "node:crypto";
import { LEVEL } from "../../core/access.js";
import { type Context, checkLimits, page } from "../../core/context.js";
import { type Json, type Project, given } from "../../core/records.js";
import {
  type Reply,
  badParameters,
  badRequest,
  created,
  forbidden,
  invalid,
  noContent,
  notFound,
  ok,
} from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { presentDeployment } from "../deployments/present.js";
import { deployableProject, projectWithDeployments, tierOf } from "../deployments/records.js";
import { type Environment, agentTable, deploymentTable, environmentKey, environmentTable } from "../pipelines/records.js";
import { DAY } from "../projects/move.js";
import { presentSimple } from "../projects/present.js";

const SHORTEST_SEARCH = 3;

const textOrNull = (text: string | undefined): string | null => (text === undefined || text === "" ? null : text);

const LONGEST = 24;

/** Where a project is deployed to. Names stay as they are; only what is stopped can be removed. No collection: deployments make them in both dialects. */
export default {
  operations: {
    "GET /projects/{id}/environments": list,
    "POST /projects/{id}/environments": create,
    "GET /projects/{id}/environments/{environment_id}": (context) => {
      const project = projectWithDeployments(context);
      return ok(presentSingle(context, project, findEnvironment(context, project)));
    },
    "PUT /projects/{id}/environments/{environment_id}": update,
    "DELETE /projects/{id}/environments/{environment_id}": (context) => {
      const environment = findEnvironment(context, deployableProject(context, LEVEL.developer).project);
      if (stateOf(environment) !== "stopped") throw forbidden();
      removeEnvironment(context, environment);
      return noContent();
    },
    "POST /projects/{id}/environments/{environment_id}/stop": (context) => {
      const { project } = deployableProject(context, LEVEL.developer);
      return ok(presentSingle(context, project, stop(context, findEnvironment(context, project))));
    },
    "POST /projects/{id}/environments/stop_stale": stopStale,
    "DELETE /projects/{id}/environments/review_apps": removeReviewApps,
  },
} satisfies Resource;

function stateOf({ state }: Environment): "available" | "stopped" {
  return state ?? "available";
}

function environmentsOf({ store }: Context, project: Project): Environment[] {
  return store.of(environmentTable).where("project", project.id);
}

function findEnvironment({ store, params }: Context, project: Project): Environment {
  const environment = store.of(environmentTable).get(Number(params.requiredText("environment_id")));
  if (environment?.project_id !== project.id) throw notFound("Environment");
  return environment;
}

function list(context: Context): Reply {
  const { params } = context;
  const project = projectWithDeployments(context);
  const [name, search, states] = ["name", "search", "states"].map((parameter) => params.text(parameter));
  if (name !== undefined && search !== undefined) throw badParameters("name, search are mutually exclusive");
  if (search !== undefined && search.length < SHORTEST_SEARCH)
    throw badRequest(`400 Bad request - Search query is less than ${SHORTEST_SEARCH} characters`);
  const environments = environmentsOf(context, project).filter(
    (environment) =>
      (name === undefined || environment.name === name) &&
      (search === undefined || environment.name.toLowerCase().includes(search.toLowerCase())) &&
      (states === undefined || stateOf(environment) === states),
  );
  return page(environments, context, (environment) => present(context, project, environment));
}

function create(context: Context): Reply {
  const { project } = deployableProject(context, LEVEL.developer);
  checkLimits(context);
  const { store, params } = context;
  const name = params.requiredText("name");
  const now = new Date().toISOString();
  const written = sent(context, undefined);
  const wrong = nameProblems(name);
  if (store.of(environmentTable).count("name", environmentKey(project.id, name)) > 0) wrong.push("has already been taken");
  if (wrong.length > 0) throw invalid({ name: wrong });
  const environment = store.of(environmentTable).insert({
    tier: tierOf(name),
    external_url: null,
    ...written,
    project_id: project.id,
    name,
    created_at: now,
    updated_at: now,
  });
  return created(presentSingle(context, project, environment));
}

function nameProblems(name: string): string[] {
  if (name.trim() === "") return ["can't be blank"];
  return [
    ...(name.length > 255 ? ["is too long (maximum is 255 characters)"] : []),
    ...(/^[a-zA-Z0-9_${}.\-\\/ ]+$/.test(name) && !name.startsWith("/") && !name.endsWith("/")
      ? []
      : ["can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'"]),
  ];
}

function update(context: Context): Reply {
  const { project } = deployableProject(context, LEVEL.developer);
  checkLimits(context);
  const before = findEnvironment(context, project);
  const changes = { ...sent(context, before), updated_at: new Date().toISOString() };
  return ok(presentSingle(context, project, context.store.of(environmentTable).update(before.id, changes)));
}

/** What a request writes of an environment, checked against what it is before. */
function sent(context: Context, before: Environment | undefined): Partial<Omit<Environment, "id">> {
  const { params, store } = context;
  if (params.has("slug")) throw badParameters("slug is automatically generated and cannot be changed");
  const texts = ["external_url", "description", "kubernetes_namespace", "flux_resource_path"] as const;
  const written: Partial<Record<(typeof texts)[number], string | null>> = Object.fromEntries(
    texts.filter((name) => params.has(name)).map((name) => [name, textOrNull(params.text(name))]),
  );
  const agent = params.has("cluster_agent_id") ? { cluster_agent_id: params.number("cluster_agent_id") ?? null } : {};
  const wanted = { ...before, ...written, ...agent };
  const url = wanted.external_url ?? null;
  const id = wanted.cluster_agent_id ?? null;
  if (id !== null && store.of(agentTable).get(id) === undefined)
    throw badRequest("400 Bad request - cluster agent doesn't exist or is inaccessible");
  const wrong = {
    ...(url === null || /^https?:\/\/\S+$/i.test(url)
      ? {}
      : { external_url: ["is blocked: Only allowed schemes are http, https"] }),
    ...((wanted.kubernetes_namespace ?? null) !== null && id === null
      ? { kubernetes_namespace: ["cannot be set without a cluster agent"] }
      : {}),
    ...((wanted.flux_resource_path ?? null) !== null && (wanted.kubernetes_namespace ?? null) === null
      ? { flux_resource_path: ["cannot be set without a kubernetes namespace"] }
      : {}),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return {
    ...written,
    ...agent,
    ...given({ tier: params.text("tier"), auto_stop_setting: params.text("auto_stop_setting") }),
  };
}

function stop(context: Context, environment: Environment): Environment {
  const updated_at = new Date().toISOString();
  if (stateOf(environment) === "stopped") return environment;
  return context.store.of(environmentTable).update(environment.id, { state: "stopped", updated_at });
}

/** Stops what was neither deployed nor changed since a time that lies a week back or more. */
function stopStale(context: Context): Reply {
  const { project } = deployableProject(context, LEVEL.maintainer);
  const before = Date.parse(context.params.requiredText("before"));
  const now = Date.now();
  if (before > now - 7 * DAY || before < now - 3653 * DAY) throw badRequest("400 Bad request - Invalid Date");
  for (const environment of environmentsOf(context, project))
    if (Date.parse(lastUsed(context, environment)) < before) stop(context, environment);
  return ok({ message: "200 OK" });
}

function lastUsed({ store }: Context, { id, updated_at, created_at, project_id }: Environment): string {
  const deployments = store.of(deploymentTable).where("environment", id);
  const times = [...deployments.map((row) => row.created_at), updated_at ?? created_at ?? ""].filter((time) => time !== "");
  return times.sort().at(-1) ?? store.projects.get(project_id)?.created_at ?? "";
}

/** Removes stopped review apps; unless `dry_run` is false it only tells which. */
function removeReviewApps(context: Context): Reply {
  const { params } = context;
  const { project } = deployableProject(context, LEVEL.maintainer);
  const before = Date.parse(params.text("before") ?? new Date(Date.now() - 30 * DAY).toISOString());
  const environments = environmentsOf(context, project)
    .filter(
      (environment) =>
        stateOf(environment) === "stopped" &&
        environment.name.startsWith("review/") &&
        Date.parse(environment.created_at ?? project.created_at) < before,
    )
    .slice(0, params.number("limit") ?? 100);
  if (params.flag("dry_run") === false) for (const environment of environments) removeEnvironment(context, environment);
  const entries = environments.map(({ id, name, external_url }) => ({ id, name, slug: slugOf(name), external_url }));
  return ok({ scheduled_entries: entries, unprocessable_entries: [] });
}

function removeEnvironment({ store }: Context, { id }: Environment): void {
  for (const deployment of store.of(deploymentTable).where("environment", id)) store.of(deploymentTable).delete(deployment.id);
  store.of(environmentTable).delete(id);
}

function presentSingle(context: Context, project: Project, environment: Environment): Record<string, Json> {
  const deployments = context.store.of(deploymentTable).where("environment", environment.id);
  const last = deployments.findLast(({ status }) => status === "success");
  return {
    ...present(context, project, environment),
    last_deployment: last === undefined ? null : presentDeployment(context, last),
  };
}

function present(context: Context, project: Project, environment: Environment): Record<string, Json> {
  const { id, name, external_url, tier, created_at = project.created_at } = environment;
  const agent = environment.cluster_agent_id ?? null;
  const known = agent === null ? undefined : context.store.of(agentTable).get(agent);
  return {
    id,
    name,
    slug: slugOf(name),
    description: environment.description ?? null,
    external_url,
    state: stateOf(environment),
    tier,
    created_at,
    updated_at: environment.updated_at ?? created_at,
    auto_stop_at: null,
    auto_stop_setting: environment.auto_stop_setting ?? "always",
    kubernetes_namespace: environment.kubernetes_namespace ?? null,
    flux_resource_path: environment.flux_resource_path ?? null,
    cluster_agent: known === undefined ? null : { id: known.id, name: known.name },
    project: { ...presentSimple(context, project) },
  };
}

/** What an environment is called in host names: of its name when that fits, else of the beginning of it and of a hash. */
function slugOf(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "-");
  const slug = (/^[a-z]/.test(plain) ? plain : `env-${plain}`).replaceAll(/-+/g, "-");
  if (slug.length <= LONGEST && slug === name) return slug.replace(/-$/, "");
  const start = slug.slice(0, 17);
  const hash = BigInt(`0x${createHash("sha256").update(name).digest("hex")}`);
  return `${start}${start.endsWith("-") ? "" : "-"}${hash.toString(36).slice(-6)}`;
}
