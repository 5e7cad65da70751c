import { type Columns, type Entry, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { invalid } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { cronProblems } from "../pipeline-schedules/records.js";

/** Times in which a project is not deployed. Twins are allowed. */
export default {
  collections: [
    collection("freeze_periods", {
      at: "/projects/{id}",
      read: "reporter",
      filled: ["freeze_start", "freeze_end"],
      defaults: { cron_timezone: "UTC" },
      settle: timed,
    }),
  ],
} satisfies Resource;

function timed(_: Context, columns: Columns, before: Entry | undefined): Columns {
  const wrong = cronProblems({ ...before, ...columns }, ["freeze_start", "freeze_end"]);
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return columns;
}
