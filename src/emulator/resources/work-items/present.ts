import { isProject } from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import { renderWorkingTime } from "../../core/durations.js";
import { html } from "../../core/markup.js";
import { presentUser } from "../../core/people.js";
import { type GroupOrProject, type Json, type Project, picked } from "../../core/records.js";
import { type Issue, type Label, type MergeRequest, type Milestone, labelTable, milestoneTable } from "./records.js";

/** The project or group that a request is about, to which `relative` references are relative; null for lists over the whole instance. */
export type Place = GroupOrProject | null;

/** Document 3, References: `short`, `relative` (short in the own project, full across projects) and `full`. `sign` is `#` for issues and `!` for merge requests. */
export function presentReferences(project: Project, sign: "#" | "!", iid: number, place: Place): Record<string, string> {
  const short = `${sign}${iid}`;
  const full = `${project.path_with_namespace}${short}`;
  return { short, relative: relative(project, place, short), full };
}

function relative(project: Project, place: Place, short: string): string {
  const full = `${project.path_with_namespace}${short}`;
  if (place === null) return full;
  if (isProject(place)) return place.id === project.id ? short : full;
  return place.id === project.namespace_id ? `${project.path}${short}` : full;
}

/** The project that an issue is in, or that a merge request goes into. */
export function projectOf({ store }: PlatformState, { id, iid, project_id }: Issue | MergeRequest): Project {
  const project = store.projects.get(project_id);
  if (project === undefined) throw new Error(`issue or merge request ${iid}, of the id ${id}, has no project`);
  return project;
}

/** Document 3, Time stats. */
export function presentTimeStats({ time_estimate, total_time_spent }: Issue | MergeRequest): Record<string, Json> {
  return {
    time_estimate,
    total_time_spent,
    human_time_estimate: renderWorkingTime(time_estimate),
    human_total_time_spent: renderWorkingTime(total_time_spent),
  };
}

/** A text that may be left out: null while it says nothing (document 1, conventions 11). */
export const textOrNull = (text: string): string | null => (text === "" ? null : text);

/** How many `- [ ]` lines a description has, and how many of them are ticked; code blocks do not count. */
export function taskCounts(description: string): { count: number; completed_count: number } {
  let [count, completed_count] = [0, 0];
  let fence: string | undefined;
  for (const line of description.split("\n")) {
    const mark = /^\s{0,3}(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    const box = fence === undefined ? /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\](?=\s|$)/.exec(line)?.[1] : undefined;
    if (box === undefined) continue;
    count += 1;
    if (box !== " ") completed_count += 1;
  }
  return { count, completed_count };
}

/** Names of the labels in alphabetical order; label details when `with_labels_details` asks for them (document 3, User and label objects). */
export function presentLabels({ store, params }: Context, labelIds: readonly number[]): Json {
  const labels = labelIds.flatMap((id) => store.of(labelTable).get(id) ?? []);
  const sorted = labels.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  return params.flag("with_labels_details") === true ? sorted.map(presentLabel) : sorted.map((label) => label.name);
}

function presentLabel({ name, color, description, text_color }: Label): Record<string, Json> {
  return { name, color, description, description_html: description === null ? null : html`${description}`.text, text_color };
}

/** Document 3, Milestone. A group's milestone has no project, and says which group it is of. */
export function presentMilestone({ store, instance }: PlatformState, milestone: Milestone): Record<string, Json> {
  const { id, iid, home } = milestone;
  const isOfProject = home.kind === "project";
  const path = isOfProject
    ? (store.projects.get(home.id)?.path_with_namespace ?? "")
    : `groups/${store.groups.get(home.id)?.full_path ?? ""}`;
  return {
    id,
    iid,
    project_id: isOfProject ? home.id : null,
    ...(isOfProject ? {} : { group_id: home.id }),
    title: milestone.title,
    description: textOrNull(milestone.description),
    ...picked(milestone, "state", "created_at", "updated_at", "due_date", "start_date"),
    web_url: `${instance.url}/${path}/-/milestones/${iid}`,
  };
}

/** A milestone by id; null for none. */
export function milestoneWith(world: PlatformState, id: number | null): Json {
  const milestone = id === null ? undefined : world.store.of(milestoneTable).get(id);
  return milestone === undefined ? null : presentMilestone(world, milestone);
}

/** Users by id, as summaries. */
export function presentUsers(world: PlatformState, ids: readonly number[]): Record<string, Json>[] {
  return ids.flatMap((id) => world.store.users.get(id) ?? []).map((user) => presentUser(world, user));
}
