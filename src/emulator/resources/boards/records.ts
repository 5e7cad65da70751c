import { isProject } from "../../core/access.js";
import { type EntryHome, homeKeyOf } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import { html } from "../../core/markup.js";
import { userSummary } from "../../core/people.js";
import { type Json, picked } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import type { Place } from "../milestones/records.js";
import { presentSimple } from "../projects/present.js";
import { milestoneWith } from "../work-items/present.js";
import { type Label, iterationTable, labelTable } from "../work-items/records.js";

/** A board of a project or group, with what it is narrowed to. */
type Board = {
  readonly id: number;
  readonly home: EntryHome;
  readonly name: string;
  readonly hide_backlog_list: boolean;
  readonly hide_closed_list: boolean;
  readonly milestone_id: number | null;
  readonly assignee_id: number | null;
  readonly label_ids: readonly number[];
  readonly weight: number | null;
};

/** A list of a board: of one of these. */
export type BoardList = {
  readonly id: number;
  readonly home: EntryHome;
  readonly label_id: number | null;
  readonly assignee_id: number | null;
  readonly milestone_id: number | null;
  readonly iteration_id: number | null;
  /** From 0 on. */
  readonly position: number;
};

export const boardTable = defineTable<Board, "home">("boards", { home: (board) => homeKeyOf(board.home) });

export const boardListTable = defineTable<BoardList, "home">("board_lists", { home: (list) => homeKeyOf(list.home) });

/** The lists of a board, in their order. */
export function listsOf(store: Store, { id }: Board): BoardList[] {
  const lists = store.of(boardListTable).where("home", homeKeyOf({ kind: boardTable.name, id }));
  return lists.toSorted((a, b) => a.position - b.position);
}

/** A board with its lists; what it is narrowed to is licensed. */
export function presentBoard(context: Context, { thing }: Place, board: Board): Record<string, Json> {
  const { store, instance } = context;
  const { milestone_id, assignee_id, label_ids, weight } = board;
  const group = isProject(thing)
    ? null
    : { id: thing.id, name: thing.name, web_url: `${instance.url}/groups/${thing.full_path}` };
  return {
    ...picked(board, "id", "name", "hide_backlog_list", "hide_closed_list"),
    project: isProject(thing) ? presentSimple(context, thing) : null,
    ...(exists(instance, { tier: "premium" })
      ? {
          group,
          milestone: milestoneWith(context, milestone_id),
          assignee: userSummary(context, assignee_id),
          labels: label_ids.flatMap((id) => labelOf(context, id) ?? []),
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
  const milestone = milestoneWith(context, milestone_id);
  const iteration = iteration_id === null ? undefined : store.of(iterationTable).get(iteration_id);
  const licensed = {
    max_issue_count: 0,
    max_issue_weight: 0,
    limit_metric: null,
    ...(assignee_id === null ? {} : { assignee: userSummary(context, assignee_id) }),
    ...(milestone === null ? {} : { milestone }),
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
