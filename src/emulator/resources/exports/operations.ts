import type { Buffer } from "node:buffer";
import { LEVEL, groupFor, isProject, projectFor, projectNamed, requireLevel, requireUser } from "../../core/access.js";
import { type Entry, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, type PlatformState, later } from "../../core/context.js";
import { type GroupOrProject, type Json, type Project, isObject, orPreset } from "../../core/records.js";
import {
  HttpError,
  type Reply,
  accepted,
  badParameters,
  badRequest,
  created,
  invalid,
  notFound,
  ok,
} from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { createGroup } from "../groups/writes.js";
import { namespacePath } from "../namespaces/records.js";
import { projectIdentity } from "../projects/present.js";
import { eraseProject } from "../projects/removal.js";
import { patch, protectLater } from "../projects/repository.js";
import { problemsOf, slug } from "../projects/rules.js";
import { insertProject } from "../projects/writes.js";
import { forgetFile, keepFile, keptBytes, servedFile } from "../uploads/files.js";
import { type Parts, packed, targetNamespace, unpacked } from "./archive.js";
import { groupParts, projectParts, takeGroup, takeProject } from "./content.js";

/** One for each project that was exported. */
const exportTable = defineEntries("project_exports");

/** Where archives are kept: `project export 5`. */
const pathOf = (thing: GroupOrProject, use: "export" | "import"): string =>
  `${isProject(thing) ? "project" : "group"} ${use} ${thing.id}`;

/** Projects, and groups without their projects, as archives, which another server of this kind takes in. */
export default {
  operations: {
    "POST /projects/{id}/export": (context) => {
      const project = projectFor(context, LEVEL.maintainer);
      const before = exportOf(context, project);
      const home = { kind: "project", id: project.id };
      if (before === undefined) context.store.of(exportTable).insert({ home, status: "queued" });
      else context.store.of(exportTable).update(before.id, { status: "queued" });
      later(context, context.instance.workerDelay, "finishProjectExport", { id: project.id });
      return accepted();
    },
    "GET /projects/{id}/export": (context) => status(context, projectFor(context, LEVEL.maintainer)),
    "GET /projects/{id}/export/download": (context) => {
      const project = projectFor(context, LEVEL.maintainer);
      if (exportOf(context, project)?.["status"] !== "finished") throw notFound();
      return servedFile(context, pathOf(project, "export"), `${project.path}_export.tar.gz`);
    },
    "GET /projects/{id}/import": (context) => ok(presentImport(context, projectFor(context, LEVEL.maintainer))),
    "POST /projects/import": take,
    "POST /groups/{id}/export": (context) => {
      const group = groupFor(context, LEVEL.owner);
      later(context, context.instance.workerDelay, "finishGroupExport", { id: group.id });
      return accepted();
    },
    "GET /groups/{id}/export/download": (context) => {
      const group = groupFor(context, LEVEL.owner);
      if (context.store.uploads.first("path", pathOf(group, "export")) === undefined) throw notFound("or has expired");
      return servedFile(context, pathOf(group, "export"), `${group.path}_export.tar.gz`);
    },
    "POST /groups/import": (context) => {
      const user = requireUser(context);
      const file = context.files.get("file");
      if (file === undefined) throw badParameters("file is missing");
      const group = createGroup(context);
      keepFile(context, pathOf(group, "import"), file);
      later(context, context.instance.workerDelay, "takeGroupArchive", { id: group.id, by: user.id });
      return accepted();
    },
  },
  work: { finishProjectExport, takeProjectArchive, finishGroupExport, takeGroupArchive },
} satisfies Resource;

function exportOf({ store }: PlatformState, { id }: Project): Entry | undefined {
  return store.of(exportTable).where("home", homeKeyOf({ kind: "project", id }))[0];
}

function status(context: Context, project: Project): Reply {
  const export_status = exportOf(context, project)?.["status"] ?? "none";
  const { url } = context.instance;
  const _links = {
    api_url: `${url}/api/v4/projects/${project.id}/export/download`,
    web_url: `${url}/${project.path_with_namespace}/download_export`,
  };
  return ok({ ...projectIdentity(context, project), export_status, ...(export_status === "finished" ? { _links } : {}) });
}

function presentImport(context: Context, project: Project): Record<string, Json> {
  const presets = { import_status: "none", import_type: null, correlation_id: null, failed_relations: [], import_error: null };
  return { ...projectIdentity(context, project), ...orPreset(project.attributes, presets), stats: null };
}

function take(context: Context): Reply {
  const { store, params, files } = context;
  const user = requireUser(context);
  const file = files.get("file");
  if (file === undefined) throw badParameters("file is missing");
  const path = params.requiredText("path");
  const namespace = targetNamespace(context, user);
  const known = projectNamed(store, `${namespacePath(namespace)}/${path}`);
  if (known !== undefined && params.flag("overwrite") === true) {
    requireLevel(context, known, LEVEL.owner);
    eraseProject(context, known);
  }
  const draft = { name: params.text("name") ?? path, path, visibility: "private" as const, namespace };
  const problems = problemsOf(context, draft, undefined);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  if (slug(path) === "") throw badRequest("path is invalid");
  const project = insertProject(context, user, draft, { import_status: "scheduled", import_type: "gitlab_project" });
  keepFile(context, pathOf(project, "import"), file);
  later(context, context.instance.workerDelay, "takeProjectArchive", { id: project.id, by: user.id });
  return created(presentImport(context, project));
}

function idIn(input: Json, name = "id"): number {
  return isObject(input) ? Number(input[name]) : 0;
}

/** Keeps an archive in the place of the one before it. */
function keepArchive(world: PlatformState, path: string, parts: Parts): void {
  forgetFile(world, path);
  keepFile(world, path, { bytes: packed(parts), type: "application/gzip" });
}

function takeFile(world: PlatformState, path: string): Buffer {
  const bytes = keptBytes(world, path);
  forgetFile(world, path);
  return bytes;
}

/** Background work: writes the archive of a project. */
function finishProjectExport(world: PlatformState, input: Json): void {
  const { store } = world;
  const project = store.projects.get(idIn(input));
  const entry = project && exportOf(world, project);
  if (project === undefined || entry === undefined) return;
  keepArchive(world, pathOf(project, "export"), projectParts(store, project));
  store.of(exportTable).update(entry.id, { status: "finished" });
}

/** Background work: takes an archive in. What is none fails, and says so. */
function takeProjectArchive(world: PlatformState, input: Json): void {
  const { store } = world;
  const project = store.projects.get(idIn(input));
  const importer = store.users.get(idIn(input, "by"));
  if (project === undefined || importer === undefined) return;
  const bytes = takeFile(world, pathOf(project, "import"));
  try {
    takeProject(store, project, unpacked(bytes), importer);
    patch(world, project.id, { import_status: "finished" });
    protectLater(world, project.id);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    patch(world, project.id, { import_status: "failed", import_error: "The archive could not be read" });
  }
}

/** Background work: writes the archive of a group. */
function finishGroupExport(world: PlatformState, input: Json): void {
  const group = world.store.groups.get(idIn(input));
  if (group === undefined) return;
  keepArchive(world, pathOf(group, "export"), groupParts(world.store, group));
}

/** Background work: takes an archive in. Of what is none the group stays empty, as on real servers. */
function takeGroupArchive(world: PlatformState, input: Json): void {
  const group = world.store.groups.get(idIn(input));
  if (group === undefined) return;
  const bytes = takeFile(world, pathOf(group, "import"));
  try {
    takeGroup(world.store, group, unpacked(bytes));
  } catch {
    // Nobody can be told: there is no route that shows how the import of a group went.
  }
}
