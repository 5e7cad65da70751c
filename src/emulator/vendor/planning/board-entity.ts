import { isProject } from "../../access.js";
import type { Context } from "../../context.js";
import { exists } from "../../instance.js";
import type { Json } from "../../json.js";
import { html } from "../../markup.js";
import { iterationTable, labelTable, milestoneTable } from "../../records/work-items.js";
import type { Label } from "../../records/work-items.js";
import { presentSimple } from "../../sections/projects/entity.js";
import { presentMilestone, userSummary } from "../../sections/work-items/parts.js";
import { listsOf } from "./board-records.js";
import type { Board, BoardList } from "./board-records.js";
import type { Place } from "./homes.js";

/** A board with its lists; what it is narrowed to is licensed. */
export function presentBoard(context: Context, { thing }: Place, board: Board): Record<string, Json> {
  const { store, instance } = context;
  const { id, name, hide_backlog_list, hide_closed_list, milestone_id, assignee_id, label_ids, weight } = board;
  const group = isProject(thing)
    ? null
    : { id: thing.id, name: thing.name, web_url: `${instance.url}/groups/${thing.full_path}` };
  const milestone = milestone_id === null ? undefined : store.of(milestoneTable).get(milestone_id);
  return {
    id,
    name,
    hide_backlog_list,
    hide_closed_list,
    project: isProject(thing) ? presentSimple(context, thing) : null,
    ...(exists(instance, { tier: "premium" })
      ? {
          group,
          milestone: milestone === undefined ? null : presentMilestone(context, milestone),
          assignee: userSummary(context, assignee_id),
          labels: label_ids.flatMap((one) => labelOf(context, one) ?? []),
          weight,
        }
      : {}),
    lists: listsOf(store, board).map((list) => presentList(context, list)),
  };
}

/** A list of a board. */
export function presentList(context: Context, list: BoardList): Record<string, Json> {
  const { store, instance } = context;
  const { id, position, label_id, assignee_id, milestone_id, iteration_id } = list;
  const milestone = milestone_id === null ? undefined : store.of(milestoneTable).get(milestone_id);
  const iteration = iteration_id === null ? undefined : store.of(iterationTable).get(iteration_id);
  const licensed = {
    max_issue_count: 0,
    max_issue_weight: 0,
    limit_metric: null,
    ...(assignee_id === null ? {} : { assignee: userSummary(context, assignee_id) }),
    ...(milestone === undefined ? {} : { milestone: presentMilestone(context, milestone) }),
    ...(iteration === undefined ? {} : { iteration }),
  };
  return {
    id,
    label: label_id === null ? null : (labelOf(context, label_id) ?? null),
    position,
    ...(exists(instance, { tier: "premium" }) ? licensed : {}),
  };
}

function labelOf({ store }: Context, id: number): Record<string, Json> | undefined {
  const label: Label | undefined = store.of(labelTable).get(id);
  if (label === undefined) return undefined;
  const { name, description, color, text_color } = label;
  return { id, name, description, description_html: html`${description ?? ""}`.text, text_color, color };
}
