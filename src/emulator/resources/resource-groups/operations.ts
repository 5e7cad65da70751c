import { findEntry } from "../../core/collection/homes.js";
import { type Collection, collection } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import { ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { presentJob } from "../jobs/present.js";
import { readableProject } from "../pipelines/lookup.js";
import { type Job, jobTable } from "../pipelines/records.js";
import { resourceGroups } from "../pipelines/start.js";

const groups: Collection = collection("resource_groups", {
  at: "/projects/{id}",
  read: "developer",
  write: "developer",
  key: "key",
  table: resourceGroups,
});

/** Groups of jobs of which one runs at a time. Pipelines make them: there is no POST. */
export default {
  operations: {
    "GET /projects/{id}/resource_groups/{key}/current_job": (context) => {
      const job = jobsIn(context).find(({ status }) => status === "running" || status === "pending");
      return ok(job === undefined ? null : presentJob(context, job));
    },
    "GET /projects/{id}/resource_groups/{key}/upcoming_jobs": (context) => {
      const waiting = jobsIn(context).filter(({ status }) => status === "waiting_for_resource");
      return page(waiting, context, (job) => presentJob(context, job));
    },
  },
  collections: [groups],
} satisfies Resource;

/** Jobs that were configured to be in the group of the path. */
function jobsIn(context: Context): Job[] {
  const { id } = readableProject(context);
  const { key } = findEntry(context, groups, { kind: "project", id }, "key");
  return context.store
    .of(jobTable)
    .where("project", id)
    .filter((job) => job.resource_group === key);
}
