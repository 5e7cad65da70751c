import { createHash } from "node:crypto";
import { LEVEL, type LevelInGroup, findProject } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { Project, User } from "../../core/records.js";
import { type Reply, forbidden, notFound } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { mayUse } from "../projects/rules.js";

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
type PackageContent = { readonly id: number; readonly file_id: number; readonly base64: string };

export const packageTable = defineTable<Package, "project">("packages", { project: (row) => row.project_id });

export const packageFileTable = defineTable<PackageFile, "package">("package_files", { package: (file) => file.package_id });

export const packageContentTable = defineTable<PackageContent, "file">("package_contents", { file: ({ file_id }) => file_id });

/** Adds a file to a package, with the checksums of its content. */
export function addPackageFile(
  store: Store,
  row: Package,
  content: Uint8Array | string,
  file: Pick<PackageFile, "file_name" | "size" | "created_at">,
): PackageFile {
  const sum = (algorithm: string): string => createHash(algorithm).update(content).digest("hex");
  return store.of(packageFileTable).insert({
    package_id: row.id,
    file_md5: sum("md5"),
    file_sha1: sum("sha1"),
    file_sha256: sum("sha256"),
    pipeline_ids: row.pipeline_ids,
    ...file,
  });
}

/** A file for download; those of a seed are empty. */
export function servedPackageFile(store: Store, { id, file_name }: PackageFile): Reply {
  return {
    status: 200,
    body: Buffer.from(store.of(packageContentTable).first("file", id)?.base64 ?? "", "base64"),
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename="${file_name.split("/").at(-1) ?? ""}"`,
    },
  };
}

/** True when the caller, who sees the project, may read its packages: in a private project from Reporter on (real servers). */
export function mayReadPackages(store: Store, user: User | undefined, project: Project, inGroup?: LevelInGroup): boolean {
  const isOn = project.attributes["packages_enabled"] !== false;
  return isOn && mayUse(store, user, project, "package_registry_access_level", LEVEL.reporter, inGroup);
}

/** The project of the request. Throws 404 when it may not be seen, 403 when its packages may not. */
export function findRegistry(context: Context): Project {
  const project = findProject(context);
  if (!mayReadPackages(context.store, context.user, project)) throw forbidden();
  return project;
}

/**
 * The package of the request. Throws 404 when the project does not have it or when it waits for its destruction; on real servers also when its status
 * is any other than `default`.
 */
export function findPackage(context: Context, project: Project): Package {
  const { store, params, instance } = context;
  const package_ = store.of(packageTable).get(params.requiredNumber("package_id"));
  const isThere = package_ !== undefined && package_.project_id === project.id && package_.status !== "pending_destruction";
  if (!isThere || (instance.dialect === "vendor" && package_.status !== "default")) throw notFound("Package");
  return package_;
}

/** The file of the request, of the given package. Throws 404. */
export function findPackageFile({ store, params }: Context, row: Package): PackageFile {
  const file = store.of(packageFileTable).get(params.requiredNumber("package_file_id"));
  if (file?.package_id !== row.id) throw notFound("Package File");
  return file;
}
