import { requireLevel, LEVEL } from "../access.js";
import type { Context, Handler } from "../context.js";
import { invalid, unauthorized } from "../errors.js";
import type { Json } from "../json.js";
import { addSystemNote } from "../notes.js";
import { page } from "../pages.js";
import { mergeRequestTable } from "../records/work-items.js";
import type { MergeRequest } from "../records/work-items.js";
import { accepted, acted, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { findMergeRequest } from "../sections/merge-requests/lookup.js";
import { presentUser } from "../sections/users.js";
import { mergeRequestItem, participants } from "../sections/work-items/noteables.js";
import { presentTimeStats, presentUsers } from "../sections/work-items/parts.js";
import { LARGEST, parseWorkingTime, renderWorkingTime } from "../working-time.js";

const at = "/projects/{id}/merge_requests/{merge_request_iid}";
const one = { parameters: { merge_request_iid: { type: "integer" } } } as const;

/** Who works on merge requests, and for how long. */
export default {
  operations: {
    [`GET ${at}/participants`]: {
      ...one,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        return page(participants(context.store, mergeRequestItem(mergeRequest)), context, (user) => presentUser(context, user));
      },
    },
    [`GET ${at}/reviewers`]: {
      ...one,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        return page(mergeRequest.reviewer_ids, context, (id) => presentReviewer(context, mergeRequest, id));
      },
    },
    [`PUT ${at}/reset_approvals`]: {
      ...one,
      handler: (context) => {
        const { mergeRequest, user } = findMergeRequest(context);
        if (user.bot !== "project_bot") throw unauthorized();
        context.store.of(mergeRequestTable).update(mergeRequest.id, { approvals: [] });
        return accepted();
      },
    },
    [`GET ${at}/time_stats`]: { ...one, handler: (context) => ok(presentTimeStats(findMergeRequest(context).mergeRequest)) },
    [`POST ${at}/time_estimate`]: {
      ...one,
      handler: tracked((context) => {
        const time_estimate = parseWorkingTime(context.params.requiredText("duration"));
        if (time_estimate === undefined || time_estimate < 0)
          throw invalid({ time_estimate: ["must have a valid format and be greater than or equal to zero."] });
        return [{ time_estimate }, `changed time estimate to ${renderWorkingTime(time_estimate) ?? "0h"}`];
      }),
    },
    [`POST ${at}/reset_time_estimate`]: { ...one, handler: tracked(() => [{ time_estimate: 0 }, "removed time estimate"]) },
    [`POST ${at}/add_spent_time`]: { ...one, handler: tracked(spent, true) },
    [`POST ${at}/reset_spent_time`]: { ...one, handler: tracked(() => [{ total_time_spent: 0 }, "removed time spent"]) },
  },
} satisfies Resource;

/** When somebody was asked to review is not kept. */
function presentReviewer(context: Context, { approvals }: MergeRequest, id: number): Json {
  const state = approvals.some(({ user_id }) => user_id === id) ? "approved" : "unreviewed";
  return { user: presentUsers(context, [id])[0] ?? null, state, created_at: null };
}

type Times = Partial<Pick<MergeRequest, "time_estimate" | "total_time_spent">>;

/** Time is tracked by Reporters and up; a note of the platform says what changed. */
function tracked(change: (context: Context, mergeRequest: MergeRequest) => [Times, string], isNew = false): Handler {
  return (context) => {
    const { project, mergeRequest } = findMergeRequest(context);
    const user = requireLevel(context, project, LEVEL.reporter);
    const [times, text] = change(context, mergeRequest);
    addSystemNote(context.store, { kind: "merge_request", id: mergeRequest.id }, user.id, text);
    const updated_at = new Date().toISOString();
    const stats = presentTimeStats(context.store.of(mergeRequestTable).update(mergeRequest.id, { ...times, updated_at }));
    return isNew ? acted(context, stats) : ok(stats);
  };
}

/** A duration that begins with a minus takes time back, but never more than was spent. */
function spent({ params }: Context, mergeRequest: MergeRequest): [Times, string] {
  const seconds = parseWorkingTime(params.requiredText("duration"));
  if (seconds === undefined) throw invalid({ time_spent: ["must have a valid format"] });
  const total_time_spent = mergeRequest.total_time_spent + seconds;
  if (total_time_spent < 0) throw invalid({ base: ["Time to subtract exceeds the total time spent"] });
  if (total_time_spent > LARGEST) throw invalid({ base: ["Total time spent is out of range"] });
  const text = `${seconds < 0 ? "subtracted" : "added"} ${renderWorkingTime(Math.abs(seconds)) ?? "0h"} of time spent`;
  return [{ total_time_spent }, text];
}
