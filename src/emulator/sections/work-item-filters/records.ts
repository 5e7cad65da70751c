import type { Filter, Question, WorkItem } from "./filters.js";

/** `state` and `iids`. */
export function recordFilters({ asked }: Question): Filter<WorkItem>[] {
  const filters: Filter<WorkItem>[] = [];
  const state = asked.text("state") ?? "all";
  if (state !== "all") filters.push((item) => item.state === state);
  const iids = asked.numbers("iids");
  if (iids !== undefined) filters.push((item) => iids.includes(item.iid));
  return filters;
}
