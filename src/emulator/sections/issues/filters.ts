import { iterationTable } from "../../records/work-items.js";
import type { Issue } from "../../records/work-items.js";
import { DAY, today } from "../removal.js";
import { commonFilters } from "../work-item-filters/common.js";
import { idOrWord, refuseBoth } from "../work-item-filters/filters.js";
import type { Filter, FilterGroup, IdOrWord, Question } from "../work-item-filters/filters.js";

/** All filters of issue lists (document 3, Issues). */
export const ISSUE_FILTERS: readonly FilterGroup<Issue>[] = [...commonFilters("issue"), kindFilters, dueFilters, planFilters];

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

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** `epic_id`, `iteration_id` or `iteration_title`, and `weight`, each also `None` and `Any`. */
function planFilters(question: Question): Filter<Issue>[] {
  const { asked, store } = question;
  refuseBoth(question, "iteration_id", "iteration_title");
  const title = asked.text("iteration_title");
  const iterations = store.of(iterationTable);
  return [
    ...is(idOrWord(question, "epic_id"), (issue) => issue.epic_id),
    ...is(idOrWord(question, "iteration_id"), (issue) => issue.iteration_id),
    ...is(idOrWord(question, "weight"), (issue) => issue.weight),
    ...(title === undefined
      ? []
      : [({ iteration_id }: Issue) => iteration_id !== null && iterations.get(iteration_id)?.title === title]),
  ];
}

function is(wanted: IdOrWord | undefined, value: (issue: Issue) => number | null): Filter<Issue>[] {
  if (wanted === undefined) return [];
  if (wanted === "none") return [(issue) => value(issue) === null];
  if (wanted === "any") return [(issue) => value(issue) !== null];
  return [(issue) => value(issue) === wanted];
}
