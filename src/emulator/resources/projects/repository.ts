import { groupChain } from "../../core/access.js";
import { type Context, type PlatformState, later } from "../../core/context.js";
import { textSetting } from "../../core/instance-settings.js";
import { covers } from "../../core/path-pattern.js";
import type { Json, Project } from "../../core/records.js";
import { HttpError, invalid } from "../../core/replies.js";
import { addBranch, branchesOf, hasBranch } from "../../core/repository.js";
import { parsedUrl } from "../../core/url.js";
import { inheritedRules } from "../protected-branches/access.js";
import { addProtection, defaultProtection } from "./protection.js";

/** Puts the first content in a new repository: a README at once, or an import in the background. */
export function beginRepository(context: Context, project: Project): void {
  const { params, store, instance } = context;
  if (params.flag("initialize_with_readme") === true) {
    addBranch(context, project, params.text("default_branch") ?? firstBranch(context, project));
    patch(context, project.id, { readme: true });
    protectLater(context, project.id);
    return;
  }
  const source = importSource(context);
  const wished = params.text("default_branch");
  if (source === undefined) {
    if (wished !== undefined && instance.dialect === "vendor") patch(context, project.id, { initial_branch: wished });
    return;
  }
  patch(context, project.id, { import_status: "scheduled", import_type: source });
  later({ store, instance }, instance.workerDelay / 2, "startImport", project.id);
}

/** Throws 422 for an address that nothing can be imported from. */
export function checkImportUrl({ params }: Context): void {
  const address = params.text("import_url");
  if (address === undefined || address === "") return;
  const scheme = parsedUrl(address)?.protocol ?? "";
  if (!["http:", "https:", "git:"].includes(scheme))
    throw new HttpError(422, { message: "Import url is not a valid HTTP Git repository" });
}

/** An address without the credentials in it, as it is shown. */
export function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1");
}

/**
 * Changes the default branch. In the documents' dialect the wish is ignored without a repository; real servers refuse each branch that is not there with 400, in an empty
 * repository each but the one that its first commit would make (the server's source, Projects::UpdateService and change_head).
 */
export function changeDefaultBranch(context: Context, project: Project): void {
  const { params, store, instance } = context;
  const name = params.text("default_branch");
  const isEmpty = branchesOf(store, project.id).length === 0;
  if (name === undefined || (isEmpty && (instance.dialect === "neutral" || name === emptyBranch(context, project)))) return;
  if (!hasBranch(store, project.id, name)) throw invalid({ base: [missingBranch(context, name)] });
  patch(context, project.id, { default_branch: name });
}

function missingBranch({ instance }: Context, name: string): string {
  return instance.dialect === "vendor"
    ? `Could not change HEAD: branch '${name}' does not exist`
    : `Could not set the default branch. Do you have a branch named '${name}' in your repository?`;
}

/** The branch that the first commit of an empty repository begins. */
function emptyBranch(world: PlatformState, project: Project): string {
  const wished = project.attributes["initial_branch"];
  return typeof wished === "string" ? wished : firstBranch(world, project);
}

/** Background work: an import begins. */
export function startImport(world: PlatformState, input: Json): void {
  const project = world.store.projects.get(Number(input));
  if (project === undefined) return;
  patch(world, project.id, { import_status: "started" });
  later(world, world.instance.workerDelay / 2, "finishImport", project.id);
}

/** Background work: an import ends, with a repository or, where the host cannot exist, with an error. */
export function finishImport(world: PlatformState, input: Json): void {
  const project = world.store.projects.get(Number(input));
  if (project === undefined) return;
  const address = project.attributes["import_url"];
  const host = (typeof address === "string" ? parsedUrl(address)?.hostname : undefined) ?? "";
  if (host.endsWith(".invalid")) {
    patch(world, project.id, { import_status: "failed", import_error: `Could not resolve host: ${host}` });
    return;
  }
  addBranch(world, project, firstBranch(world, project));
  patch(world, project.id, { import_status: "finished", readme: true });
  protectLater(world, project.id);
}

/** Background work: the default branch gets the protection that its group or the instance has, unless a rule of the top-level group protects it. */
export function protectBranch(world: PlatformState, input: Json): void {
  const { store } = world;
  const project = store.projects.get(Number(input));
  const name = project?.attributes["default_branch"];
  if (project === undefined || typeof name !== "string") return;
  if (inheritedRules(store, project).some((rule) => covers(rule.name, name))) return;
  const protection = defaultProtection(world, project.namespace_id);
  if (protection !== undefined) addProtection(store, project, name, protection);
}

/** Lets the default branch get its protection a moment later. */
export function protectLater(world: PlatformState, id: number): void {
  later(world, world.instance.workerDelay, "protectBranch", id);
}

function importSource({ params }: Context): string | undefined {
  const address = params.text("import_url");
  if (address !== undefined && address !== "") return "git";
  return params.has("template_name") || params.has("template_project_id") ? "gitlab_project" : undefined;
}

/** The default branch name of the group, else of the top-level group, else the instance's, else main. */
export function firstBranch({ store }: PlatformState, project: Project): string {
  const groups = groupChain(store, project.namespace_id);
  const names = [groups[0], groups.at(-1)].map(
    (id) => (id === undefined ? undefined : store.groups.get(id))?.attributes["default_branch"],
  );
  const ofGroup = names.find((name) => typeof name === "string" && name !== "");
  return typeof ofGroup === "string" ? ofGroup : (textSetting(store, "default_branch_name") ?? "main");
}

/** Changes some attributes of a project, if it is still there. */
export function patch({ store }: PlatformState, id: number, attributes: Readonly<Record<string, Json>>): void {
  const project = store.projects.get(id);
  if (project !== undefined) store.projects.update(id, { attributes: { ...project.attributes, ...attributes } });
}
