import { randomBytes } from "node:crypto";
import { LEVEL, addRedirect, canSee, findProject, isProject, refuseArchived, requireLevel } from "../../core/access.js";
import { type Context, type PlatformState, later } from "../../core/context.js";
import { flagSetting, numberSetting } from "../../core/instance-settings.js";
import { exists, isAtLeast } from "../../core/instance.js";
import type { Group, GroupOrProject, Project } from "../../core/records.js";
import { type Reply, accepted, badRequest, notFound } from "../../core/replies.js";
import { sharedRunners } from "../groups/attributes.js";
import { isMoreOpen } from "../groups/rules.js";
import { inheritAnew } from "../integrations/inheritance.js";
import { type Namespace, isTaken, mayCreateProjects, namespaceId, namespaceNamed, namespacePath } from "../namespaces/records.js";

/** PUT /projects/:id/transfer {namespace}: by id or path. Throws 400 with the reason when it cannot be done. */
export function transferProject(context: Context, needed: (group: Group) => number): Project {
  const { store, params } = context;
  const project = findProject(context);
  const user = requireLevel(context, project, LEVEL.owner);
  refuseArchived(project);
  const target = namespaceNamed(store, params.requiredText("namespace"));
  const isHidden = target?.kind === "group" && !canSee(store, user, target.group);
  if (target === undefined || isHidden) throw notFound("Namespace");
  if (namespaceId(target) === project.namespace_id) throw badRequest("Project is already in this namespace.");
  if (!mayCreateProjects(context, user, target, needed))
    throw badRequest("You don't have permission to transfer projects into that namespace.");
  return moveProject(context, project, target);
}

/**
 * Puts a project in a namespace, under its path or another; it becomes as private as a group that it lies in, and loses the shared runners that the group
 * does not allow. Throws 400 when the place is taken.
 */
export function moveProject(world: PlatformState, project: Project, target: Namespace, path = project.path): Project {
  const { store } = world;
  const full = `${namespacePath(target)}/${path}`;
  const siblings = store.projects.where("namespace", namespaceId(target));
  const isSameName = siblings.some((other) => other.id !== project.id && other.name.toLowerCase() === project.name.toLowerCase());
  const moves = namespaceId(target) !== project.namespace_id;
  if (isTaken(store, full, { kind: "project", id: project.id }) || (moves && isSameName))
    throw badRequest("Project with same name or path in target namespace already exists");
  addRedirect(store, project.path_with_namespace, "project", project.id);
  const isTooOpen = target.kind === "group" && isMoreOpen(project.visibility, target.group.visibility);
  const losesRunners = target.kind === "group" && sharedRunners(target.group) === "disabled_and_unoverridable";
  const moved = store.projects.update(project.id, {
    path,
    namespace_id: namespaceId(target),
    path_with_namespace: full,
    ...(moves && isTooOpen ? { visibility: target.group.visibility } : {}),
    ...(moves && losesRunners ? { attributes: { ...project.attributes, shared_runners_enabled: false } } : {}),
  });
  if (moves) inheritAnew(store, moved);
  return moved;
}

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
function renamesLeaving({ instance }: PlatformState): boolean {
  return instance.dialect === "vendor" && isAtLeast(instance.version, "18.3");
}

/** The full path of a group or project, and what else tells them apart. */
const pathOf = (thing: GroupOrProject) =>
  isProject(thing)
    ? ({ kind: "project", title: "Project", what: "project", full: thing.path_with_namespace } as const)
    : ({ kind: "group", title: "Group", what: "subgroup", full: thing.full_path } as const);

/** What a restored group or project is called: as before, or with five letters more where something else has the path by now. */
function restoredNames({ store }: PlatformState, thing: GroupOrProject): Pick<Project, "path" | "name"> {
  const { kind, full } = pathOf(thing);
  const names = { path: thing.path.replace(suffix, ""), name: thing.name.replace(suffix, "") };
  if (!isTaken(store, `${full.slice(0, -thing.path.length)}${names.path}`, { kind, id: thing.id })) return names;
  const more = randomBytes(4).toString("hex").slice(0, 5);
  return { path: `${names.path}-${more}`, name: `${names.name}-${more}` };
}

/** What the removal of a group or project is told; `by` is who asked for it. */
export type Removal = { readonly id: number; readonly marked: string | null; readonly by: number | null };

/** Has a group or project removed in the background: 202. */
function removeLater(context: Context, thing: GroupOrProject, milliseconds = context.instance.workerDelay): Reply {
  const input: Removal = { id: thing.id, marked: thing.marked_for_deletion_on, by: context.user?.id ?? null };
  later(context, milliseconds, isProject(thing) ? "removeProject" : "removeGroup", input);
  return accepted();
}

/** As `removeLater`, of what is marked for deletion already. Throws 400 where it is not, or where the request does not name its full path. */
function removePermanently(context: Context, thing: GroupOrProject): Reply {
  const { title, what, full } = pathOf(thing);
  if (!isProject(thing) && thing.parent_id === null)
    throw badRequest("`permanently_remove` option is only available for subgroups.");
  if (thing.marked_for_deletion_on === null) throw badRequest(`${title} must be marked for deletion first.`);
  if (context.params.text("full_path") !== full)
    throw badRequest(`\`full_path\` is incorrect. You must enter the complete path for the ${what}.`);
  return removeLater(context, thing);
}

/** Gives a group or project another path and name. */
type Rename<T> = (world: PlatformState, thing: T, path: string, name: string) => T;

/**
 * Answers a request to delete a group or project: 202. It is marked where there are days until it goes, and gives its path and name to others where real
 * servers do so.
 */
export function leave<T extends GroupOrProject>(
  context: Context,
  thing: T,
  days: number,
  mark: () => T,
  rename: Rename<T>,
): Reply {
  if (context.params.flag("permanently_remove") === true) return removePermanently(context, thing);
  if (thing.marked_for_deletion_on !== null) throw badRequest(`${pathOf(thing).title} has been already marked for deletion`);
  if (days === 0) return removeLater(context, thing);
  const marked = mark();
  const leaving = (text: string): string => `${text}-deletion_scheduled-${thing.id}`;
  if (renamesLeaving(context)) rename(context, marked, leaving(marked.path), leaving(marked.name));
  return removeLater(context, marked, days * DAY);
}

/** Takes the mark off a group or project. Throws 400 for what has none. */
export function restored<T extends GroupOrProject>(context: Context, thing: T, unmark: () => T, rename: Rename<T>): T {
  if (thing.marked_for_deletion_on === null) throw badRequest(`${pathOf(thing).title} has not been marked for deletion`);
  const back = unmark();
  const { path, name } = restoredNames(context, back);
  return path === back.path ? back : rename(context, back, path, name);
}

/** The day of today, as `marked_for_deletion_on` shows it. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
