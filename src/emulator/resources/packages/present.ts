import { LEVEL, type LevelInGroup, accessLevel } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { type Json, type Project, picked } from "../../core/records.js";
import { presentPipeline } from "../pipelines/present.js";
import { type Pipeline, pipelineTable } from "../pipelines/records.js";
import { type Package, type PackageFile, packageTable } from "./records.js";

/**
 * Package, document 2. `pipeline` and `build_info` are the deprecated twins of `pipelines` (document 1, Versioning), of the pipeline that came first.
 * Real servers leave `pipelines` out when there are none, and no longer have `build_info`.
 */
export function presentPackage(context: Context, row: Package, project: Project, inGroup?: LevelInGroup): Record<string, Json> {
  const isVendor = context.instance.dialect === "vendor";
  const pipelines = presentPipelines(context, row.pipeline_ids);
  const pipeline = pipelines[0];
  return {
    id: row.id,
    name: row.conan_channel === null ? row.name : `${row.name}/${row.version ?? ""}@${row.conan_channel}`,
    ...(row.conan_channel === null ? {} : { conan_package_name: row.name }),
    ...picked(row, "version", "package_type", "status"),
    _links: links(context, row, project, inGroup),
    created_at: row.created_at,
    tags: presentTags(row),
    ...(pipeline === undefined ? {} : { pipeline, ...(isVendor ? {} : { build_info: { pipeline } }) }),
    ...(isVendor && pipelines.length === 0 ? {} : { pipelines }),
  };
}

/** A package in the list of a group, with the project that it lies in. */
export function presentGroupPackage(context: Context, row: Package, project: Project, inGroup: LevelInGroup | undefined): Json {
  return {
    ...presentPackage(context, row, project, inGroup),
    project_id: project.id,
    project_path: project.path_with_namespace,
  };
}

/** A single package: with the other versions of the same name and type that are listed, by version (document 2, Package). */
export function presentPackageDetail(context: Context, row: Package, project: Project): Json {
  const others = context.store
    .of(packageTable)
    .where("project", project.id)
    .filter(
      (other) =>
        other.id !== row.id &&
        other.version !== null &&
        other.name === row.name &&
        other.package_type === row.package_type &&
        isDisplayed(other),
    )
    .sort((a, b) => ((a.version ?? "") < (b.version ?? "") ? -1 : 1));
  const versions = others.map((other) => ({
    ...picked(other, "id", "version", "created_at"),
    tags: presentTags(other),
    pipelines: presentPipelines(context, other.pipeline_ids),
  }));
  return { ...presentPackage(context, row, project), versions };
}

/** Package file, document 2. */
export function presentPackageFile(context: Context, file: PackageFile): Json {
  const { id, package_id, created_at, file_name, size, file_md5, file_sha1, file_sha256, pipeline_ids } = file;
  const pipelines = presentPipelines(context, pipeline_ids);
  const sums = { file_md5, file_sha1, file_sha256 };
  return { id, package_id, created_at, file_name, size, ...sums, ...(pipelines.length === 0 ? {} : { pipelines }) };
}

/** True for the statuses that lists show when none is asked for (document 2, Packages). */
export function isDisplayed(row: Package): boolean {
  return row.status === "default" || row.status === "error";
}

function links({ store, instance, user }: Context, row: Package, project: Project, inGroup?: LevelInGroup): Json {
  const place = row.package_type === "terraform_module" ? "infrastructure_registry" : "packages";
  const web_path = `/${project.path_with_namespace}/-/${place}/${row.id}`;
  const mayDelete = user !== undefined && (user.is_admin || accessLevel(store, user, project, inGroup) >= LEVEL.maintainer);
  if (!mayDelete) return { web_path };
  return { web_path, delete_api_path: `${instance.url}/api/v4/projects/${project.id}/packages/${row.id}` };
}

function presentTags({ id, tags, created_at, updated_at }: Package): Json[] {
  return tags.map((name) => ({ package_id: id, name, created_at, updated_at }));
}

function presentPipelines(context: Context, ids: readonly number[]): Json[] {
  return ids
    .flatMap((id) => context.store.of(pipelineTable).get(id) ?? [])
    .map((pipeline) => presentPublisher(context, pipeline));
}

function presentPublisher(context: Context, pipeline: Pipeline): Json {
  const { project_id: _, ...shown } = presentPipeline(context, pipeline);
  const user = context.store.users.get(pipeline.user_id);
  return { ...shown, user: user === undefined ? null : { name: user.name, avatar_url: user.profile?.avatar_url ?? null } };
}
