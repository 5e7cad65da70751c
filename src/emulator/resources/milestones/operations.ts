import { isProject } from "../../core/access.js";
import { type Collection, type Columns, type Entry, type EntryHome, asEntries, collection } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import { nextInternalId } from "../../core/internal-ids.js";
import { compare } from "../../core/order.js";
import type { Json } from "../../core/records.js";
import { type Reply, badParameters, badRequest, created, notFound, ok, orNotFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import type { Store } from "../../core/store.js";
import { today } from "../projects/move.js";
import { presentMilestone } from "../work-items/present.js";
import { type Home, type Milestone, homeKey, issueTable, mergeRequestTable, milestoneTable } from "../work-items/records.js";
import {
  PLACES,
  type Place,
  homesAbove,
  homesBelow,
  milestoneIssues,
  milestoneMergeRequests,
  placeAt,
  promotionOf,
  seenPlace,
} from "./records.js";

const LONGEST_TITLE = 255;

const CHANGES = ["title", "description", "start_date", "due_date", "state_event"];

const STATES: Readonly<Record<string, Milestone["state"]>> = { close: "closed", activate: "active" };

const milestones: Collection = collection("milestones", {
  at: ["/projects/{id}", "/groups/{id}"],
  table: asEntries(milestoneTable),
  write: "planner",
  settle: settled,
  present: (context, entry) => present(context, milestoneOf(context, entry)),
  handlers: { list },
  after: { removed: ({ store }, { id }) => assign(store, new Set([id]), null) },
  actions: {
    "GET /issues": (context, entry) => milestoneIssues(context, placeAt(context.store, entry.home), milestoneOf(context, entry)),
    "GET /merge_requests": (context, entry) =>
      milestoneMergeRequests(context, placeAt(context.store, entry.home), milestoneOf(context, entry)),
  },
});

/** Milestones of projects and groups. Issues, merge requests and releases have them by id. */
export default {
  operations: {
    ...Object.fromEntries(
      PLACES.map((kind): [string, OperationDeclaration] => [
        `GET /${kind}s/{id}/milestones/{milestone_id}/burndown_events`,
        { tier: "premium", role: "anyone", handler: (context) => burndown(context, find(context, seenPlace(context, kind))) },
      ]),
    ),
    "POST /projects/{id}/milestones/{milestone_id}/promote": promote,
  },
  collections: [milestones],
} satisfies Resource;

function present(context: Context, milestone: Milestone): Record<string, Json> {
  const { project_id, ...shown } = presentMilestone(context, milestone);
  const expired = milestone.due_date !== null && milestone.due_date < today();
  return { ...shown, ...(milestone.home.kind === "project" ? { project_id: project_id ?? null } : {}), expired };
}

function milestoneOf({ store }: Context, { id }: Entry): Milestone {
  return orNotFound(store.of(milestoneTable).get(id));
}

function find({ store, params }: Context, { home }: Place): Milestone {
  const milestone = store.of(milestoneTable).get(Number(params.requiredText("milestone_id")));
  if (milestone === undefined || homeKey(milestone.home) !== homeKey(home)) throw notFound();
  return milestone;
}

function list(context: Context, at: EntryHome): Reply {
  const { store, params } = context;
  const place = placeAt(store, at);
  const homes: Home[] = [place.home];
  if (params.flag("include_ancestors") === true || params.flag("include_parent_milestones") === true)
    homes.push(...homesAbove(store, place));
  if (!isProject(place.thing) && params.flag("include_descendants") === true) homes.push(...homesBelow(store, place.thing));
  const rows = homes.flatMap((home) => store.of(milestoneTable).where("home", homeKey(home))).filter(isAsked(context));
  return page(rows.toSorted(byDueDate), context, (milestone) => present(context, milestone));
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
function byDueDate(milestone: Milestone, other: Milestone): number {
  return compare(milestone.due_date ?? "~", other.due_date ?? "~") || milestone.id - other.id;
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

/** What is wrong with a milestone of a home: titles are taken by the groups above, too. */
function problemsOf(store: Store, place: Place, milestone: Partial<Milestone>): Record<string, string[]> {
  const { id, title = "", start_date = null, due_date = null } = milestone;
  const near = [place.home, ...homesAbove(store, place)];
  const below = isProject(place.thing) ? [] : homesBelow(store, place.thing);
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
  const sentences = Object.entries(wrong).map(([name, texts]) => `:${name}=>${JSON.stringify(texts)}`);
  if (sentences.length > 0) throw badRequest(`Failed to ${verb} milestone {${sentences.join(", ")}}`);
}

function nextIid(store: Store, home: Home): number {
  const milestones = (): Milestone[] => store.of(milestoneTable).where("home", homeKey(home));
  return nextInternalId(store, "milestone", home, () => Math.max(0, ...milestones().map(({ iid }) => iid)));
}

/** What a creation or a change stores: titles are no one else's near by, and what begins does not end before. */
function settled(context: Context, _: Columns, before: Entry | undefined, home: EntryHome): Columns {
  const { store, params } = context;
  const place = placeAt(store, home);
  const changes = sent(context);
  if (before === undefined) {
    const draft = { title: "", description: "", start_date: null, due_date: null, ...changes };
    refuse("create", problemsOf(store, place, draft));
    return { ...draft, state: "active", iid: nextIid(store, place.home) };
  }
  if (!CHANGES.some((name) => params.has(name)))
    throw badParameters(`${CHANGES.join(", ")} are missing, at least one parameter must be provided`);
  const milestone = milestoneOf(context, before);
  refuse("update", problemsOf(store, place, { ...milestone, ...changes }));
  return { ...changes, state: STATES[params.text("state_event") ?? ""] ?? milestone.state };
}

function assign(store: Store, before: ReadonlySet<number>, milestone_id: number | null): void {
  for (const table of [store.of(issueTable), store.of(mergeRequestTable)])
    for (const item of table.all())
      if (item.milestone_id !== null && before.has(item.milestone_id)) table.update(item.id, { milestone_id });
}

/** The milestone becomes the group's, in the place of those of its title. */
function promote(context: Context): Reply {
  const table = context.store.of(milestoneTable);
  const { place, above, projects } = promotionOf(context, "Project does not belong to a group.");
  const { id: _, ...columns } = find(context, place);
  const merged = projects.flatMap((home) => table.where("home", homeKey(home))).filter(({ title }) => title === columns.title);
  const promoted = table.insert({ ...columns, home: above.home, iid: nextIid(context.store, above.home) });
  assign(context.store, new Set(merged.map(({ id }) => id)), promoted.id);
  for (const { id } of merged) table.delete(id);
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
