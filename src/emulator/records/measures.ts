import { defineTable } from "../table.js";
import type { Home } from "./work-items.js";

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

export type Sizes = Readonly<Partial<Record<(typeof SIZES)[number], number>>>;

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

export type Star = {
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
