import type { Context } from "../../context.js";
import { labelTable, milestoneTable, noteableKey, reactionTable } from "../../records/work-items.js";
import type { Issue } from "../../records/work-items.js";
import type { Store } from "../../store.js";
import type { WorkItem } from "./filters.js";

type Place = string | number | null;

/** What an item is sorted by, the first that differs decides; null comes last in both directions. */
type Places<T> = (item: T) => readonly Place[];

/** Sorts by `order_by` and `sort`; items in equal places by id, in the same direction. Takes the items over. */
export function sorted<T extends WorkItem>(context: Context, items: readonly T[], orders: Orders<T>): T[] {
  const name = context.params.text("order_by") ?? "created_at";
  const places = (orders[name] ?? byCreation)(context.store);
  const sign = context.params.text("sort") === "asc" ? 1 : -1;
  const keyed = items.map((item) => ({ item, places: places(item) }));
  keyed.sort((a, b) => compare(a.places, b.places, sign) || sign * (a.item.id - b.item.id));
  return keyed.map(({ item }) => item);
}

/** The orders of a list by name; each looks at the store once. */
export type Orders<T> = Readonly<Record<string, (store: Store) => Places<T>>>;

const byCreation = (): Places<WorkItem> => (item) => [item.created_at];

/** Orders of every list. */
export const COMMON_ORDERS: Orders<WorkItem> = {
  created_at: byCreation,
  updated_at: () => (item) => [item.updated_at],
  title: () => (item) => [item.title.toLowerCase()],
};

/** Orders of issues (document 3, order_by; what they mean from the reference of real servers). */
export const ISSUE_ORDERS: Orders<Issue> = {
  ...COMMON_ORDERS,
  due_date: () => (issue) => [issue.due_date],
  weight: () => (issue) => [issue.weight],
  relative_position: () => (issue) => [issue.relative_position],
  popularity: (store) => {
    const upvotes = upvotesOf(store);
    return (issue) => [upvotes.get(noteableKey({ kind: "issue", id: issue.id })) ?? 0];
  },
  milestone_due: (store) => (issue) => [milestoneDue(store, issue)],
  label_priority: (store) => (issue) => [labelPriority(store, issue)],
  priority: (store) => (issue) => [milestoneDue(store, issue), labelPriority(store, issue)],
};

function milestoneDue(store: Store, { milestone_id }: Issue): string | null {
  return milestone_id === null ? null : (store.of(milestoneTable).get(milestone_id)?.due_date ?? null);
}

/** The priority of the most urgent label. */
function labelPriority(store: Store, { label_ids }: Issue): number | null {
  const priorities = label_ids.flatMap((id) => store.of(labelTable).get(id)?.priority ?? []);
  return priorities.length === 0 ? null : Math.min(...priorities);
}

function upvotesOf(store: Store): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, noteable } of store.of(reactionTable).scan({})) {
    if (name !== "thumbsup") continue;
    const key = noteableKey(noteable);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function compare(left: readonly Place[], right: readonly Place[], sign: number): number {
  for (const [position, one] of left.entries()) {
    const other = right[position] ?? null;
    if (one === other) continue;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other ? -sign : sign;
  }
  return 0;
}
