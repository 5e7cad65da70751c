import { LEVEL, isProject, requireLevel } from "../access.js";
import { badParameters, badRequest, notFound } from "../errors.js";
import { nextInternalId } from "../internal-ids.js";
import type { Json } from "../json.js";
import { page } from "../pages.js";
import { homeKey, issueTable, mergeRequestTable, milestoneTable } from "../records/work-items.js";
import type { Home, Milestone } from "../records/work-items.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Context } from "../section.js";
import { groupsBelow } from "../sections/groups/lists.js";
import { today } from "../sections/removal.js";
import { presentMilestone } from "../sections/work-items/parts.js";
import type { Store } from "../store.js";
import type { VendorOperation } from "../vendor-operations.js";
import type { VendorSection } from "../vendor-section.js";
import { PLACES, homesAbove, plannedPlace, seenPlace } from "./planning/homes.js";
import type { Place, PlaceKind } from "./planning/homes.js";
import { milestoneIssues, milestoneMergeRequests } from "./planning/milestone-items.js";

/** Milestones of projects and groups. Issues, merge requests and releases have them by id. */
export default {
  operations: {
    ...Object.fromEntries(PLACES.flatMap((kind) => Object.entries(operationsOf(kind)))),
    "POST /projects/{id}/milestones/{milestone_id}/promote": { handler: promote },
  },
} satisfies VendorSection;

function operationsOf(kind: PlaceKind): Record<string, VendorOperation> {
  const at = `/${kind}s/{id}/milestones`;
  const one = `${at}/{milestone_id}`;
  return {
    [`GET ${at}`]: { caller: "anyone", handler: (context) => list(context, seenPlace(context, kind)) },
    [`POST ${at}`]: { handler: (context) => create(context, plannedPlace(context, kind)) },
    [`GET ${one}`]: {
      caller: "anyone",
      handler: (context) => ok(present(context, find(context, seenPlace(context, kind)))),
    },
    [`PUT ${one}`]: { handler: (context) => update(context, plannedPlace(context, kind)) },
    [`DELETE ${one}`]: { handler: (context) => remove(context, find(context, plannedPlace(context, kind))) },
    [`GET ${one}/issues`]: {
      caller: "anyone",
      handler: (context) => {
        const place = seenPlace(context, kind);
        return milestoneIssues(context, place, find(context, place));
      },
    },
    [`GET ${one}/merge_requests`]: {
      caller: "anyone",
      handler: (context) => {
        const place = seenPlace(context, kind);
        return milestoneMergeRequests(context, place, find(context, place));
      },
    },
    [`GET ${one}/burndown_events`]: {
      tier: "premium",
      caller: "anyone",
      handler: (context) => burndown(context, find(context, seenPlace(context, kind))),
    },
  };
}

function present(context: Context, milestone: Milestone): Record<string, Json> {
  const { project_id, ...shown } = presentMilestone(context, milestone);
  const expired = milestone.due_date !== null && milestone.due_date < today();
  return { ...shown, ...(milestone.home.kind === "project" ? { project_id: project_id ?? null } : {}), expired };
}

function find({ store, params }: Context, { home }: Place): Milestone {
  const found = store.of(milestoneTable).get(Number(params.requiredText("milestone_id")));
  if (found === undefined || homeKey(found.home) !== homeKey(home)) throw notFound();
  return found;
}

function list(context: Context, place: Place): Reply {
  const { store, params } = context;
  const homes: Home[] = [place.home];
  if (params.flag("include_ancestors") === true || params.flag("include_parent_milestones") === true)
    homes.push(...homesAbove(store, place));
  if (!isProject(place.thing) && params.flag("include_descendants") === true) homes.push(...homesBelow(store, place.thing.id));
  const found = homes.flatMap((home) => store.of(milestoneTable).where("home", homeKey(home))).filter(isAsked(context));
  return page(found.toSorted(byDueDate), context, (milestone) => present(context, milestone));
}

/** Groups below, and the projects of all of them. */
function homesBelow(store: Store, groupId: number): Home[] {
  const groups = groupsBelow(store, groupId).map(({ id }) => id);
  const projects = [groupId, ...groups].flatMap((id) => store.projects.where("namespace", id));
  return [...groups.map((id): Home => ({ kind: "group", id })), ...projects.map(({ id }): Home => ({ kind: "project", id }))];
}

function isAsked({ params }: Context): (milestone: Milestone) => boolean {
  const [state, title, iids] = [params.text("state") ?? "all", params.text("title"), params.numbers("iids")];
  const search = params.text("search")?.toLowerCase() ?? "";
  const [after, before] = [params.text("updated_after"), params.text("updated_before")];
  return (milestone) =>
    (state === "all" || milestone.state === state) &&
    (title === undefined || milestone.title === title) &&
    (iids === undefined || iids.includes(milestone.iid)) &&
    (after === undefined || Date.parse(milestone.updated_at) >= Date.parse(after)) &&
    (before === undefined || Date.parse(milestone.updated_at) <= Date.parse(before)) &&
    `${milestone.title}\n${milestone.description}`.toLowerCase().includes(search);
}

/** What is due first comes first, what is not due last. */
function byDueDate(one: Milestone, other: Milestone): number {
  const [left, right] = [one.due_date ?? "~", other.due_date ?? "~"];
  return left < right ? -1 : left > right ? 1 : one.id - other.id;
}

/** Attributes of a milestone as they are sent; a blank date is none. */
function sent({ params }: Context): Partial<Pick<Milestone, "title" | "description" | "start_date" | "due_date">> {
  const day = (name: "start_date" | "due_date"): { [name: string]: string | null } =>
    params.has(name) ? { [name]: dayOf(params.text(name) ?? "") } : {};
  const title = params.text("title");
  return {
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(params.has("description") ? { description: params.text("description") ?? "" } : {}),
    ...day("start_date"),
    ...day("due_date"),
  };
}

function dayOf(text: string): string | null {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  return day === undefined || Number.isNaN(Date.parse(day)) ? null : day;
}

const LONGEST_TITLE = 255;

/** What is wrong with a milestone of a home: titles are taken by the groups above, too. */
function problemsOf(store: Store, place: Place, milestone: Partial<Milestone>): Record<string, string[]> {
  const { id, title = "", start_date = null, due_date = null } = milestone;
  const near = [place.home, ...homesAbove(store, place)];
  const below = isProject(place.thing) ? [] : homesBelow(store, place.thing.id);
  const isTaken = [...near, ...below]
    .flatMap((home) => store.of(milestoneTable).where("home", homeKey(home)))
    .some((other) => other.id !== id && other.title === title);
  const wrong: Record<string, string[]> = {};
  const titles = [
    ...(title === "" ? ["can't be blank"] : []),
    ...(Array.from(title).length > LONGEST_TITLE ? [`is too long (maximum is ${LONGEST_TITLE} characters)`] : []),
    ...(isTaken ? ["already being used for another group or project milestone."] : []),
  ];
  if (titles.length > 0) wrong["title"] = titles;
  if (start_date !== null && due_date !== null && due_date < start_date) wrong["due_date"] = ["must be greater than start date"];
  return wrong;
}

/** Throws 400 with the problems as servers tell them: in the words of their own language. */
function refuse(verb: string, wrong: Record<string, string[]>): void {
  const told = Object.entries(wrong).map(([name, texts]) => `:${name}=>${JSON.stringify(texts)}`);
  if (told.length > 0) throw badRequest(`Failed to ${verb} milestone {${told.join(", ")}}`);
}

function create(context: Context, place: Place): Reply {
  const { store } = context;
  const { home } = place;
  const draft = { title: "", description: "", start_date: null, due_date: null, ...sent(context) };
  refuse("create", problemsOf(store, place, draft));
  const now = new Date().toISOString();
  const milestone = store
    .of(milestoneTable)
    .insert({ ...draft, iid: nextIid(store, home), home, state: "active", created_at: now, updated_at: now });
  return created(present(context, milestone));
}

function nextIid(store: Store, home: Home): number {
  const highest = (): number =>
    Math.max(
      0,
      ...store
        .of(milestoneTable)
        .where("home", homeKey(home))
        .map(({ iid }) => iid),
    );
  return nextInternalId(store, "milestone", home, highest);
}

const CHANGES = ["title", "description", "start_date", "due_date", "state_event"];
const STATES: Readonly<Record<string, Milestone["state"]>> = { close: "closed", activate: "active" };

function update(context: Context, place: Place): Reply {
  const { store, params } = context;
  const milestone = find(context, place);
  if (!CHANGES.some((name) => params.has(name)))
    throw badParameters(`${CHANGES.join(", ")} are missing, at least one parameter must be provided`);
  const changes = sent(context);
  refuse("update", problemsOf(store, place, { ...milestone, ...changes }));
  const state = STATES[params.text("state_event") ?? ""] ?? milestone.state;
  const after = store.of(milestoneTable).update(milestone.id, { ...changes, state, updated_at: new Date().toISOString() });
  return ok(present(context, after));
}

/** A milestone that goes is taken off what has it. */
function remove({ store }: Context, { id }: Milestone): Reply {
  assign(store, new Set([id]), null);
  store.of(milestoneTable).delete(id);
  return noContent();
}

function assign(store: Store, before: ReadonlySet<number>, milestone_id: number | null): void {
  for (const table of [store.of(issueTable), store.of(mergeRequestTable)])
    for (const item of table.all())
      if (item.milestone_id !== null && before.has(item.milestone_id)) table.update(item.id, { milestone_id });
}

/** The milestone becomes the group's, in the place of those of its title in all projects of the group. */
function promote(context: Context): Reply {
  const { store } = context;
  const place = plannedPlace(context, "project");
  const group = isProject(place.thing) ? store.groups.get(place.thing.namespace_id) : undefined;
  if (group === undefined) throw badRequest("Project does not belong to a group.");
  requireLevel(context, group, LEVEL.reporter);
  const milestone = find(context, place);
  const home: Home = { kind: "group", id: group.id };
  const merged = homesBelow(store, group.id)
    .filter(({ kind }) => kind === "project")
    .flatMap((below) => store.of(milestoneTable).where("home", homeKey(below)))
    .filter(({ title }) => title === milestone.title);
  const { id: _, ...columns } = milestone;
  const promoted = store.of(milestoneTable).insert({ ...columns, home, iid: nextIid(store, home) });
  assign(store, new Set(merged.map(({ id }) => id)), promoted.id);
  for (const { id } of merged) store.of(milestoneTable).delete(id);
  return created(present(context, promoted));
}

/** When issues of the milestone were made and closed. */
function burndown(context: Context, { id }: Milestone): Reply {
  const issues = context.store.of(issueTable).where("milestone", id);
  const events = issues.flatMap(({ created_at, closed_at, weight }) => [
    { created_at, weight, action: "created" },
    ...(closed_at === null ? [] : [{ created_at: closed_at, weight, action: "closed" }]),
  ]);
  return ok(events.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)));
}
