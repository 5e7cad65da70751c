import { withId } from "../../core/access.js";
import { type Entry, type EntryHome, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, type Handler, page } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import type { Json } from "../../core/records.js";
import { ok } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { KINDS } from "../discussions/kinds.js";
import { resourceEvents } from "../events/follow.js";
import { findIssue } from "../issues/lookup.js";
import { findMergeRequest } from "../merge-requests/lookup.js";
import { milestoneWith } from "../work-items/present.js";
import { iterationTable, labelTable } from "../work-items/records.js";

/** Things of which changes are told, where they are found, and what is told of them. */
const THINGS = [
  {
    path: "/projects/{id}/issues/{issue_iid}",
    place: "issue_iid",
    find: (context: Context): EntryHome => ({ kind: "issue", id: findIssue(context).issue.id }),
    types: ["label", "milestone", "state", "weight", "iteration"],
  },
  {
    path: "/projects/{id}/merge_requests/{merge_request_iid}",
    place: "merge_request_iid",
    find: (context: Context): EntryHome => ({ kind: "merge_request", id: findMergeRequest(context).mergeRequest.id }),
    types: ["label", "milestone", "state"],
  },
  {
    path: "/groups/{id}/epics/{epic_id}",
    place: "epic_id",
    find: (context: Context): EntryHome => KINDS.epic.find(context).noteable,
    types: ["label", "state"],
  },
] as const;

const TYPES: Readonly<Record<string, string>> = { issue: "Issue", merge_request: "MergeRequest", epic: "Epic" };

/** What changed of the labels, milestone, state, weight and iteration of an issue or merge request. */
export default {
  operations: Object.fromEntries(
    THINGS.flatMap(({ path, place, find, types }) =>
      types.flatMap((type) => operationsOf(`${path}/resource_${type}_events`, place, type, find)),
    ),
  ),
} satisfies Resource;

function operationsOf(
  path: string,
  place: string,
  type: string,
  find: (context: Context) => EntryHome,
): [string, OperationDeclaration][] {
  const parameters = { [place]: { type: "integer" } };
  const tier = type === "weight" || type === "iteration" ? "premium" : undefined;
  const of = (context: Context): Entry[] =>
    context.store
      .of(resourceEvents)
      .where("home", homeKeyOf(find(context)))
      .filter((entry) => entry["type"] === type);
  const declared = (handler: Handler): OperationDeclaration => ({ role: "anyone", tier, parameters, handler });
  return [
    [`GET ${path}`, declared((context) => page(of(context), context, (entry) => present(context, entry, type)))],
    [`GET ${path}/{event_id}`, declared((context) => ok(present(context, withId(context, of(context), "event_id"), type)))],
  ];
}

function present(context: Context, entry: Entry, type: string): Record<string, Json> {
  const { id, home, created_at = null, action = null, state = null, weight = null } = entry;
  const user = userSummary(context, Number(entry["user_id"]));
  if (type === "weight") return { id, user, created_at, issue_id: home.id, weight };
  const resource_type = TYPES[home.kind] ?? null;
  const common = { id, user, created_at, resource_type, resource_id: home.id };
  switch (type) {
    case "label":
      return { ...common, label: labelOf(context, Number(entry["label_id"])), action };
    case "milestone":
      return { ...common, milestone: milestoneWith(context, Number(entry["milestone_id"])), action, state };
    case "iteration": {
      const shownIteration = context.store.of(iterationTable).get(Number(entry["iteration_id"]));
      return { ...common, iteration: shownIteration === undefined ? null : { ...shownIteration }, action };
    }
    default:
      return { ...common, state, source_commit: null, source_merge_request_id: null };
  }
}

/** Null for a label that is gone. */
function labelOf({ store }: Context, id: number): Json {
  const label = store.of(labelTable).get(id);
  if (label === undefined) return null;
  const { name, color, description } = label;
  return { id, name, color, description };
}
