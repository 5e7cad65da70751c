import { entriesIn, textOf } from "../../core/collection/homes.js";
import {
  type Collection,
  type Columns,
  type Entry,
  type EntryHome,
  asEntries,
  collection,
  homeKeyOf,
} from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import type { Json } from "../../core/records.js";
import { badParameters, badRequest, forbidden, invalid } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { labelsIn } from "../labels/present.js";
import { type Place, homesAbove, placeAt } from "../milestones/records.js";
import { type Label, labelTable, milestoneTable } from "../work-items/records.js";
import { type BoardList, boardListTable, boardTable, listsOf, presentBoard, presentList } from "./records.js";

const isLicensed = ({ instance }: Context): boolean => exists(instance, { tier: "premium" });

const boards: Collection = collection("boards", {
  at: ["/projects/{id}", "/groups/{id}"],
  table: asEntries(boardTable),
  write: "planner",
  filled: ["name"],
  defaults: {
    hide_backlog_list: false,
    hide_closed_list: false,
    milestone_id: null,
    assignee_id: null,
    label_ids: [],
    weight: null,
  },
  settle: narrowed,
  present: (context, { id, home }) => {
    const board = context.store.of(boardTable).get(id);
    return board === undefined ? null : presentBoard(context, placeAt(context.store, home), board);
  },
});

const OF_LISTS = ["label_id", "assignee_id", "milestone_id", "iteration_id"] as const;

const lists: Collection = collection("lists", {
  at: ["/projects/{id}/boards/{board_id}", "/groups/{id}/boards/{board_id}"],
  table: asEntries(boardListTable),
  write: "planner",
  order: "position",
  fixed: OF_LISTS,
  defaults: { label_id: null, assignee_id: null, milestone_id: null, iteration_id: null },
  settle: placed,
  present: (context, { id }) => {
    const list = context.store.of(boardListTable).get(id);
    return list === undefined ? null : presentList(context, list);
  },
  after: {
    changed: (context, { id, home, position }) => {
      const others = listsIn(context, home).filter((list) => list.id !== id);
      const matchingLists = listsIn(context, home).filter((list) => list.id === id);
      const at = Number(position);
      renumber(context, [...others.slice(0, at), ...matchingLists, ...others.slice(at)]);
    },
    removed: (context, { home }) => renumber(context, listsIn(context, home)),
  },
});

/** Boards of projects and groups, and their lists, which are of a label each, or with a licence of somebody, a milestone or an iteration. */
export default {
  collections: [boards, lists],
} satisfies Resource;

/** Several boards of one group, and what a board is narrowed to, are licensed. */
function narrowed(context: Context, sent: Columns, before: Entry | undefined, home: EntryHome): Columns {
  const { labels, milestone_id, assignee_id, weight, ...columns } = sent;
  if (!isLicensed(context)) {
    if (before === undefined && home.kind === "group" && entriesIn(context, boards, home).length > 0) throw forbidden();
    return before === undefined ? { ...columns, milestone_id: null, assignee_id: null, weight: null } : columns;
  }
  const scope = Object.entries({ milestone_id, assignee_id, weight }).flatMap(([name, value]): [string, Json][] =>
    value === undefined ? [] : [[name, value]],
  );
  const names = textOf(labels)
    .split(",")
    .map((name) => name.trim());
  const place = placeAt(context.store, home);
  const known = labelsIn(context.store, [place.home, ...homesAbove(context.store, place)]);
  return {
    ...columns,
    ...Object.fromEntries(scope),
    ...(labels === undefined ? {} : { label_ids: known.filter(({ name }) => names.includes(name)).map(({ id }) => id) }),
  };
}

function listsIn({ store }: Context, { id }: EntryHome): BoardList[] {
  const board = store.of(boardTable).get(id);
  return board === undefined ? [] : listsOf(store, board);
}

/** A list is of one thing, which no other list of the board is of. A change moves it, and the others make room. */
function placed(context: Context, columns: Columns, before: Entry | undefined, home: EntryHome): Columns {
  const all = listsIn(context, home);
  const position = context.params.number("position");
  if (before !== undefined) {
    if (position === undefined || position < 0 || position >= all.length) throw badRequest("List could not be moved!");
    return { position };
  }
  const sent = OF_LISTS.filter((name) => context.params.number(name) !== undefined);
  const [by] = sent;
  if (by === undefined) throw badParameters(`${OF_LISTS.join(", ")} are missing, exactly one parameter must be provided`);
  if (sent.length > 1) throw badParameters(`${sent.join(", ")} are mutually exclusive`);
  const id = context.params.requiredNumber(by);
  if (by !== "label_id" && !isLicensed(context)) throw forbidden();
  const board = context.store.of(boardTable).get(home.id);
  if (board !== undefined) refuseUnknown(context, placeAt(context.store, board.home), by, id);
  if (all.some((list) => list[by] === id)) throw invalid({ [by.replace("_id", "")]: ["has already been taken"] });
  return { ...columns, position: all.length };
}

function refuseUnknown({ store }: Context, place: Place, by: (typeof OF_LISTS)[number], id: number): void {
  const homes = [place.home, ...homesAbove(store, place)].map(homeKeyOf);
  const isNear = (thing: Pick<Label, "home"> | undefined): boolean =>
    thing !== undefined && homes.includes(homeKeyOf(thing.home));
  if (by === "label_id" && !isNear(store.of(labelTable).get(id))) throw badRequest("Label not found!");
  if (by === "milestone_id" && !isNear(store.of(milestoneTable).get(id))) throw badRequest("Milestone not found!");
  if (by === "assignee_id" && store.users.get(id) === undefined) throw badRequest("User not found!");
}

function renumber({ store }: Context, all: readonly BoardList[]): void {
  for (const [position, { id }] of all.entries()) store.of(boardListTable).update(id, { position });
}
