import { LEVEL, requireLevel } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { isBefore } from "../../core/git/history.js";
import { type Commit, branchTable } from "../../core/git/records.js";
import { userSummary } from "../../core/people.js";
import { type Json, type Project, type User, picked } from "../../core/records.js";
import { type Reply, badRequest, created, forbidden, notFound, orNotFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { defineTable } from "../../core/table.js";
import { pipelinesIn } from "../pipelines/lookup.js";
import { hasEnded, statusOf } from "../pipelines/present.js";
import { insertPipeline, latestJobs, setStatus } from "../pipelines/progress.js";
import { type Job, type JobState, type Pipeline, jobTable } from "../pipelines/records.js";
import { findCode, findCommit } from "../repository/access.js";

/** What something outside says of a commit. It counts in its pipeline as a job does, and shares the numbers of jobs. */
type ExternalStatus = Pick<Job, "id" | "project_id" | "pipeline_id" | "name" | "status" | "allow_failure" | "coverage"> &
  Pick<Job, "created_at" | "started_at" | "finished_at"> & {
    readonly number: number;
    readonly user_id: number;
    readonly target_url: string | null;
    readonly description: string | null;
  };

const statusTable = defineTable<ExternalStatus, "pipeline" | "home">("commit_statuses", {
  pipeline: ({ pipeline_id }) => pipeline_id,
  home: ({ project_id }) => `project:${project_id}`,
});

const FIRST = {
  status: "created",
  allow_failure: false,
  coverage: null,
  target_url: null,
  description: null,
  started_at: null,
  finished_at: null,
} as const;

type Shown = Omit<ExternalStatus, "number" | "user_id"> & { readonly user_id: number | null; readonly stage: string };

/** Statuses of commits: those of jobs, and what others say. */
export default {
  operations: {
    "POST /projects/{id}/statuses/{sha}": say,
    "GET /projects/{id}/repository/commits/{sha}/statuses": { role: "anyone", handler: list },
  },
} satisfies Resource;

function say(context: Context): Reply {
  const { params, store } = context;
  const project = findCode(context);
  const user = requireLevel(context, project, LEVEL.developer);
  const commit = findCommit(context, project);
  const known = pipelinesOf(context, project, commit).at(-1);
  if (params.number("pipeline_id") !== undefined && known === undefined) throw notFound("Pipeline for pipeline_id, sha and ref");
  const ref = orNotFound(params.text("ref") ?? known?.ref ?? branchWith(context, project, commit), "References for commit");
  const fresh = { project_id: project.id, ref, tag: false, sha: commit.sha, user_id: user.id, source: "external" };
  const pipeline = known ?? insertPipeline(context, fresh);
  const name = params.text("name") ?? params.text("context") ?? "default";
  const statuses = store.of(statusTable);
  const open = statuses
    .where("pipeline", pipeline.id)
    .find((candidate) => candidate.name === name && candidate.user_id === user.id && !hasEnded(candidate.status));
  const status = params.requiredText("state") as JobState;
  checkMove(open, status);
  const now = new Date().toISOString();
  const before = open ?? statuses.insert({ ...FIRST, ...drafted(context, pipeline, user, name), created_at: now });
  const after = statuses.update(before.id, {
    status,
    target_url: params.text("target_url") ?? before.target_url,
    description: params.text("description") ?? before.description,
    coverage: params.number("coverage") ?? before.coverage,
    started_at: before.started_at ?? (status === "pending" ? null : now),
    finished_at: hasEnded(status) ? now : null,
  });
  // The pipeline takes the status that its jobs and these give together.
  const together = [...latestJobs(context, pipeline.id), ...latest(statuses.where("pipeline", pipeline.id))];
  const whole = statusOf(together) ?? pipeline.status;
  setStatus(context, pipeline, whole, whole !== "pending");
  return created(present(context, commit, pipeline, { ...after, id: after.number, stage: "external" }));
}

function drafted({ store }: Context, pipeline: Pipeline, user: User, name: string) {
  const number = store.of(jobTable).allocate();
  return { number, name, project_id: pipeline.project_id, pipeline_id: pipeline.id, user_id: user.id };
}

/** What works already cannot begin again, as state machines of servers say it. */
function checkMove(open: ExternalStatus | undefined, status: JobState): void {
  const verb = status === "pending" ? "enqueue" : "run";
  const isBack = status === "pending" && (open?.status === "pending" || open?.status === "running");
  if (isBack || (status === "running" && open?.status === "running"))
    throw badRequest(
      `Cannot transition status via :${verb} from :${open?.status ?? ""} (Reason(s): Status cannot transition via "${verb}")`,
    );
}

/** The pipelines of the commit, of the ref and number that the request names. */
function pipelinesOf({ store, params }: Context, project: Project, commit: Commit): Pipeline[] {
  const [ref, id] = [params.text("ref"), params.number("pipeline_id")];
  return pipelinesIn(store, project.id).filter(
    (row) => row.sha === commit.sha && (ref === undefined || row.ref === ref) && (id === undefined || row.id === id),
  );
}

function branchWith({ store }: Context, project: Project, commit: Commit): string | undefined {
  const branches = store.of(branchTable).where("project", project.id);
  return branches.find(({ sha }) => isBefore(store, project.id, commit.sha, sha))?.name;
}

/** Of several with one name the last one. */
function latest<T extends { readonly name: string }>(all: readonly T[]): T[] {
  return [...new Map(all.map((row) => [row.name, row])).values()];
}

function list(context: Context): Reply {
  const { store, params, user } = context;
  const project = findCode(context);
  if (user === undefined && project.attributes["public_builds"] === false) throw forbidden();
  const commit = findCommit(context, project);
  const [stage, name] = [params.text("stage"), params.text("name")];
  const all = pipelinesOf(context, project, commit).flatMap((pipeline) => {
    const jobs: Shown[] = store
      .of(jobTable)
      .where("pipeline", pipeline.id)
      .filter((job) => !job.bridge && (params.flag("all") === true || !job.retried))
      .map((job) => ({ ...job, target_url: null, description: null }));
    const statuses = store.of(statusTable).where("pipeline", pipeline.id);
    const others: Shown[] = (params.flag("all") === true ? statuses : latest(statuses)).map((status) => ({
      ...status,
      id: status.number,
      stage: "external",
    }));
    return [...jobs, ...others].map((status) => ({ status, pipeline }));
  });
  const wanted = all.filter(({ status: row }) => (stage ?? row.stage) === row.stage && (name ?? row.name) === row.name);
  const by = params.text("order_by") === "pipeline_id" ? "pipeline_id" : "id";
  wanted.sort((a, b) => a.status[by] - b.status[by] || a.status.id - b.status.id);
  if (params.text("sort") === "desc") wanted.reverse();
  return page(wanted, context, ({ status, pipeline }) => present(context, commit, pipeline, status));
}

function present(context: Context, commit: Commit, pipeline: Pipeline, status: Shown): Record<string, Json> {
  return {
    id: status.id,
    sha: commit.sha,
    ref: pipeline.ref,
    ...picked(status, "status", "name", "target_url", "description", "created_at", "started_at", "finished_at"),
    ...picked(status, "allow_failure", "coverage"),
    pipeline_id: pipeline.id,
    author: userSummary(context, status.user_id),
  };
}
