import type { Context } from "../context.js";
import { invalid } from "../errors.js";
import type { Resource } from "../resource.js";
import { row } from "../row/spec.js";
import type { Columns, Entry } from "../row/spec.js";
import { cronProblems } from "./schedules/cron.js";

/** Times in which a project is not deployed. Twins are allowed. */
export default {
  collections: [
    row("freeze_periods", {
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
