import { LEVEL, findGroup, findProject, groupChain, isProject, requireLevel } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Group, GroupOrProject } from "../../core/records.js";
import { type Reply, badRequest } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { groupsBelow, projectsIn } from "../groups/reach.js";
import { presentIssue } from "../issues/present.js";
import { presentMergeRequest } from "../merge-requests/present.js";
import { type Home, type Milestone, issueTable, mergeRequestTable } from "../work-items/records.js";
import { seenIssues, seenMergeRequests } from "../work-items/visibility.js";

/** Labels, milestones and boards are for planners and up. */
export const PLANNER = LEVEL.guest + 5;

/** A project or group, with the name that what hangs on it knows it by. */
export interface Place {
  readonly thing: GroupOrProject;
  readonly home: Home;
}

/** Kinds of things that labels, milestones and boards hang on. */
export type PlaceKind = Home["kind"];

export const PLACES: readonly PlaceKind[] = ["project", "group"];

/** The project or group of the request, as whoever sees it may. Throws 404. */
export function seenPlace(context: Context, kind: PlaceKind): Place {
  const thing = kind === "project" ? findProject(context) : findGroup(context);
  return { thing, home: { kind, id: thing.id } };
}

/** The project or group of the request, for who may plan there. Throws 401, 403 and 404. */
export function plannedPlace(context: Context, kind: PlaceKind): Place {
  const place = seenPlace(context, kind);
  requireLevel(context, place.thing, PLANNER);
  return place;
}

/** The place that an entry hangs on. */
export function placeAt(store: Store, { kind, id }: { readonly kind: string; readonly id: number }): Place {
  const thing = kind === "project" ? store.projects.get(id) : store.groups.get(id);
  if (thing === undefined) throw new Error(`there is no ${kind} ${id}`);
  return { thing, home: { kind: kind === "project" ? "project" : "group", id } };
}

/** The groups above, nearest first; empty in a user namespace. */
export function homesAbove(store: Store, { thing }: Place): Home[] {
  const ids = isProject(thing) ? groupChain(store, thing.namespace_id) : groupChain(store, thing.id).slice(1);
  return ids.map((id) => ({ kind: "group", id }));
}

/** Groups below a group, and the projects of all of them and of the group itself. */
export function homesBelow(store: Store, group: Group): Home[] {
  const groups = groupsBelow(store, group.id).map(({ id }): Home => ({ kind: "group", id }));
  return [...groups, ...projectHomes(store, group)];
}

/** All projects in a group and below it. */
const projectHomes = (store: Store, group: Group): Home[] => projectsIn(store, group).map(({ id }) => ({ kind: "project", id }));

/**
 * Where a label or milestone of the request's project becomes its group's, in the place of those of its name in all projects of the group. Throws 400
 * with the reason where the project has no group, and 403 for who is no Reporter of it.
 */
export function promotionOf(context: Context, reason: string): { place: Place; above: Place; projects: Home[] } {
  const { store } = context;
  const place = plannedPlace(context, "project");
  const group = isProject(place.thing) ? store.groups.get(place.thing.namespace_id) : undefined;
  if (group === undefined) throw badRequest(reason);
  requireLevel(context, group, LEVEL.reporter);
  return { place, above: { thing: group, home: { kind: "group", id: group.id } }, projects: projectHomes(store, group) };
}

/** Issues of a milestone in a project, or in all projects of a group, that the caller sees. */
export function milestoneIssues(context: Context, place: Place, milestone: Milestone): Reply {
  const projects = new Set(projectsIn(context.store, place.thing).map(({ id }) => id));
  const issues = context.store.of(issueTable).where("milestone", milestone.id);
  const visibleIssues = issues.filter(({ project_id }) => projects.has(project_id));
  return page(seenIssues(context, visibleIssues), context, (issue) => presentIssue(context, issue));
}

/** Merge requests of a milestone, as `milestoneIssues`. */
export function milestoneMergeRequests(context: Context, place: Place, milestone: Milestone): Reply {
  const mergeRequests = projectsIn(context.store, place.thing)
    .flatMap(({ id }) => context.store.of(mergeRequestTable).where("project", id))
    .filter(({ milestone_id }) => milestone_id === milestone.id);
  return page(seenMergeRequests(context, mergeRequests), context, (mergeRequest) => presentMergeRequest(context, mergeRequest));
}
