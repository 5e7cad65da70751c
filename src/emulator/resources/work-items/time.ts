import { LEVEL, refuseArchived, requireLevel } from "../../core/access.js";
import type { Context, Handler } from "../../core/context.js";
import { LARGEST, parseWorkingTime, renderWorkingTime } from "../../core/durations.js";
import type { Project, User } from "../../core/records.js";
import { acted, invalid, ok } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { addSystemNote } from "../discussions/text.js";
import { presentTimeStats } from "./present.js";
import { type Issue, type MergeRequest, issueTable, mergeRequestTable } from "./records.js";

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

/** An issue or merge request with tracked time, and its project. */
interface Tracked {
  readonly item: Issue | MergeRequest;
  readonly project: Project;
}

/** What becomes of the times, and the note of the platform that says so. */
type Change = readonly [Partial<Pick<Issue, "time_estimate" | "total_time_spent">>, string];

/** Time tracking of issues or merge requests (document 3, Issues; permissions and messages of real servers). */
export function timeHandlers(path: string, find: (context: Context) => Tracked): Readonly<Record<string, Handler>> {
  const tracked = (change: (context: Context, item: Tracked["item"]) => Change, isNew = false): Handler => {
    return (context) => {
      const stats = presentTimeStats(track(context, find(context), change));
      return isNew ? acted(context, stats) : ok(stats);
    };
  };
  return {
    [`POST ${path}/time_estimate`]: tracked(({ params }) => {
      const time_estimate = parseWorkingTime(params.requiredText("duration"));
      if (time_estimate === undefined || time_estimate < 0)
        throw invalid({ time_estimate: ["must have a valid format and be greater than or equal to zero."] });
      return [{ time_estimate }, `changed time estimate to ${renderWorkingTime(time_estimate) ?? "0h"}`];
    }),
    [`POST ${path}/reset_time_estimate`]: tracked(() => [{ time_estimate: 0 }, "removed time estimate"]),
    [`POST ${path}/add_spent_time`]: tracked(spent, true),
    [`POST ${path}/reset_spent_time`]: tracked(() => [{ total_time_spent: 0 }, "removed time spent"]),
    [`GET ${path}/time_stats`]: (context) => ok(presentTimeStats(find(context).item)),
  };
}

/** Time is tracked by Reporters and up. Of issues each entry is kept, and archived projects refuse it. */
function track(
  context: Context,
  { item, project }: Tracked,
  change: (context: Context, item: Tracked["item"]) => Change,
): Tracked["item"] {
  const { store } = context;
  const isIssue = !("source_branch" in item);
  const user = requireLevel(context, project, LEVEL.reporter);
  if (isIssue) refuseArchived(project);
  const [times, text] = change(context, item);
  if (isIssue) log(context, item, user, (times.total_time_spent ?? item.total_time_spent) - item.total_time_spent);
  addSystemNote(store, { kind: isIssue ? "issue" : "merge_request", id: item.id }, user.id, text);
  const table = isIssue ? store.of(issueTable) : store.of(mergeRequestTable);
  return table.update(item.id, { ...times, updated_at: new Date().toISOString() });
}

/** Forgets the time spent on an issue that goes away. */
export function forgetTimeLogs(store: Store, issue: Issue): void {
  const logs = store.of(timeLogTable);
  for (const row of logs.where("issue", issue.id)) logs.delete(row.id);
}

/** A duration that begins with a minus takes time back, but never more than was spent. */
function spent({ params }: Context, item: Tracked["item"]): Change {
  const seconds = parseWorkingTime(params.requiredText("duration"));
  if (seconds === undefined) throw invalid({ time_spent: ["must have a valid format"] });
  const total_time_spent = item.total_time_spent + seconds;
  if (total_time_spent < 0) throw invalid({ base: ["Time to subtract exceeds the total time spent"] });
  if (total_time_spent > LARGEST) throw invalid({ base: ["Total time spent is out of range"] });
  const text = `${seconds < 0 ? "subtracted" : "added"} ${renderWorkingTime(Math.abs(seconds)) ?? "0h"} of time spent`;
  return [{ total_time_spent }, text];
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
