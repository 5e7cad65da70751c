import { groupChain } from "../../../access.js";
import type { PlatformState } from "../../../context.js";
import type { Project } from "../../../records.js";
import { epicTable, homeKey, iterationTable, labelTable, milestoneTable } from "../../../records/work-items.js";
import type { Home } from "../../../records/work-items.js";
import { seedGroup, seedProject } from "../../../seed-values.js";
import type { Row, Table } from "../../../table.js";

/** Where a label or milestone of a seed lives: one of the two. */
export type SeedHome = { readonly project?: string; readonly group?: string };

export const HOME_SEED = { project: { type: "string" }, group: { type: "string" } } as const;

/** Throws when a seed names no home, or two. */
export function seedHome(world: PlatformState, { project, group }: SeedHome, what: string): Home {
  if (project !== undefined && group === undefined) return { kind: "project", id: seedProject(world, project).id };
  if (group !== undefined && project === undefined) return { kind: "group", id: seedGroup(world, group).id };
  throw new Error(`the seed must say either the project or the group of ${what}`);
}

/** The project and the groups above it, nearest first: where its labels and milestones come from. */
export function homesOf({ store }: Pick<PlatformState, "store">, project: Project): Home[] {
  const groups = groupChain(store, project.namespace_id).map((id) => ({ kind: "group", id }) as const);
  return [{ kind: "project", id: project.id }, ...groups];
}

/** Ids of a project's labels by name. Throws for one that neither the project nor a group above it has. */
export function seedLabels(world: PlatformState, project: Project, names: readonly string[]): number[] {
  const labels = inHomes(world, project, world.store.of(labelTable));
  return names.map((name) => found(labels, (label) => label.name === name, `label ${name}`, project));
}

/** Id of a project's milestone by title; null for none. Throws as `seedLabels`. */
export function seedMilestone(world: PlatformState, project: Project, title: string | undefined): number | null {
  if (title === undefined) return null;
  const milestones = inHomes(world, project, world.store.of(milestoneTable));
  return found(milestones, (milestone) => milestone.title === title, `milestone ${title}`, project);
}

/** Id of an epic of the groups above a project by title; null for none. Throws as `seedLabels`. */
export function seedEpic(world: PlatformState, project: Project, title: string | undefined): number | null {
  if (title === undefined) return null;
  const epics = groupChain(world.store, project.namespace_id).flatMap((id) => world.store.of(epicTable).where("group", id));
  return found(epics, (epic) => epic.title === title, `epic ${title}`, project);
}

/** Id of an iteration of the groups above a project by title; null for none. Throws as `seedLabels`. */
export function seedIteration(world: PlatformState, project: Project, title: string | undefined): number | null {
  if (title === undefined) return null;
  const rows = groupChain(world.store, project.namespace_id).flatMap((id) => world.store.of(iterationTable).where("group", id));
  return found(rows, (iteration) => iteration.title === title, `iteration ${title}`, project);
}

function inHomes<T extends Row>(world: PlatformState, project: Project, table: Table<T, "home">): T[] {
  return homesOf(world, project).flatMap((home) => table.where("home", homeKey(home)));
}

function found<T extends Row>(rows: readonly T[], is: (row: T) => boolean, what: string, project: Project): number {
  const row = rows.find(is);
  if (row === undefined) throw new Error(`the seed names a ${what} that ${project.path_with_namespace} does not have`);
  return row.id;
}
