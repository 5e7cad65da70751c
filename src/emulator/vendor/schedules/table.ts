import { defineEntries } from "../../row/spec.js";
import type { Store } from "../../store.js";

/** Schedules of pipelines. */
export const scheduleTable = defineEntries("pipeline_schedules");

/** Who may not sign in any more has nothing run: the schedules of the user are switched off. */
export function switchOffSchedules(store: Store, userId: number): void {
  const schedules = store.of(scheduleTable);
  for (const { id, ...entry } of schedules.all())
    if (entry["owner_id"] === userId && entry["active"] === true) schedules.update(id, { active: false });
}
