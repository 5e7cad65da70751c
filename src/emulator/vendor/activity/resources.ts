import type { PlatformState } from "../../context.js";
import type { Json } from "../../json.js";
import type { User } from "../../records.js";
import type { Epic, Issue, MergeRequest } from "../../records/work-items.js";
import { resourceEvents } from "./records.js";

type Item = Issue | MergeRequest | Epic;

/** Writes down what a change did to the labels, milestone, state, weight and iteration of an issue or merge request. */
export function recordResourceEvents(
  { store }: PlatformState,
  kind: "issue" | "merge_request" | "epic",
  before: Item | undefined,
  after: Item,
  author: User,
): void {
  const created_at = new Date().toISOString();
  const add = (type: string, columns: Readonly<Record<string, Json>>): void => {
    store.of(resourceEvents).insert({ home: { kind, id: after.id }, type, user_id: author.id, created_at, ...columns });
  };
  const [had, has] = [before?.label_ids ?? [], after.label_ids ?? []];
  for (const label_id of has) if (!had.includes(label_id)) add("label", { action: "add", label_id });
  for (const label_id of had) if (!has.includes(label_id)) add("label", { action: "remove", label_id });
  const [past, present] = [milestoneOf(before), milestoneOf(after)];
  if (past !== present) {
    if (past !== null) add("milestone", { action: "remove", milestone_id: past, state: after.state });
    if (present !== null) add("milestone", { action: "add", milestone_id: present, state: after.state });
  }
  if (before !== undefined && before.state !== after.state)
    add("state", { state: after.state === "opened" ? "reopened" : after.state });
  recordPlanning(before, after, add);
}

const milestoneOf = (item: Item | undefined): number | null =>
  item !== undefined && "milestone_id" in item ? item.milestone_id : null;

/** Weight and iteration, which only issues have. */
function recordPlanning(
  before: Item | undefined,
  after: Item,
  add: (type: string, columns: Readonly<Record<string, Json>>) => void,
): void {
  if (!("weight" in after)) return;
  const earlier = before !== undefined && "weight" in before ? before : undefined;
  if ((earlier?.weight ?? null) !== after.weight) add("weight", { weight: after.weight });
  const [past, present] = [earlier?.iteration_id ?? null, after.iteration_id];
  if (past === present) return;
  if (past !== null) add("iteration", { action: "remove", iteration_id: past });
  if (present !== null) add("iteration", { action: "add", iteration_id: present });
}
