import { randomBytes } from "node:crypto";
import type { PlatformState } from "../context.js";
import { flagSetting, numberSetting } from "../instance-settings.js";
import { exists, isAtLeast } from "../instance.js";

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

/** True where replies tell that something is scheduled for deletion: with a licence, and from 18.0 to everybody. */
export function showsLeaving({ instance }: PlatformState): boolean {
  return exists(instance, { tier: "premium" }) || isAtLeast(instance.version, "18.0");
}

const suffix = /-(?:deletion_scheduled|deleted)-[a-zA-Z0-9]+$/;

/** True where what is scheduled for deletion frees its path and name for others (real servers from 18.3, `Groups::MarkForDeletionService` and its twin of projects). */
export function renamesLeaving({ instance }: PlatformState): boolean {
  return instance.dialect === "vendor" && isAtLeast(instance.version, "18.3");
}

/** A path or name of what is scheduled for deletion. */
export function leavingName(text: string, id: number): string {
  return `${text}-deletion_scheduled-${id}`;
}

/** What a restored thing is called: as before, or with five letters more where something else has the path by now. */
export function restoredNames(
  { path, name }: { readonly path: string; readonly name: string },
  isTaken: (path: string) => boolean,
): { readonly path: string; readonly name: string } {
  const own = { path: path.replace(suffix, ""), name: name.replace(suffix, "") };
  if (!isTaken(own.path)) return own;
  const more = randomBytes(4).toString("hex").slice(0, 5);
  return { path: `${own.path}-${more}`, name: `${own.name}-${more}` };
}

/** The day of today, as `marked_for_deletion_on` shows it. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
