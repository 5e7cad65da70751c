import type { Context, PlatformState } from "../../context.js";
import type { Project } from "../../records.js";
import { jobTable, pipelineTable } from "../../records/delivery.js";
import type { Job, Pipeline } from "../../records/delivery.js";

/** Jobs of a project in the statuses asked for, `id` descending; bridge jobs have a list of their own. */
export function jobsOfProject(context: Context, project: Project): Job[] {
  const jobs = context.store.of(jobTable).where("project", project.id);
  return newestFirst(inScope(context, jobs, false));
}

/**
 * Jobs of a pipeline in the statuses asked for, newest first. Document 2: "includes child pipelines", which in the neutral dialect means that their jobs
 * are in the list; real servers list the pipeline's own. Retried jobs only with `include_retried`.
 */
export function jobsOfPipeline(context: Context, pipeline: Pipeline): Job[] {
  const pipelines = context.instance.dialect === "neutral" ? [pipeline, ...childrenOf(context, pipeline)] : [pipeline];
  const jobs = pipelines.flatMap(({ id }) => context.store.of(jobTable).where("pipeline", id));
  const withRetried = context.params.flag("include_retried") === true;
  return newestFirst(inScope(context, jobs, false).filter((job) => withRetried || !job.retried));
}

/** Bridge jobs of a pipeline in the statuses asked for, newest first. */
export function bridgesOfPipeline(context: Context, pipeline: Pipeline): Job[] {
  const jobs = context.store.of(jobTable).where("pipeline", pipeline.id);
  return newestFirst(inScope(context, jobs, true).filter((job) => !job.retried));
}

function inScope({ params }: Context, jobs: readonly Job[], bridge: boolean): Job[] {
  const statuses = params.texts("scope") ?? [];
  return jobs.filter((job) => job.bridge === bridge && (statuses.length === 0 || statuses.includes(job.status)));
}

const newestFirst = (jobs: readonly Job[]): Job[] => jobs.toSorted((a, b) => b.id - a.id);

/** The pipelines of the same project that bridge jobs of a pipeline started, and those below. */
function childrenOf({ store }: PlatformState, pipeline: Pipeline): Pipeline[] {
  const found: Pipeline[] = [];
  const waiting = [pipeline];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const bridges = store
      .of(jobTable)
      .where("pipeline", next.id)
      .filter((job) => job.bridge);
    const children = bridges.flatMap((bridge) => store.of(pipelineTable).where("bridge", bridge.id));
    const own = children.filter((child) => child.project_id === pipeline.project_id);
    found.push(...own);
    waiting.push(...own);
  }
  return found;
}
