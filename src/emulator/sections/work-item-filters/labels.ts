import { labelTable } from "../../records/work-items.js";
import { namesOf, wordOf } from "./filters.js";
import type { Filter, Question, WorkItem } from "./filters.js";

/** The deprecated `No+Label`, as it arrives with its plus sign as a space, or encoded. */
const NO_LABEL = ["no label", "no+label"];

/** `labels`: all of them must be there, in their letter case; `None` and `Any`. */
export function labelFilters(question: Question): Filter<WorkItem>[] {
  const names = namesOf(question, "labels");
  const isNone = (name: string): boolean => wordOf(name) === "none" || NO_LABEL.includes(name.toLowerCase());
  if (names.some(isNone)) return [(item) => item.label_ids.length === 0];
  const wanted = names.map((name): Filter<WorkItem> => {
    if (wordOf(name) === "any") return (item) => item.label_ids.length > 0;
    const ids = labelsNamed(question, name);
    return (item) => item.label_ids.some((id) => ids.has(id));
  });
  return wanted;
}

/** Ids of all labels with a name: projects and groups may each have one. */
function labelsNamed({ store }: Question, name: string): Set<number> {
  const labels = store.of(labelTable).all();
  return new Set(labels.filter((label) => label.name === name).map((label) => label.id));
}
