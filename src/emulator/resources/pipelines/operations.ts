import { LEVEL, accessLevel, findProject, refuseArchived, requireLevel } from "../../core/access.js";
import { type Entry, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, type Handler, page } from "../../core/context.js";
import { compare } from "../../core/order.js";
import { userSummary } from "../../core/people.js";
import { type Json, type JsonObject, type Project, type User, picked } from "../../core/records.js";
import { type Reply, created, forbidden, noContent, ok } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { forgetDeployment } from "../deployments/records.js";
import { moveJob, repeatJob } from "../jobs/moves.js";
import { mayUpdateBranch } from "../projects/protection.js";
import { defaultBranch } from "../repository/access.js";
import { findPipeline, pipelinesIn, readableProject } from "./lookup.js";
import { presentPipeline, presentVariable, presentWhole } from "./present.js";
import { type Pipeline, deploymentTable, jobTable, pipelineTable } from "./records.js";
import { pipelineSeed } from "./seed.js";
import { pipelineVariables, sentVariables, startPipeline } from "./start.js";

const ORDERS = ["id", "status", "ref", "updated_at"] as const;

const CANCELABLE: readonly string[] = ["created", "waiting_for_resource", "pending", "running", "manual"];

const EMPTY_REPORT = { total_time: 0, total_count: 0, success_count: 0, failed_count: 0, skipped_count: 0, error_count: 0 };

const EMPTY_SUMMARY = { time: 0, count: 0, success: 0, failed: 0, skipped: 0, error: 0, suite_error: null };

/** Pipelines, which are also started, stopped and removed by hand (beyond the documents: jobs and merge requests name them; the reference of real servers). */
export default {
  operations: {
    "GET /projects/{id}/pipelines": (context) => {
      const pipelines = wanted(context, readableProject(context));
      return page(pipelines, context, (pipeline) => presentPipeline(context, pipeline));
    },
    "GET /projects/{id}/pipelines/{pipeline_id}": (context) =>
      ok(presentSingle(context, findPipeline(context, readableProject(context)))),
    "POST /projects/{id}/pipeline": start,
    "GET /projects/{id}/pipelines/latest": { role: "anyone", handler: latest },
    "GET /projects/{id}/pipelines/{pipeline_id}/variables": (context) => {
      const project = readableProject(context);
      const pipeline = findPipeline(context, project);
      const user = requireLevel(context, project, LEVEL.developer);
      if (!mayManage(context, project, user) && pipeline.user_id !== user.id) throw forbidden();
      return page(variablesOf(context, pipeline), context, presentVariable);
    },
    "GET /projects/{id}/pipelines/{pipeline_id}/test_report": report(EMPTY_REPORT),
    "GET /projects/{id}/pipelines/{pipeline_id}/test_report_summary": report({ total: EMPTY_SUMMARY }),
    "PUT /projects/{id}/pipelines/{pipeline_id}/metadata": (context) => {
      const { pipeline } = changeable(context);
      const name = context.params.requiredText("name");
      return ok(presentWhole(context, context.store.of(pipelineTable).update(pipeline.id, { name })));
    },
    "POST /projects/{id}/pipelines/{pipeline_id}/cancel": cancel,
    "POST /projects/{id}/pipelines/{pipeline_id}/retry": retry,
    "DELETE /projects/{id}/pipelines/{pipeline_id}": remove,
  },
  seeds: [pipelineSeed],
} satisfies Resource;

/** The tests of a pipeline, of which no pipeline has any. */
function report(counts: JsonObject): OperationDeclaration {
  const handler: Handler = (context) => {
    findPipeline(context, readableProject(context));
    return ok({ ...counts, test_suites: [] });
  };
  return { role: "anyone", handler };
}

function wanted({ store, params }: Context, project: Project): Pipeline[] {
  const [status, ref, sha, username] = ["status", "ref", "sha", "username"].map((name) => params.text(name));
  const pipelines = pipelinesIn(store, project.id).filter(
    (pipeline) =>
      pipeline.bridge_id === null &&
      (status === undefined || pipeline.status === status) &&
      (ref === undefined || pipeline.ref === ref) &&
      (sha === undefined || pipeline.sha === sha) &&
      (username === undefined || store.users.get(pipeline.user_id)?.username === username),
  );
  const by = ORDERS.find((name) => name === params.text("order_by")) ?? "id";
  const direction = params.text("sort") === "asc" ? 1 : -1;
  return pipelines.toSorted((a, b) => direction * (compare(a[by], b[by]) || a.id - b.id));
}

function presentSingle(context: Context, pipeline: Pipeline): Record<string, Json> {
  const { started_at, finished_at } = pipeline;
  const isWhole = started_at !== null && finished_at !== null;
  return {
    ...presentPipeline(context, pipeline),
    tag: pipeline.tag,
    source: pipeline.bridge_id === null ? "push" : "parent_pipeline",
    user: userSummary(context, pipeline.user_id),
    started_at,
    finished_at,
    duration: isWhole ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000 : null,
  };
}

function mayManage({ store }: Context, project: Project, user: User): boolean {
  return user.is_admin || accessLevel(store, user, project) >= LEVEL.maintainer;
}

/** The pipeline of a path, for who may move it: as with its jobs, those who may push or merge to its branch. */
function changeable(context: Context): { pipeline: Pipeline; user: User } {
  const project = readableProject(context);
  const user = requireLevel(context, project, LEVEL.developer);
  const pipeline = findPipeline(context, project);
  refuseArchived(project);
  if (!pipeline.tag && !mayUpdateBranch(context.store, user, project, pipeline.ref)) throw forbidden();
  return { pipeline, user };
}

function start(context: Context): Reply {
  const project = findProject(context);
  const user = requireLevel(context, project, LEVEL.developer);
  refuseArchived(project);
  const variables = sentVariables(context.params.get("variables"));
  const ref = context.params.requiredText("ref");
  return created(presentWhole(context, startPipeline(context, { project, ref, user, source: "api", variables })));
}

/** The latest pipeline of the commit at the head of a branch, the default one when none is named. */
function latest(context: Context): Reply {
  const { store, params } = context;
  const project = readableProject(context);
  const ref = params.text("ref") ?? defaultBranch(project) ?? "";
  const pipeline = pipelinesIn(store, project.id).findLast((candidate) => candidate.ref === ref && candidate.bridge_id === null);
  if (pipeline === undefined) throw forbidden();
  return ok(presentWhole(context, pipeline));
}

function variablesOf({ store }: Context, { id }: Pipeline): Entry[] {
  return store.of(pipelineVariables).where("home", homeKeyOf({ kind: "pipeline", id }));
}

function cancel(context: Context): Reply {
  const { pipeline } = changeable(context);
  const now = new Date().toISOString();
  for (const { id } of context.store.of(jobTable).where("pipeline", pipeline.id)) {
    const job = context.store.of(jobTable).get(id);
    if (job === undefined || !CANCELABLE.includes(job.status)) continue;
    moveJob(context, job, { status: "canceled", finished_at: now });
  }
  return ok(presentWhole(context, context.store.of(pipelineTable).get(pipeline.id) ?? pipeline));
}

/** Jobs that failed or were canceled run again. */
function retry(context: Context): Reply {
  const { pipeline, user } = changeable(context);
  for (const job of context.store.of(jobTable).where("pipeline", pipeline.id)) {
    if (job.retried || (job.status !== "failed" && job.status !== "canceled" && job.status !== "skipped")) continue;
    const kept = picked(job, "coverage", "artifacts_expire_at");
    moveJob(context, repeatJob(context, job, { ...kept, status: "created", user_id: user.id }), {});
  }
  return created(presentWhole(context, context.store.of(pipelineTable).get(pipeline.id) ?? pipeline));
}

/** Only owners remove pipelines. */
function remove(context: Context): Reply {
  const project = readableProject(context);
  requireLevel(context, project, LEVEL.owner);
  const pipeline = findPipeline(context, project);
  for (const job of context.store.of(jobTable).where("pipeline", pipeline.id)) {
    const deployment = context.store.of(deploymentTable).first("job", job.id);
    if (deployment !== undefined) forgetDeployment(context.store, deployment);
    context.store.of(jobTable).delete(job.id);
  }
  context.store.forget({ kind: "pipeline", id: pipeline.id });
  context.store.of(pipelineTable).delete(pipeline.id);
  return noContent();
}
