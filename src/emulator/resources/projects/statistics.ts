import { historyOf } from "../../core/git/history.js";
import type { Group, Json, Project } from "../../core/records.js";
import { headOf } from "../../core/repository.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { projectsIn } from "../groups/reach.js";
import type { Home } from "../work-items/records.js";

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
export function groupStatistics(store: Store, group: Group): Record<string, Json> {
  return summed(projectsIn(store, group).map(({ id }) => measuresOf(store, id)?.sizes ?? {}));
}

function summed(all: readonly Sizes[]): Record<string, number> {
  const sum = (name: (typeof SIZES)[number]): number => all.reduce((total, sizes) => total + (sizes[name] ?? 0), 0);
  const sizes = SIZES.map((name) => [name, sum(name)] as const);
  return { storage_size: sizes.reduce((total, [, size]) => total + size, 0), ...Object.fromEntries(sizes) };
}

/** Sizes in bytes that the statistics of a project are made of (document 3, Group and Project). */
export const SIZES = [
  "repository_size",
  "wiki_size",
  "lfs_objects_size",
  "job_artifacts_size",
  "pipeline_artifacts_size",
  "packages_size",
  "snippets_size",
  "uploads_size",
] as const;

type Sizes = Readonly<Partial<Record<(typeof SIZES)[number], number>>>;

/** What a platform finds out about a project by itself; here it comes from the seed. */
export type Measures = {
  readonly id: number;
  readonly project_id: number;
  /** Share of each programming language, in percent. */
  readonly languages: Readonly<Record<string, number>>;
  readonly sizes: Sizes;
  /** Whose checksum failed: the repository's, the wiki's. */
  readonly failed_checksums: readonly ("repository" | "wiki")[];
  readonly security_reports: boolean;
};

type Star = {
  readonly id: number;
  readonly project_id: number;
  readonly user_id: number;
  /** Left out where nobody knows it. */
  readonly created_at?: string;
};

export type CustomAttribute = {
  readonly id: number;
  readonly home: Home | { readonly kind: "user"; readonly id: number };
  readonly key: string;
  readonly value: string;
};

export const measuresTable = defineTable<Measures, "project">("measures", { project: (measures) => measures.project_id });

export const starTable = defineTable<Star, "project">("stars", { project: (star) => star.project_id });

export const customAttributeTable = defineTable<CustomAttribute, "home">("custom_attributes", {
  home: ({ home }) => `${home.kind}:${home.id}`,
});
