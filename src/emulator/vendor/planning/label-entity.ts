import { isProject } from "../../access.js";
import type { Context } from "../../context.js";
import type { Json } from "../../json.js";
import { html } from "../../markup.js";
import { epicTable, homeKey, issueTable, labelTable, mergeRequestTable } from "../../records/work-items.js";
import type { Label } from "../../records/work-items.js";
import { defineEntries } from "../../row/spec.js";
import type { Store } from "../../store.js";
import { boardListTable } from "./board-records.js";
import type { Place } from "./homes.js";

/** Who subscribed to which label. */
export const labelSubscriptionTable = defineEntries("label_subscriptions");

/** A user's subscription to a label; undefined without one. */
export function subscriptionOf(store: Store, label: Label, userId: number | undefined): { readonly id: number } | undefined {
  const entries = store.of(labelSubscriptionTable).where("home", `${labelTable.name}:${label.id}`);
  return entries.find((entry) => entry["user_id"] === userId);
}

/** A label as its project or group shows it, or as a place below does that has it from there. */
export function presentLabel(context: Context, place: Place, label: Label): Record<string, Json> {
  const { store, user, params, knowledge } = context;
  const { id, name, description, color, text_color, archived = false } = label;
  return {
    id,
    name,
    description,
    description_html: description === null ? "" : html`${description}`.text,
    text_color,
    color,
    ...(knowledge?.keys.has("archived") === true ? { archived } : {}),
    ...(params.get("with_counts") === true ? counts(store, label) : {}),
    subscribed: user !== undefined && subscriptionOf(store, label, user.id) !== undefined,
    ...(isProject(place.thing) ? { priority: label.priority, is_project_label: label.home.kind === "project" } : {}),
  };
}

function counts(store: Store, { id }: Label): Record<string, Json> {
  const has = (item: { readonly label_ids: readonly number[] }): boolean => item.label_ids.includes(id);
  const issues = store.of(issueTable).all().filter(has);
  const open = issues.filter(({ state }) => state === "opened").length;
  const mergeRequests = store.of(mergeRequestTable).all().filter(has);
  return {
    open_issues_count: open,
    closed_issues_count: issues.length - open,
    open_merge_requests_count: mergeRequests.filter(({ state }) => state === "opened").length,
  };
}

/** Labels of homes, in the order of their names. */
export function labelsIn(store: Store, homes: readonly Label["home"][]): Label[] {
  const labels = homes.flatMap((home) => store.of(labelTable).where("home", homeKey(home)));
  return labels.toSorted((a, b) => compareTexts(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Puts a label in the place of others on all issues, merge requests, epics and boards, or takes these off where it is undefined. */
export function relabel(store: Store, gone: ReadonlySet<number>, label?: Label): void {
  for (const table of [store.of(issueTable), store.of(mergeRequestTable)])
    for (const { id, label_ids } of table.all()) {
      if (!label_ids.some((one) => gone.has(one))) continue;
      const kept = label_ids.filter((one) => !gone.has(one));
      table.update(id, { label_ids: label === undefined ? kept : [...new Set([...kept, label.id])] });
    }
  for (const { id, label_ids = [] } of store.of(epicTable).all())
    if (label_ids.some((one) => gone.has(one))) {
      const kept = label_ids.filter((one) => !gone.has(one));
      store.of(epicTable).update(id, { label_ids: label === undefined ? kept : [...new Set([...kept, label.id])] });
    }
  const lists = store.of(boardListTable);
  for (const { id, label_id } of lists.all()) {
    if (label_id === null || !gone.has(label_id)) continue;
    if (label === undefined) lists.delete(id);
    else lists.update(id, { label_id: label.id });
  }
}
