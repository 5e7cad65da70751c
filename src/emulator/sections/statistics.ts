import { historyOf } from "../git/history.js";
import type { Json } from "../json.js";
import type { Project } from "../records.js";
import { measuresTable, SIZES } from "../records/measures.js";
import type { Measures, Sizes } from "../records/measures.js";
import { headOf } from "../repository.js";
import type { Store } from "../store.js";

/** What is known of a project that nobody declares; undefined when nothing is. */
export function measuresOf(store: Store, projectId: number): Measures | undefined {
  return store.of(measuresTable).first("project", projectId);
}

/** One size of a project, in bytes; `storage_size` is all of them together. */
export function sizeOf(store: Store, projectId: number, name: string): number {
  const sizes = measuresOf(store, projectId)?.sizes ?? {};
  return summed([sizes])[name] ?? 0;
}

/** Statistics of a project (document 3, Project); `commit_count` is that of the default branch. */
export function projectStatistics(store: Store, project: Project): Record<string, Json> {
  const sizes = measuresOf(store, project.id)?.sizes ?? {};
  const head = headOf(store, project);
  return { commit_count: head === undefined ? 0 : historyOf(store, project.id, head).size, ...summed([sizes]) };
}

/** Statistics of a group: those of its projects and of all below it, together (document 3, Group). */
export function groupStatistics(store: Store, groupId: number): Record<string, Json> {
  const projects = idsBelow(store, groupId).flatMap((id) => store.projects.where("namespace", id));
  return summed(projects.map(({ id }) => measuresOf(store, id)?.sizes ?? {}));
}

function summed(all: readonly Sizes[]): Record<string, number> {
  const sum = (name: (typeof SIZES)[number]): number => all.reduce((total, sizes) => total + (sizes[name] ?? 0), 0);
  const sizes = SIZES.map((name) => [name, sum(name)] as const);
  return { storage_size: sizes.reduce((total, [, size]) => total + size, 0), ...Object.fromEntries(sizes) };
}

function idsBelow(store: Store, groupId: number): number[] {
  return [groupId, ...store.groups.where("parent", groupId).flatMap(({ id }) => idsBelow(store, id))];
}
