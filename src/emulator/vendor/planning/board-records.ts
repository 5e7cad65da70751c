import { homeKeyOf } from "../../row/spec.js";
import type { EntryHome } from "../../row/spec.js";
import type { Store } from "../../store.js";
import { defineTable } from "../../table.js";

/** A board of a project or group, with what it is narrowed to. */
export type Board = {
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
