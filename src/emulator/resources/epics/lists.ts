import { LEVEL, accessLevel } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Context, page } from "../../core/context.js";
import { compare } from "../../core/order.js";
import { Parameters } from "../../core/parameters.js";
import { type Reply, notFound } from "../../core/replies.js";
import { groupsBelow } from "../groups/reach.js";
import { type Place, homesAbove } from "../milestones/records.js";
import { type Epic, epicTable, labelTable, noteableKey, reactionTable } from "../work-items/records.js";
import { presentEpic } from "./present.js";

/** The epic of a group that a place of the path names by its number. Throws 404, also where it may not be seen. */
export function findEpic(context: Context, groupId: number, place = "epic_iid"): Epic {
  const { store, params } = context;
  const iid = textOf(params.get(place));
  const epic = store
    .of(epicTable)
    .where("group", groupId)
    .find((item) => String(item.iid) === iid);
  if (epic === undefined || !seesEpic(context, epic)) throw notFound();
  return epic;
}

/** True when the caller sees an epic of a group that is seen: a confidential one is for its author and for reporters and up. */
export function seesEpic({ store, user }: Context, epic: Epic): boolean {
  if (!epic.confidential || user?.is_admin === true) return true;
  const group = store.groups.get(epic.group_id);
  return (
    user !== undefined && group !== undefined && (epic.author_id === user.id || accessLevel(store, user, group) >= LEVEL.reporter)
  );
}

/** Epics of a group, of those below it unless that is switched off, and of those above it where that is asked for. */
export function listEpics(context: Context, place: Place): Reply {
  const { store, params } = context;
  const below = params.flag("include_descendant_groups") === false ? [] : groupsBelow(store, place.thing.id).map(({ id }) => id);
  const above = params.flag("include_ancestor_groups") === true ? homesAbove(store, place).map(({ id }) => id) : [];
  const not = new Parameters(params.record("not") ?? {});
  const epics = [place.thing.id, ...below, ...above]
    .flatMap((id) => store.of(epicTable).where("group", id))
    .filter(
      (epic) =>
        seesEpic(context, epic) && isAsked(context, params, epic) && isInTime(params, epic) && !isUnwanted(context, not, epic),
    );
  return page(inOrder(params, epics), context, (epic) => presentEpic(context, epic, false));
}

function isAsked(context: Context, asked: Parameters, epic: Epic): boolean {
  const { store, user } = context;
  const [state, search = "", emoji] = [asked.text("state") ?? "all", asked.text("search"), asked.text("my_reaction_emoji")];
  const reactions =
    emoji === undefined ? [] : store.of(reactionTable).where("noteable", noteableKey({ kind: "epic", id: epic.id }));
  return (
    (state === "all" || epic.state === state) &&
    (asked.flag("confidential") ?? epic.confidential) === epic.confidential &&
    isOf(context, asked, epic) &&
    `${epic.title}\n${epic.description}`.toLowerCase().includes(search.toLowerCase()) &&
    (emoji === undefined || reactions.some((reaction) => reaction.user_id === user?.id && reaction.name === emoji))
  );
}

/** Whether an epic has the author and all the labels that are named. */
function isOf({ store }: Context, asked: Parameters, { author_id, label_ids = [] }: Epic): boolean {
  const names = label_ids.flatMap((id) => store.of(labelTable).get(id)?.name ?? []);
  const username = asked.text("author_username");
  return (
    (asked.number("author_id") ?? author_id) === author_id &&
    (username === undefined || store.users.get(author_id)?.username === username) &&
    labelsSent(asked).every((name) => names.includes(name))
  );
}

function isUnwanted(context: Context, not: Parameters, epic: Epic): boolean {
  if (!["author_id", "author_username", "labels"].some((name) => not.has(name))) return false;
  return isOf(context, not, epic);
}

function labelsSent(asked: Parameters): string[] {
  return (asked.texts("labels") ?? []).flatMap((text) => text.split(",")).filter((name) => name !== "");
}

function isInTime(asked: Parameters, epic: Epic): boolean {
  return (["created", "updated"] as const).every((what) => {
    const at = Date.parse(epic[`${what}_at`]);
    const [after, before] = [asked.text(`${what}_after`), asked.text(`${what}_before`)];
    return (after === undefined || at >= Date.parse(after)) && (before === undefined || at <= Date.parse(before));
  });
}

function inOrder(asked: Parameters, epics: readonly Epic[]): Epic[] {
  const by = asked.text("order_by");
  const column = by === "title" || by === "updated_at" ? by : "created_at";
  const sign = asked.text("sort") === "asc" ? 1 : -1;
  return epics.toSorted((a, b) => sign * (compare(a[column], b[column]) || a.id - b.id));
}
