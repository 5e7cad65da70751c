import { LEVEL, refuseArchived, requireLevel } from "../../core/access.js";
import type { Context, Handler } from "../../core/context.js";
import { LARGEST, parseWorkingTime, renderWorkingTime } from "../../core/durations.js";
import { invalid } from "../../core/errors.js";
import type { User } from "../../core/records.js";
import { type Reply, acted, ok } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { addSystemNote } from "../discussions/text.js";
import { presentTimeStats } from "../work-items/present.js";
import { type Issue, issueTable } from "../work-items/records.js";
import { findIssue } from "./lookup.js";

/** One entry of the time that was spent; negative when it was taken back. */
type TimeLog = {
  readonly id: number;
  readonly issue_id: number;
  readonly user_id: number;
  /** Seconds. */
  readonly time_spent: number;
  readonly summary: string | null;
  readonly spent_at: string;
};

const timeLogTable = defineTable<TimeLog, "issue">("time_logs", { issue: (log) => log.issue_id });

/** Time tracking of issues (document 3, Issues; permissions and messages of real servers). */
export const timeHandlers: Readonly<Record<string, Handler>> = {
  "POST /projects/{id}/issues/{issue_iid}/time_estimate": (context) => {
    const { issue, user } = writableIssue(context);
    const seconds = parseWorkingTime(context.params.requiredText("duration"));
    if (seconds === undefined || seconds < 0)
      throw invalid({ time_estimate: ["must have a valid format and be greater than or equal to zero."] });
    const text = `changed time estimate to ${renderWorkingTime(seconds) ?? "0h"}`;
    return ok(presentTimeStats(change(context, issue, user, { time_estimate: seconds }, text)));
  },
  "POST /projects/{id}/issues/{issue_iid}/reset_time_estimate": (context) => {
    const { issue, user } = writableIssue(context);
    return ok(presentTimeStats(change(context, issue, user, { time_estimate: 0 }, "removed time estimate")));
  },
  "POST /projects/{id}/issues/{issue_iid}/add_spent_time": addIssueSpentTime,
  "POST /projects/{id}/issues/{issue_iid}/reset_spent_time": (context) => {
    const { issue, user } = writableIssue(context);
    log(context, issue, user, -issue.total_time_spent);
    return ok(presentTimeStats(change(context, issue, user, { total_time_spent: 0 }, "removed time spent")));
  },
  "GET /projects/{id}/issues/{issue_iid}/time_stats": (context) => ok(presentTimeStats(findIssue(context).issue)),
};

/** Forgets the time spent on an issue that goes away. */
export function forgetTimeLogs(store: Store, issue: Issue): void {
  const logs = store.of(timeLogTable);
  for (const row of logs.where("issue", issue.id)) logs.delete(row.id);
}

/** A duration that begins with a minus takes time back, but never more than was spent. */
function addIssueSpentTime(context: Context): Reply {
  const { issue, user } = writableIssue(context);
  const seconds = parseWorkingTime(context.params.requiredText("duration"));
  if (seconds === undefined) throw invalid({ time_spent: ["must have a valid format"] });
  const total_time_spent = issue.total_time_spent + seconds;
  if (total_time_spent < 0) throw invalid({ base: ["Time to subtract exceeds the total time spent"] });
  if (total_time_spent > LARGEST) throw invalid({ base: ["Total time spent is out of range"] });
  log(context, issue, user, seconds);
  const text = `${seconds < 0 ? "subtracted" : "added"} ${renderWorkingTime(Math.abs(seconds)) ?? "0h"} of time spent`;
  return acted(context, presentTimeStats(change(context, issue, user, { total_time_spent }, text)));
}

/** Time is tracked by Reporters and up. */
function writableIssue(context: Context): { issue: Issue; user: User } {
  const { issue, project } = findIssue(context);
  const user = requireLevel(context, project, LEVEL.reporter);
  refuseArchived(project);
  return { issue, user };
}

function log({ store, params }: Context, issue: Issue, user: User, time_spent: number): void {
  if (time_spent === 0) return;
  store.of(timeLogTable).insert({
    issue_id: issue.id,
    user_id: user.id,
    time_spent,
    summary: params.text("summary") ?? null,
    spent_at: new Date().toISOString(),
  });
}

/** Changes the issue's times; a note of the platform says so. */
function change(
  { store }: Context,
  { id }: Issue,
  user: User,
  times: Partial<Pick<Issue, "time_estimate" | "total_time_spent">>,
  text: string,
): Issue {
  addSystemNote(store, { kind: "issue", id }, user.id, text);
  return store.of(issueTable).update(id, { ...times, updated_at: new Date().toISOString() });
}
