import { compare } from "../compare.js";
import type { Context } from "../context.js";
import type { Json } from "../json.js";
import { page } from "../pages.js";
import type { Project } from "../records.js";
import { pipelineTable } from "../records/delivery.js";
import type { Pipeline } from "../records/delivery.js";
import { ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { findPipeline, readableProject } from "./pipelines/access.js";
import { presentPipeline } from "./pipelines/entity.js";
import { pipelineSeed } from "./pipelines/seed.js";
import { presentUser } from "./users.js";

/** Pipelines (beyond the documents: jobs and merge requests name them; the reference of real servers). */
export const pipelines: Resource = {
  operations: {
    "GET /projects/{id}/pipelines": (context) => {
      const found = wanted(context, readableProject(context));
      return page(found, context, (pipeline) => presentPipeline(context, pipeline));
    },
    "GET /projects/{id}/pipelines/{pipeline_id}": (context) =>
      ok(presentSingle(context, findPipeline(context, readableProject(context)))),
  },
  seeds: [pipelineSeed],
};

function wanted({ store, params }: Context, project: Project): Pipeline[] {
  const [status, ref, sha, username] = ["status", "ref", "sha", "username"].map((name) => params.text(name));
  const found = store
    .of(pipelineTable)
    .where("project", project.id)
    .filter(
      (pipeline) =>
        pipeline.bridge_id === null &&
        (status === undefined || pipeline.status === status) &&
        (ref === undefined || pipeline.ref === ref) &&
        (sha === undefined || pipeline.sha === sha) &&
        (username === undefined || store.users.get(pipeline.user_id)?.username === username),
    );
  const key = ORDERS[params.text("order_by") ?? "id"] ?? (() => "");
  const direction = params.text("sort") === "asc" ? 1 : -1;
  return found.toSorted((a, b) => direction * (compare(key(a), key(b)) || a.id - b.id));
}

const ORDERS: Readonly<Record<string, (pipeline: Pipeline) => string>> = {
  status: (pipeline) => pipeline.status,
  ref: (pipeline) => pipeline.ref,
  updated_at: (pipeline) => pipeline.updated_at,
};

function presentSingle(context: Context, pipeline: Pipeline): Record<string, Json> {
  const user = context.store.users.get(pipeline.user_id);
  const { started_at, finished_at } = pipeline;
  const isWhole = started_at !== null && finished_at !== null;
  return {
    ...presentPipeline(context, pipeline),
    tag: pipeline.tag,
    source: pipeline.bridge_id === null ? "push" : "parent_pipeline",
    user: user === undefined ? null : presentUser(context, user),
    started_at,
    finished_at,
    duration: isWhole ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000 : null,
  };
}
