import { flagSetting, numberSetting } from "../instance-settings.js";
import { exists, isAtLeast } from "../instance.js";
import type { PlatformState } from "../section.js";

/** Milliseconds of a day. */
export const DAY = 24 * 60 * 60 * 1000;

/**
 * Days that a deleted group or project stays marked before it goes, 0 when it goes at once (document 2, `delayed_group_deletion`,
 * `delayed_project_deletion`, `deletion_adjourned_period`; the releases from the reference of real servers, sections B and C).
 */
export function delayOfDeletion({ store, instance }: PlatformState, kind: "group" | "project"): number {
  if (!exists(instance, { tier: "premium" }) && !isAtLeast(instance.version, "18.0")) return 0;
  const period = numberSetting(store, "deletion_adjourned_period");
  if (isAtLeast(instance.version, "16.0")) return period;
  if (!flagSetting(store, "delayed_group_deletion")) return 0;
  return kind === "group" || flagSetting(store, "delayed_project_deletion") || isAtLeast(instance.version, "15.11") ? period : 0;
}

/** The day of today, as `marked_for_deletion_on` shows it. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
