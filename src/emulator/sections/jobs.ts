import { requireUser } from "../access.js";
import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import { page } from "../pages.js";
import { acted, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { presentAllowedAgents } from "./jobs/agents.js";
import { presentBridge, presentJob } from "./jobs/entity.js";
import { bridgesOfPipeline, jobsOfPipeline, jobsOfProject } from "./jobs/lists.js";
import { cancelJob, eraseJob, playJob, retryJob } from "./jobs/moves.js";
import { endJob, takeJob } from "./jobs/runners.js";
import { agentSeed, runnerSeed } from "./jobs/seed.js";
import { ownJob } from "./jobs/token.js";
import { findJob, findPipeline, readableProject } from "./pipelines/access.js";

/** CI jobs and bridge jobs (document 2, Jobs; what it leaves open from the reference of real servers, section H). */
export const jobs: Resource = {
  operations: {
    "GET /projects/{id}/jobs": (context) => {
      signInOnRealServers(context);
      return page(jobsOfProject(context, readableProject(context)), context, (job) => presentJob(context, job));
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
};

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
