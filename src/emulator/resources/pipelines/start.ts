import { textOf } from "../../core/collection/homes.js";
import { defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import type { PlatformState } from "../../core/context.js";
import { treeOf } from "../../core/git/history.js";
import { blobBytes, entryAt } from "../../core/git/trees.js";
import { type Json, type JsonObject, type Project, type User, isObject, objectsIn } from "../../core/records.js";
import { badParameters, invalid } from "../../core/replies.js";
import { branchNamed, resolveRef, tagNamed } from "../../core/repository.js";
import type { Store } from "../../core/store.js";
import { environmentNamed } from "../deployments/records.js";
import { isProtected, mayUpdateBranch } from "../projects/protection.js";
import { type Configuration, type ConfiguredJob, readConfiguration } from "./config.js";
import { FRESH, pipelinesIn } from "./lookup.js";
import { insertPipeline, repeatPipeline, settlePipeline } from "./progress.js";
import { type Job, type Pipeline, jobTable, pipelineTable } from "./records.js";
import { type Variables, type Verdict, verdictOf, workflowAllows } from "./rules.js";

/** A pipeline that is asked for. */
interface PipelineRequest {
  readonly project: Project;
  /** A branch or tag, or a full name of one. */
  readonly ref: string;
  readonly user: User;
  readonly source: string;
  readonly variables?: readonly JsonObject[];
  readonly schedule_id?: number;
  /** The head of a merge request, whose pipeline runs for its commit. */
  readonly sha?: string;
  /** The ref that the pipeline shows, where it is not that of the branch. */
  readonly shownAs?: string;
}

/** Variables that a pipeline was started with. */
export const pipelineVariables = defineEntries("pipeline_variables");

/** Groups of jobs of which one runs at a time; pipelines make them. */
export const resourceGroups = defineEntries("resource_groups");

const refused = (...base: string[]) => invalid({ base });

/**
 * Starts a pipeline with the jobs of the configuration that the commit has; where there is none, like the last pipeline of the ref. Throws 400 in the
 * words of real servers where nothing would run.
 */
export function startPipeline(world: PlatformState, request: PipelineRequest): Pipeline {
  const { store } = world;
  const { project, user, source } = request;
  const name = request.ref.replace(/^refs\/(heads|tags)\//, "");
  const isTag = branchNamed(store, project.id, name) === undefined && tagNamed(store, project.id, name) !== undefined;
  const isKnown = isTag || branchNamed(store, project.id, name) !== undefined;
  const commit = isKnown ? resolveRef(store, project.id, request.sha ?? name) : undefined;
  if (commit === undefined) throw refused("Reference not found");
  if (!isTag && isProtected(store, project.id, name) && !mayUpdateBranch(store, user, project, name))
    throw refused(
      `You do not have sufficient permission to run a pipeline on '${name}'. Please select a different branch or contact your administrator for assistance.`,
    );
  const text = textAt(store, project.id, commit.sha, configPath(project.attributes));
  if (text === undefined) return repeated(world, request, name, commit.sha);
  const configuration = readConfiguration(text, (path) => textAt(store, project.id, commit.sha, path));
  if (configuration.errors.length > 0) throw refused(...configuration.errors);
  const variables = variablesOf(request, configuration, name, isTag, commit.sha);
  if (!workflowAllows(configuration.workflow, variables)) throw refused("Pipeline filtered out by workflow rules.");
  const jobs = configuration.jobs.flatMap((job): (readonly [ConfiguredJob, Verdict])[] => {
    const verdict = verdictOf(job.keys, variables);
    return verdict === undefined ? [] : [[job, verdict]];
  });
  if (jobs.length === 0)
    throw refused("The resulting pipeline would have been empty. Review the rules configuration for the relevant jobs.");
  const pipeline = insertPipeline(world, {
    project_id: project.id,
    ref: request.shownAs ?? name,
    tag: isTag,
    sha: commit.sha,
    user_id: user.id,
    source,
    ...scheduled(request),
  });
  keepVariables(world, pipeline.id, request.variables ?? []);
  for (const [job, verdict] of jobs) insertJob(world, pipeline, job, verdict, user);
  settlePipeline(world, pipeline.id);
  return store.of(pipelineTable).get(pipeline.id) ?? pipeline;
}

function repeated(world: PlatformState, request: PipelineRequest, ref: string, sha: string): Pipeline {
  const last = pipelinesIn(world.store, request.project.id).findLast((row) => row.ref === ref && row.bridge_id === null);
  if (last === undefined) throw refused("Missing CI config file");
  const { id } = repeatPipeline(world, last, sha, request.user);
  keepVariables(world, id, request.variables ?? []);
  return world.store.of(pipelineTable).update(id, { source: request.source, ...scheduled(request) });
}

const scheduled = ({ schedule_id }: PipelineRequest) => (schedule_id === undefined ? {} : { schedule_id });

function keepVariables({ store }: PlatformState, id: number, variables: readonly JsonObject[]): void {
  for (const variable of variables)
    store.of(pipelineVariables).insert({
      home: { kind: "pipeline", id },
      key: textOf(variable["key"]),
      value: textOf(variable["value"]),
      variable_type: variable["variable_type"] ?? "env_var",
      raw: variable["raw"] ?? false,
    });
}

/** Names and values that rules compare. */
function variablesOf(
  { source, project, variables = [] }: PipelineRequest,
  configuration: Configuration,
  name: string,
  isTag: boolean,
  sha: string,
): Variables {
  const configured = Object.entries(configuration.variables).map(([key, value]) => [
    key,
    textOf(isObject(value) ? value["value"] : value),
  ]);
  const branch = source === "merge_request_event" ? [] : [[isTag ? "CI_COMMIT_TAG" : "CI_COMMIT_BRANCH", name]];
  const preset = project.attributes["default_branch"];
  return Object.fromEntries([
    ...configured,
    ["CI", "true"],
    ["CI_PIPELINE_SOURCE", source],
    ["CI_COMMIT_REF_NAME", name],
    ["CI_COMMIT_SHA", sha],
    ["CI_DEFAULT_BRANCH", textOf(typeof preset === "string" ? preset : "")],
    ["CI_PROJECT_PATH", project.path_with_namespace],
    ...branch,
    ...variables.map((variable) => [textOf(variable["key"]), textOf(variable["value"])]),
  ]) as Variables;
}

function insertJob(world: PlatformState, pipeline: Pipeline, job: ConfiguredJob, verdict: Verdict, user: User): void {
  const { store } = world;
  const { keys, name, stage } = job;
  const isManual = verdict.when === "manual";
  const allowed = verdict.allowFailure ?? (typeof keys["allow_failure"] === "boolean" ? keys["allow_failure"] : undefined);
  const environment = nameIn(keys["environment"]);
  const group = textOf(keys["resource_group"]);
  if (environment !== "") environmentNamed(store, pipeline.project_id, environment);
  if (group !== "") addResourceGroup(world, pipeline.project_id, group);
  const row: Omit<Job, "id"> = {
    ...FRESH,
    project_id: pipeline.project_id,
    pipeline_id: pipeline.id,
    bridge: keys["trigger"] !== undefined,
    name,
    stage,
    status: isManual ? "manual" : "created",
    allow_failure: allowed ?? (isManual && !Array.isArray(keys["rules"])),
    user_id: user.id,
    tag_list: Array.isArray(keys["tags"]) ? keys["tags"].map((tag: Json) => textOf(tag)) : [],
    retried: false,
    environment: environment === "" ? null : environment,
    ...(group === "" ? {} : { resource_group: group }),
    created_at: pipeline.created_at,
  };
  store.of(jobTable).insert(row);
}

/** Names that depend on variables are known when a job runs. */
function nameIn(environment: Json | undefined): string {
  const name = environment !== undefined && isObject(environment) ? textOf(environment["name"]) : textOf(environment);
  return name.includes("$") ? "" : name;
}

function addResourceGroup({ store }: PlatformState, projectId: number, key: string): void {
  const home = { kind: "project", id: projectId } as const;
  const table = store.of(resourceGroups);
  if (key.includes("$") || table.where("home", homeKeyOf(home)).some((entry) => entry["key"] === key)) return;
  const now = new Date().toISOString();
  table.insert({ home, key, process_mode: "unordered", created_at: now, updated_at: now });
}

/** Variables that a request gives a pipeline: a list of keys and values, or a mapping. */
export function sentVariables(sent: Json | undefined): JsonObject[] {
  if (sent === undefined || sent === null) return [];
  if (isObject(sent)) return Object.entries(sent).map(([key, value]) => ({ key, value }));
  if (!Array.isArray(sent)) throw badParameters("variables is invalid");
  return objectsIn(sent);
}

/** The text of a file as the commit of a branch, tag or hash has it; undefined where it has none. */
export function textAt(store: Store, projectId: number, ref: string, path: string): string | undefined {
  const commit = resolveRef(store, projectId, ref);
  const entry = commit === undefined ? undefined : entryAt(store, treeOf(store, commit), path);
  return entry === undefined || entry.mode === "040000" ? undefined : blobBytes(store, entry.sha).toString("utf8");
}

/** Where a project keeps what its pipelines do. */
export function configPath(attributes: Readonly<Record<string, unknown>>): string {
  const path = attributes["ci_config_path"];
  return typeof path === "string" && path !== "" ? path : ".gitlab-ci.yml";
}
