import { homeKey, milestoneTable } from "../../records/work-items.js";
import type { Milestone } from "../../records/work-items.js";
import { today } from "../removal.js";
import { refuseBoth, wordOf } from "./filters.js";
import type { Filter, Question, WorkItem } from "./filters.js";

/** `milestone`, a title of any project or group, `None` or `Any`; or `milestone_id`, which is `None`, `Any`, `Upcoming` or `Started`. */
export function milestoneFilters(question: Question): Filter<WorkItem>[] {
  const { asked } = question;
  refuseBoth(question, "milestone_id", "milestone");
  const text = asked.text("milestone_id") ?? asked.text("milestone") ?? "";
  if (text === "") return [];
  const word = wordOf(text);
  if (word === "none") return [(item) => item.milestone_id === null];
  if (word === "any") return [(item) => item.milestone_id !== null];
  const wanted = new Set((asked.has("milestone_id") ? inTime(question, text) : titled(question, text)).map(({ id }) => id));
  return [(item) => item.milestone_id !== null && wanted.has(item.milestone_id)];
}

function titled({ store }: Question, title: string): Milestone[] {
  const milestones = store.of(milestoneTable).all();
  return milestones.filter((milestone) => milestone.title === title);
}

/** Started: active and begun. Upcoming: of each project and group the active one that is due next (the reference of real servers). */
function inTime({ store }: Question, word: string): Milestone[] {
  const now = today();
  const active = store
    .of(milestoneTable)
    .all()
    .filter((milestone) => milestone.state === "active");
  if (word === "Started") return active.filter(({ start_date }) => start_date !== null && start_date <= now);
  const next = new Map<string, { milestone: Milestone; due: string }>();
  for (const milestone of active) {
    const { due_date: due, home } = milestone;
    if (due === null || due <= now) continue;
    const known = next.get(homeKey(home));
    if (known === undefined || due < known.due) next.set(homeKey(home), { milestone, due });
  }
  return [...next.values()].map(({ milestone }) => milestone);
}
