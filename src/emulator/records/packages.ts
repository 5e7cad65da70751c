import { defineTable } from "../table.js";

export const PACKAGE_TYPES = [
  "conan",
  "maven",
  "npm",
  "pypi",
  "composer",
  "nuget",
  "helm",
  "terraform_module",
  "golang",
  "generic",
] as const;

export const PACKAGE_STATES = ["default", "hidden", "processing", "error", "pending_destruction"] as const;

/** One version of what was published under a name. */
export type Package = {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  /** Null for what gathers versions that are not out yet. */
  readonly version: string | null;
  readonly package_type: (typeof PACKAGE_TYPES)[number];
  readonly status: (typeof PACKAGE_STATES)[number];
  /** User and channel of a conan recipe: `acme/stable`; null for the other types. */
  readonly conan_channel: string | null;
  readonly tags: readonly string[];
  /** Pipelines that published it, oldest first. */
  readonly pipeline_ids: readonly number[];
  readonly created_at: string;
  readonly updated_at: string;
};

export type PackageFile = {
  readonly id: number;
  readonly package_id: number;
  readonly file_name: string;
  /** Bytes. */
  readonly size: number;
  readonly file_md5: string;
  readonly file_sha1: string;
  readonly file_sha256: string;
  readonly pipeline_ids: readonly number[];
  readonly created_at: string;
};

/** What is in a file, where it was published; files of a seed have none. */
export type PackageContent = { readonly id: number; readonly file_id: number; readonly base64: string };

export const packageTable = defineTable<Package, "project">("packages", { project: (row) => row.project_id });

export const packageFileTable = defineTable<PackageFile, "package">("package_files", { package: (file) => file.package_id });

export const packageContentTable = defineTable<PackageContent, "file">("package_contents", { file: ({ file_id }) => file_id });
