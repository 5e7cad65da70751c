import { requireUser } from "../../core/access.js";
import { type Context, type PlatformState, page } from "../../core/context.js";
import { type Reply, acted, notFound, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { presentAllowedAgents } from "../cluster-agents/records.js";
import { findJob, findPipeline, readableProject } from "../pipelines/lookup.js";
import { type Job, type Pipeline, jobTable, pipelineTable } from "../pipelines/records.js";
import { cancelJob, eraseJob, playJob, retryJob } from "./moves.js";
import { presentBridge, presentJob } from "./present.js";
import { ownJob } from "./records.js";
import { endJob, takeJob } from "./runners.js";
import { agentSeed, runnerSeed } from "./seed.js";

/** CI jobs and bridge jobs (document 2, Jobs; what it leaves open from the reference of real servers, section H). */
export default {
  operations: {
    "GET /projects/{id}/jobs": (context) => {
      signInOnRealServers(context);
      const jobs = context.store.of(jobTable).where("project", readableProject(context).id);
      return page(inScope(context, jobs, false), context, (job) => presentJob(context, job));
    },
    "GET /projects/{id}/pipelines/{pipeline_id}/jobs": (context) => {
      const pipeline = findPipeline(context, readableProject(context));
      return page(jobsOfPipeline(context, pipeline), context, (job) => presentJob(context, job));
    },
    "GET /projects/{id}/pipelines/{pipeline_id}/bridges": (context) => {
      const pipeline = findPipeline(context, readableProject(context));
      return page(bridgesOfPipeline(context, pipeline), context, (job) => presentBridge(context, job));
    },
    "GET /job": (context) => ok(presentJob(context, ownJob(context))),
    "GET /job/allowed_agents": (context) => ok(presentAllowedAgents(context, ownJob(context))),
    "GET /projects/{id}/jobs/{job_id}": (context) => {
      signInOnRealServers(context);
      return ok(presentJob(context, findJob(context, readableProject(context))));
    },
    "GET /projects/{id}/jobs/{job_id}/trace": readTrace,
    "POST /projects/{id}/jobs/{job_id}/cancel": (context) => acted(context, presentJob(context, cancelJob(context))),
    "POST /projects/{id}/jobs/{job_id}/retry": (context) => acted(context, presentJob(context, retryJob(context))),
    "POST /projects/{id}/jobs/{job_id}/erase": (context) =>
      acted(context, { ...presentJob(context, eraseJob(context)), download_url: null }),
    "POST /jobs/request": takeJob,
    "PUT /jobs/{job_id}": endJob,
    "POST /projects/{id}/jobs/{job_id}/play": (context) => ok(presentJob(context, playJob(context))),
  },
  seeds: [runnerSeed, agentSeed],
} satisfies Resource;

/** Real servers show single jobs and the jobs of a project to nobody who is not signed in. */
function signInOnRealServers(context: Context): void {
  if (context.instance.dialect === "vendor") requireUser(context);
}

/** The log as served content; 404 when there is none (document 2, Jobs), which real servers answer with an empty one. */
function readTrace(context: Context): Reply {
  signInOnRealServers(context);
  const job = findJob(context, readableProject(context));
  if (job.trace === null && context.instance.dialect !== "vendor") throw notFound();
  return {
    status: 200,
    body: new TextEncoder().encode(job.trace ?? ""),
    headers: { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" },
  };
}

/**
 * Jobs of a pipeline in the statuses asked for, newest first. Document 2: "includes child pipelines", which in the neutral dialect means that their jobs
 * are in the list; real servers list the pipeline's own. Retried jobs only with `include_retried`.
 */
function jobsOfPipeline(context: Context, pipeline: Pipeline): Job[] {
  const pipelines = context.instance.dialect === "neutral" ? [pipeline, ...childrenOf(context, pipeline)] : [pipeline];
  const jobs = pipelines.flatMap(({ id }) => context.store.of(jobTable).where("pipeline", id));
  const withRetried = context.params.flag("include_retried") === true;
  return inScope(context, jobs, false).filter((job) => withRetried || !job.retried);
}

/** Bridge jobs of a pipeline in the statuses asked for, newest first. */
function bridgesOfPipeline(context: Context, pipeline: Pipeline): Job[] {
  const jobs = context.store.of(jobTable).where("pipeline", pipeline.id);
  return inScope(context, jobs, true).filter((job) => !job.retried);
}

/** Jobs or bridge jobs in the statuses asked for, the newest first. */
function inScope({ params }: Context, jobs: readonly Job[], bridge: boolean): Job[] {
  const statuses = params.texts("scope") ?? [];
  const matchingJobs = jobs.filter((job) => job.bridge === bridge && (statuses.length === 0 || statuses.includes(job.status)));
  return matchingJobs.toSorted((a, b) => b.id - a.id);
}

/** The pipelines of the same project that bridge jobs of a pipeline started, and those below. */
function childrenOf({ store }: PlatformState, pipeline: Pipeline): Pipeline[] {
  const pipelines: Pipeline[] = [];
  const waiting = [pipeline];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const bridges = store
      .of(jobTable)
      .where("pipeline", next.id)
      .filter((job) => job.bridge);
    const children = bridges.flatMap((bridge) => store.of(pipelineTable).where("bridge", bridge.id));
    const ownPipelines = children.filter((child) => child.project_id === pipeline.project_id);
    pipelines.push(...ownPipelines);
    waiting.push(...ownPipelines);
  }
  return pipelines;
}
