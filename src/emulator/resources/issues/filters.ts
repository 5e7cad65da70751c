import { findGroup, findProject } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { type Reply, ok, unauthorized } from "../../core/replies.js";
import { projectsIn } from "../groups/reach.js";
import { DAY, today } from "../projects/move.js";
import {
  type Filter,
  type FilterGroup,
  ISSUE_ORDERS,
  type Question,
  among,
  commonFilters,
  idOrWord,
  refuseBoth,
  seenItems,
  sorted,
} from "../work-items/filters.js";
import type { Place } from "../work-items/present.js";
import { type Issue, issueTable, iterationTable } from "../work-items/records.js";
import { seesIssue } from "../work-items/visibility.js";
import { presentIssue } from "./present.js";

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** All filters of issue lists (document 3, Issues). */
const ISSUE_FILTERS: readonly FilterGroup<Issue>[] = [...commonFilters("issue"), kindFilters, dueFilters, planFilters];

/** `confidential` and `issue_type`. */
function kindFilters({ asked }: Question): Filter<Issue>[] {
  const filters: Filter<Issue>[] = [];
  const confidential = asked.flag("confidential");
  if (confidential !== undefined) filters.push((issue) => issue.confidential === confidential);
  const type = asked.text("issue_type");
  if (type !== undefined) filters.push((issue) => issue.issue_type === type);
  return filters;
}

/** `due_date`: `0` for none, `any`, or a word for a stretch of days. */
function dueFilters({ asked }: Question): Filter<Issue>[] {
  const word = asked.text("due_date");
  if (word === undefined || word === "") return [];
  if (word === "0") return [({ due_date }) => due_date === null];
  if (word === "any") return [({ due_date }) => due_date !== null];
  const [first, last] = stretch(word, new Date(`${today()}T00:00:00Z`));
  return [({ due_date }) => due_date !== null && due_date >= first && due_date <= last];
}

/** First and last day; weeks begin on Monday (the reference of real servers). */
function stretch(word: string, now: Date): readonly [string, string] {
  const days = (count: number): Date => new Date(now.getTime() + count * DAY);
  const month = (offset: number, day: number): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, day));
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  switch (word) {
    case "today":
      return [dayOf(now), dayOf(now)];
    case "tomorrow":
      return [dayOf(days(1)), dayOf(days(1))];
    case "overdue":
      return ["", dayOf(days(-1))];
    case "week":
      return [dayOf(days(-sinceMonday)), dayOf(days(6 - sinceMonday))];
    case "month":
      return [dayOf(month(0, 1)), dayOf(month(1, 0))];
    default:
      return [dayOf(days(-14)), dayOf(month(2, 0))];
  }
}

const PLAN_COLUMNS = ["epic_id", "iteration_id", "weight"] as const;

/** `epic_id`, `iteration_id` or `iteration_title`, and `weight`, each also `None` and `Any`. */
function planFilters(question: Question): Filter<Issue>[] {
  const { asked, store } = question;
  refuseBoth(question, "iteration_id", "iteration_title");
  const title = asked.text("iteration_title");
  const iterations = store.of(iterationTable);
  return [
    ...PLAN_COLUMNS.flatMap((name) =>
      among(idOrWord(question, name), ({ [name]: value }: Issue) => (value === null ? [] : [value])),
    ),
    ...(title === undefined
      ? []
      : [({ iteration_id }: Issue) => iteration_id !== null && iterations.get(iteration_id)?.title === title]),
  ];
}

/** Issues that a request is about, before its filters, and where it asks for them. */
interface Candidates {
  readonly issues: Iterable<Issue>;
  readonly place: Place;
}

/** GET /issues. */
export const listIssues = (context: Context): Reply => listed(context, everywhere(context));

/** GET /groups/:id/issues, those of its subgroups too. */
export const listGroupIssues = (context: Context): Reply => listed(context, inGroup(context));

/** GET /projects/:id/issues, also of an archived project. */
export const listProjectIssues = (context: Context): Reply => listed(context, inProject(context));

/** How many issues the filters of a list leave, by state: of the whole instance, a group or a project. */
export function countIssues(context: Context, where: "everywhere" | "group" | "project"): Reply {
  const candidates = { everywhere, group: inGroup, project: inProject }[where](context);
  const issues = wanted(context, candidates);
  const opened = issues.filter(({ state }) => state === "opened").length;
  return ok({ statistics: { counts: { all: issues.length, closed: issues.length - opened, opened } } });
}

/** Without a caller there are no own issues: only `scope=all` is answered, with public ones (the reference of real servers). */
function everywhere(context: Context): Candidates {
  if (context.user === undefined && context.params.text("scope") !== "all") throw unauthorized();
  return { issues: context.store.of(issueTable).scan({}), place: null };
}

function inGroup(context: Context): Candidates {
  const group = findGroup(context);
  const issues = context.store.of(issueTable);
  return { issues: projectsIn(context.store, group).flatMap(({ id }) => issues.where("project", id)), place: group };
}

function inProject(context: Context): Candidates {
  const project = findProject(context);
  return { issues: context.store.of(issueTable).where("project", project.id), place: project };
}

function listed(context: Context, candidates: Candidates): Reply {
  const { place } = candidates;
  return page(sorted(context, wanted(context, candidates), ISSUE_ORDERS), context, (issue) =>
    presentIssue(context, issue, { place }),
  );
}

function wanted(context: Context, { issues }: Candidates): Issue[] {
  return seenItems(context, issues, ISSUE_FILTERS, (sight, issue) => seesIssue(sight, context.user, issue));
}
