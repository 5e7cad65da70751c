import type { Noteable } from "../../records/work-items.js";
import type { FilterGroup, WorkItem } from "./filters.js";
import { labelFilters } from "./labels.js";
import { milestoneFilters } from "./milestones.js";
import { assigneeFilters, authorFilters, scopeFilters } from "./people.js";
import { reactionFilters } from "./reactions.js";
import { recordFilters } from "./records.js";
import { textFilters } from "./texts.js";
import { timeFilters } from "./times.js";

/** The filters that lists of issues and of merge requests share; each list has those that it declares. */
export function commonFilters(kind: Noteable["kind"]): readonly FilterGroup<WorkItem>[] {
  return [
    recordFilters,
    scopeFilters,
    authorFilters,
    assigneeFilters,
    labelFilters,
    milestoneFilters,
    timeFilters,
    reactionFilters(kind),
    textFilters,
  ];
}
