import { isProject } from "../access.js";
import { badParameters, badRequest, forbidden, invalid, notFound } from "../errors.js";
import { exists } from "../instance.js";
import { page } from "../pages.js";
import { labelTable, milestoneTable } from "../records/work-items.js";
import type { Label } from "../records/work-items.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import { homeKeyOf } from "../row/spec.js";
import type { Context } from "../section.js";
import type { VendorOperation } from "../vendor-operations.js";
import type { VendorSection } from "../vendor-section.js";
import { presentBoard, presentList } from "./planning/board-entity.js";
import { boardListTable, boardTable, listsOf } from "./planning/board-records.js";
import type { Board, BoardList } from "./planning/board-records.js";
import { PLACES, homesAbove, plannedPlace, seenPlace } from "./planning/homes.js";
import type { Place, PlaceKind } from "./planning/homes.js";
import { labelsIn } from "./planning/label-entity.js";

/** Boards of projects and groups, and their lists, which are of a label each, or with a licence of somebody, a milestone or an iteration. */
export default {
  operations: Object.fromEntries(PLACES.flatMap((kind) => Object.entries(operationsOf(kind)))),
} satisfies VendorSection;

type Handle = (context: Context, place: Place) => Reply;

function operationsOf(kind: PlaceKind): Record<string, VendorOperation> {
  const at = `/${kind}s/{id}/boards`;
  const one = `${at}/{board_id}`;
  const read = (handle: Handle): VendorOperation => ({
    caller: "anyone",
    handler: (context) => handle(context, seenPlace(context, kind)),
  });
  const write = (handle: Handle): VendorOperation => ({ handler: (context) => handle(context, plannedPlace(context, kind)) });
  return {
    [`GET ${at}`]: read((context, place) =>
      page(boardsOf(context, place), context, (board) => presentBoard(context, place, board)),
    ),
    [`POST ${at}`]: write(create),
    [`GET ${one}`]: read((context, place) => ok(presentBoard(context, place, find(context, place)))),
    [`PUT ${one}`]: write(update),
    [`DELETE ${one}`]: write(remove),
    [`GET ${one}/lists`]: read((context, place) =>
      page(listsOf(context.store, find(context, place)), context, (list) => presentList(context, list)),
    ),
    [`POST ${one}/lists`]: write(createList),
    [`GET ${one}/lists/{list_id}`]: read((context, place) => ok(presentList(context, findList(context, find(context, place))))),
    [`PUT ${one}/lists/{list_id}`]: write(moveList),
    [`DELETE ${one}/lists/{list_id}`]: write(removeList),
  };
}

function boardsOf({ store }: Context, { home }: Place): Board[] {
  return store.of(boardTable).where("home", homeKeyOf(home));
}

function find(context: Context, place: Place): Board {
  const id = context.params.requiredText("board_id");
  const board = boardsOf(context, place).find((one) => String(one.id) === id);
  if (board === undefined) throw notFound();
  return board;
}

function findList({ store, params }: Context, board: Board): BoardList {
  const id = params.requiredText("list_id");
  const list = listsOf(store, board).find((one) => String(one.id) === id);
  if (list === undefined) throw notFound();
  return list;
}

const isLicensed = ({ instance }: Context): boolean => exists(instance, { tier: "premium" });

/** A group has several boards only with a licence. */
function create(context: Context, place: Place): Reply {
  const { store, params } = context;
  const name = params.requiredText("name");
  if (name.trim() === "") throw invalid({ name: ["can't be blank"] });
  if (!isProject(place.thing) && !isLicensed(context) && boardsOf(context, place).length > 0) throw forbidden();
  const board = store.of(boardTable).insert({
    home: place.home,
    name,
    hide_backlog_list: false,
    hide_closed_list: false,
    milestone_id: null,
    assignee_id: null,
    label_ids: [],
    weight: null,
  });
  return created(presentBoard(context, place, board));
}

/** What a board is narrowed to is licensed. */
function update(context: Context, place: Place): Reply {
  const { store, params } = context;
  const board = find(context, place);
  const name = params.text("name");
  if (name?.trim() === "") throw invalid({ name: ["can't be blank"] });
  const flags = (["hide_backlog_list", "hide_closed_list"] as const).flatMap((one) => {
    const value = params.flag(one);
    return value === undefined ? [] : [[one, value] as const];
  });
  const after = store.of(boardTable).update(board.id, {
    ...(name === undefined ? {} : { name }),
    ...Object.fromEntries(flags),
    ...(isLicensed(context) ? scopeSent(context, place) : {}),
  });
  return ok(presentBoard(context, place, after));
}

function scopeSent(context: Context, place: Place): Partial<Board> {
  const { store, params } = context;
  const numbers = (["milestone_id", "assignee_id", "weight"] as const).flatMap((name) =>
    params.has(name) ? [[name, params.number(name) ?? null] as const] : [],
  );
  const labels = params.text("labels");
  const names = labels?.split(",").map((name) => name.trim());
  const known = labelsIn(store, [place.home, ...homesAbove(store, place)]);
  return {
    ...Object.fromEntries(numbers),
    ...(names === undefined ? {} : { label_ids: known.filter(({ name }) => names.includes(name)).map(({ id }) => id) }),
  };
}

function remove(context: Context, place: Place): Reply {
  const { store } = context;
  const { id } = find(context, place);
  store.of(boardTable).delete(id);
  store.forget({ kind: boardTable.name, id });
  return noContent();
}

const OF_LISTS = ["label_id", "assignee_id", "milestone_id", "iteration_id"] as const;

/** A list is of one thing, which no other list of the board is of. */
function createList(context: Context, place: Place): Reply {
  const { store, params } = context;
  const board = find(context, place);
  const sent = OF_LISTS.filter((name) => params.number(name) !== undefined);
  const [by] = sent;
  if (by === undefined) throw badParameters(`${OF_LISTS.join(", ")} are missing, exactly one parameter must be provided`);
  if (sent.length > 1) throw badParameters(`${sent.join(", ")} are mutually exclusive`);
  const id = params.requiredNumber(by);
  if (by !== "label_id" && !isLicensed(context)) throw forbidden();
  refuseUnknown(context, place, by, id);
  const lists = listsOf(store, board);
  if (lists.some((list) => list[by] === id)) throw invalid({ [by.replace("_id", "")]: ["has already been taken"] });
  const list = store.of(boardListTable).insert({
    home: { kind: boardTable.name, id: board.id },
    label_id: null,
    assignee_id: null,
    milestone_id: null,
    iteration_id: null,
    [by]: id,
    position: lists.length,
  });
  return created(presentList(context, list));
}

function refuseUnknown({ store }: Context, place: Place, by: (typeof OF_LISTS)[number], id: number): void {
  const homes = [place.home, ...homesAbove(store, place)].map(homeKeyOf);
  const isNear = (thing: Pick<Label, "home"> | undefined): boolean =>
    thing !== undefined && homes.includes(homeKeyOf(thing.home));
  if (by === "label_id" && !isNear(store.of(labelTable).get(id))) throw badRequest("Label not found!");
  if (by === "milestone_id" && !isNear(store.of(milestoneTable).get(id))) throw badRequest("Milestone not found!");
  if (by === "assignee_id" && store.users.get(id) === undefined) throw badRequest("User not found!");
}

/** The list takes its place among the others, which make room. */
function moveList(context: Context, place: Place): Reply {
  const { store, params } = context;
  const board = find(context, place);
  const list = findList(context, board);
  const others = listsOf(store, board).filter(({ id }) => id !== list.id);
  const position = params.requiredNumber("position");
  if (position < 0 || position > others.length) throw badRequest("List could not be moved!");
  const order = [...others.slice(0, position), list, ...others.slice(position)];
  renumber(context, order);
  return ok(presentList(context, store.of(boardListTable).get(list.id) ?? list));
}

function removeList(context: Context, place: Place): Reply {
  const { store } = context;
  const board = find(context, place);
  store.of(boardListTable).delete(findList(context, board).id);
  renumber(context, listsOf(store, board));
  return noContent();
}

function renumber({ store }: Context, lists: readonly BoardList[]): void {
  for (const [position, { id }] of lists.entries()) store.of(boardListTable).update(id, { position });
}
