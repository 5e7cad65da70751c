import { LEVEL, findProject, refuseArchived, requireLevel } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { type Json, type Project, picked } from "../../core/records.js";
import { type Reply, badParameters, created, notFound, ok, orNotFound, unauthorized } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { registryCaller } from "../deploy-tokens/records.js";
import { listGroupPackages, listProjectPackages } from "./lists.js";
import { presentPackageDetail, presentPackageFile } from "./present.js";
import {
  type Package,
  type PackageFile,
  addPackageFile,
  findPackage,
  findRegistry,
  packageContentTable,
  packageFileTable,
  packageTable,
  servedPackageFile,
} from "./records.js";
import { deletePackage, deletePackageFile, removePackage } from "./removal.js";
import { packageSeed } from "./seed.js";

const PATH = "/projects/{id}/packages/generic/{package_name}/{package_version}/*file_name";

const NAME = /^[A-Za-z0-9._+-]+$/;

const VERSION = /^(?:\.?[\w+-]+\.?)+$/;

const FILE_NAME = /^[A-Za-z0-9._+~@-]+(?:\/[A-Za-z0-9._+~@-]+)*$/;

/**
 * Packages (document 2, Packages; who may read and delete them from real servers). Publishing is not part of the documents: packages come from the seed.
 * Generic packages are files under a name and a version. The specification of the API leaves the protocols of packages out.
 */
export default {
  operations: {
    "GET /projects/{id}/packages": listProjectPackages,
    "GET /groups/{id}/packages": listGroupPackages,
    "GET /projects/{id}/packages/{package_id}": (context) => {
      const project = findRegistry(context);
      return ok(presentPackageDetail(context, findPackage(context, project), project));
    },
    "GET /projects/{id}/packages/{package_id}/package_files": (context) => {
      const row = findPackage(context, findRegistry(context));
      const files = context.store.of(packageFileTable).where("package", row.id);
      return page(files, context, (file) => presentPackageFile(context, file));
    },
    "DELETE /projects/{id}/packages/{package_id}": deletePackage,
    "DELETE /projects/{id}/packages/{package_id}/package_files/{package_file_id}": deletePackageFile,
    [`PUT ${PATH}`]: {
      handler: publish,
      // Deploy tokens are nobody: the handler asks who calls.
      role: "anyone",
      jobToken: true,
      undescribed: true,
      takesBytes: true,
      parameters: {
        file: { type: "string", format: "binary" },
        status: { type: "string", enum: ["default", "hidden"] },
        select: { type: "string", enum: ["package_file"] },
      },
    },
    [`GET ${PATH}`]: { handler: download, role: "anyone", jobToken: true, undescribed: true },
  },
  work: { removePackage },
  seeds: [packageSeed],
} satisfies Resource;

/** The name, the version and the file of the path. Throws 400 for what packages cannot be called. */
function namesOf({ params }: Context): { name: string; version: string; fileName: string } {
  const name = params.requiredText("package_name");
  const version = params.requiredText("package_version");
  const fileName = params.requiredText("file_name");
  if (!NAME.test(name)) throw badParameters("package_name is invalid");
  if (version.length > 255 || !VERSION.test(version)) throw badParameters("package_version is invalid");
  if (!FILE_NAME.test(fileName) || fileName.includes("..")) throw badParameters("file_name is invalid");
  return { name, version, fileName };
}

/** PUT: a Developer adds a file; the package is made with its first. A file of the same name hides the one before. */
function publish(sent: Context): Reply {
  const { context, opened } = registryCaller(sent, "write_package_registry");
  const { store, params, files } = context;
  if (context.user === undefined && opened === undefined) throw unauthorized();
  const project = opened ?? findProject(context);
  if (opened === undefined) requireLevel(context, project, LEVEL.developer);
  refuseArchived(project);
  const { name, version, fileName } = namesOf(context);
  const bytes = files.get("file")?.bytes;
  if (bytes === undefined) throw badParameters("file is missing");
  const row = packageNamed(context, project, name, version) ?? newPackage(context, project, name, version);
  if (params.text("status") !== undefined)
    store.of(packageTable).update(row.id, { status: params.text("status") === "hidden" ? "hidden" : "default" });
  const described = { file_name: fileName, size: bytes.length, created_at: new Date().toISOString() };
  const file = addPackageFile(store, row, bytes, described);
  store.of(packageContentTable).insert({ file_id: file.id, base64: Buffer.from(bytes).toString("base64") });
  return created(params.text("select") === undefined ? { message: "201 Created" } : presentStored(context, project, file));
}

/** The package that is not waiting for its destruction. */
function packageNamed({ store }: Context, project: Project, name: string, version: string): Package | undefined {
  return store
    .of(packageTable)
    .where("project", project.id)
    .find(
      (candidate) =>
        candidate.package_type === "generic" &&
        candidate.name === name &&
        candidate.version === version &&
        candidate.status !== "pending_destruction" &&
        candidate.status !== "error",
    );
}

function newPackage({ store }: Context, project: Project, name: string, version: string): Package {
  const now = new Date().toISOString();
  return store.of(packageTable).insert({
    project_id: project.id,
    name,
    version,
    package_type: "generic",
    status: "default",
    conan_channel: null,
    tags: [],
    pipeline_ids: [],
    created_at: now,
    updated_at: now,
  });
}

/** The record of the file, as `select=package_file` asks for it. */
function presentStored({ instance }: Context, project: Project, file: PackageFile): Json {
  const url = `${instance.url}/${project.path_with_namespace}/-/package_files/${file.id}/download`;
  return {
    ...picked(file, "id", "package_id", "created_at"),
    updated_at: file.created_at,
    size: file.size,
    file_store: 1,
    ...picked(file, "file_md5", "file_sha1", "file_name"),
    file: { url },
    file_sha256: file.file_sha256,
  };
}

/** GET: the file that was published last under the name. */
function download(sent: Context): Reply {
  const { context, opened } = registryCaller(sent, "read_package_registry");
  const { store } = context;
  const project = opened ?? findRegistry(context);
  const { name, version, fileName } = namesOf(context);
  const row = orNotFound(packageNamed(context, project, name, version), "Package");
  const file = store
    .of(packageFileTable)
    .where("package", row.id)
    .findLast((candidate) => candidate.file_name === fileName);
  if (file === undefined) throw notFound("Package File");
  return servedPackageFile(store, file);
}
