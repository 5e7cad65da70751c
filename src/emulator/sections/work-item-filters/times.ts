import type { Filter, Question, WorkItem } from "./filters.js";

const BOUNDS = [
  ["created_after", "created_at", 1],
  ["created_before", "created_at", -1],
  ["updated_after", "updated_at", 1],
  ["updated_before", "updated_at", -1],
] as const;

/** `created_after`, `created_before`, `updated_after` and `updated_before`, each including the bound. */
export function timeFilters({ asked }: Question): Filter<WorkItem>[] {
  return BOUNDS.flatMap(([parameter, field, sign]): Filter<WorkItem>[] => {
    const bound = Date.parse(asked.text(parameter) ?? "");
    return Number.isNaN(bound) ? [] : [(item) => sign * (Date.parse(item[field]) - bound) >= 0];
  });
}
