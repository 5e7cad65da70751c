import { LEVEL, accessLevel, refuseArchived, requireLevel } from "../access.js";
import type { Context } from "../context.js";
import { badRequest, conflict, notFound } from "../errors.js";
import { isBefore } from "../git/history.js";
import type { Json } from "../json.js";
import { checkUnmodified, findProject } from "../lookup.js";
import { page, wantsKeyset } from "../pages.js";
import type { BranchAccess, Project, User } from "../records.js";
import { branchTable } from "../records/repository.js";
import type { Branch } from "../records/repository.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import { addBranch, addCommit, branchesOf, branchNamed, hasBranch, headOf, removeBranch, resolveRef } from "../repository.js";
import type { Resource } from "../resource.js";
import { checkBranchName, defaultBranch, findCode, findPushable, mayPushInto } from "../vendor/repository/access.js";
import { presentCommit } from "../vendor/repository/entity.js";
import { pageFrom } from "../vendor/repository/pages.js";
import { checkBranchRule } from "../vendor/repository/push-rules.js";
import { pushBranch } from "../vendor/repository/push.js";
import { nameFilter } from "../vendor/repository/searches.js";
import { covers } from "../wildcards.js";
import { presentReleaseCommit } from "./commit.js";
import { isProtected, mayPushTo, mayUpdateBranch } from "./projects/protection.js";
import { firstBranch } from "./projects/repository.js";
import { accessOf, rulesOver } from "./protected-branches/access.js";
import type { BranchAction } from "./protected-branches/access.js";

/** Branches of repositories (beyond the documents; the reference of real servers, ordering, section 1). */
export const branches: Resource = {
  operations: {
    "GET /projects/{id}/repository/branches": (context) => (isVendor(context) ? list(context) : listPlainly(context)),
    "GET /projects/{id}/repository/branches/{branch}": (context) => {
      const project = isVendor(context) ? findCode(context) : findProject(context);
      const isHead = isVendor(context) && context.request.method === "HEAD";
      const branch = branchNamed(context.store, project.id, context.params.requiredText("branch"));
      if (branch === undefined) throw notFound("Branch");
      return isHead ? noContent() : ok(presentBranch(context, project, branch));
    },
    "POST /projects/{id}/repository/branches": (context) => (isVendor(context) ? create(context) : createPlainly(context)),
    "DELETE /projects/{id}/repository/branches/{branch}": (context) =>
      isVendor(context) ? remove(context) : removePlainly(context),
  },
};

const isVendor = ({ instance }: Context): boolean => instance.dialect === "vendor";

function listPlainly(context: Context): Reply {
  const project = findProject(context);
  const search = context.params.text("search")?.toLowerCase() ?? "";
  const all = context.store.of(branchTable).where("project", project.id);
  const found = all.filter(({ name }) => name.toLowerCase().includes(search));
  return page(found, context, (branch) => presentBranch(context, project, branch));
}

/** By name, or by the time of their heads. */
function list(context: Context): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const isWanted = nameFilter(context);
  const found = store
    .of(branchTable)
    .where("project", project.id)
    .filter(({ name }) => isWanted(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const sort = params.text("sort") ?? "name_asc";
  const time = ({ sha }: Branch): number => Date.parse(resolveRef(store, project.id, sha)?.committed_date ?? "");
  if (sort !== "name_asc") found.sort((a, b) => (sort === "updated_asc" ? time(a) - time(b) : time(b) - time(a)));
  const present = (branch: Branch): Json => presentBranch(context, project, branch);
  return wantsKeyset(context) ? pageFrom(context, found, ({ name }) => name, present) : page(found, context, present);
}

function createPlainly(context: Context): Reply {
  const project = findProject(context);
  requireLevel(context, project, LEVEL.developer);
  refuseArchived(project);
  const { store, params } = context;
  const name = params.requiredText("branch");
  if (hasBranch(store, project.id, name)) throw badRequest("Branch already exists");
  const start = resolveRef(store, project.id, params.requiredText("ref"));
  if (start === undefined) throw badRequest("Invalid reference name");
  addBranch(context, project, name, start.sha);
  return created(presentNamed(context, project, name));
}

/** In an empty repository the default branch comes first, with an empty README. */
function create(context: Context): Reply {
  const { store, params } = context;
  const { project, user } = findPushable(context);
  const name = params.requiredText("branch");
  const ref = params.requiredText("ref");
  if (ref === "") throw badRequest("Ref is missing");
  if (branchesOf(store, project.id).length === 0) beginEmpty(context, project, user);
  checkBranchName(name);
  if (hasBranch(store, project.id, name)) throw badRequest("Branch already exists");
  const start = resolveRef(store, project.id, ref);
  if (start === undefined) throw badRequest(`Failed to create branch '${name}': invalid reference name '${ref}'`);
  if (isProtected(store, project.id, name)) checkProtected(context, project, user, name, start.sha);
  checkBranchRule(context, project, name);
  pushBranch(context, project, name, start.sha);
  return created(presentNamed(context, project, name));
}

/** Who may only merge into a new protected branch begins it with what a protected branch already has. */
function checkProtected(context: Context, project: Project, user: User, name: string, sha: string): void {
  const { store } = context;
  if (mayPushInto(context, project, user, name)) return;
  if (!mayUpdateBranch(store, user, project, name))
    throw badRequest("You are not allowed to create protected branches on this project.");
  const heads = store.of(branchTable).where("project", project.id);
  const isReviewed = heads.some(
    (branch) => isProtected(store, project.id, branch.name) && isBefore(store, project.id, sha, branch.sha),
  );
  if (!isReviewed) throw badRequest("You can only use an existing protected branch ref as the basis of a new protected branch.");
}

function beginEmpty(context: Context, project: Project, user: User): void {
  const wished = project.attributes["initial_branch"];
  const name = typeof wished === "string" ? wished : firstBranch(context, project);
  const { sha } = addCommit(context, project.id, name, {
    message: "Add README.md",
    author: user,
    changes: { "README.md": "" },
  });
  pushBranch(context, project, name, sha);
}

function removePlainly(context: Context): Reply {
  const project = findProject(context);
  requireLevel(context, project, LEVEL.developer);
  refuseArchived(project);
  const branch = found(context, project);
  if (branch.name === project.attributes["default_branch"]) throw conflict("Cannot remove HEAD branch");
  removeBranch(context.store, branch);
  return { status: 204 };
}

/** The default branch stays; a protected one takes a Maintainer. */
function remove(context: Context): Reply {
  const { store } = context;
  const { project, user } = findPushable(context);
  const branch = found(context, project);
  checkUnmodified(context, resolveRef(store, project.id, branch.sha)?.authored_date ?? "");
  if (branch.name === defaultBranch(project)) throw badRequest("The default branch of a project cannot be deleted.");
  if (isProtected(store, project.id, branch.name) && !isMaintainer(context, project, user))
    throw badRequest(
      "You are not allowed to delete protected branches from this project. Only a project maintainer or owner can delete a protected branch.",
    );
  removeBranch(store, branch);
  return noContent();
}

function isMaintainer(context: Context, project: Project, user: User): boolean {
  return user.is_admin || accessLevel(context.store, user, project) >= LEVEL.maintainer;
}

function found({ store, params }: Context, project: Project): Branch {
  const branch = branchNamed(store, project.id, params.requiredText("branch"));
  if (branch === undefined) throw notFound("Branch");
  return branch;
}

function presentNamed(context: Context, project: Project, name: string): Json {
  const branch = branchNamed(context.store, project.id, name);
  return branch === undefined ? null : presentBranch(context, context.store.projects.get(project.id) ?? project, branch);
}

/** A branch with its head and what its protection comes to. */
export function presentBranch(context: Context, project: Project, { name, sha }: Branch): Record<string, Json> {
  const { store, instance, user } = context;
  const commit = resolveRef(store, project.id, sha);
  const rules = rulesOver(store, project).filter((rule) => covers(rule.name, name));
  const lets = (action: BranchAction): boolean =>
    rules.some((rule) => accessOf(rule, action).some((entry) => isForDevelopers(entry)));
  const present = isVendor(context) ? presentCommit.bind(undefined, context, project) : presentReleaseCommit;
  return {
    name,
    commit: commit === undefined ? null : present(commit),
    merged: isVendor(context) && isMerged(context, project, sha),
    protected: rules.length > 0,
    developers_can_push: lets("push"),
    developers_can_merge: lets("merge"),
    can_push: user !== undefined && mayPushTo(store, user, project, name),
    default: project.attributes["default_branch"] === name,
    web_url: `${instance.url}/${project.path_with_namespace}/-/tree/${name}`,
  };
}

/** True for a branch whose head the default branch has, but as its own head. */
export function isMerged({ store }: Pick<Context, "store">, project: Project, sha: string): boolean {
  const head = headOf(store, project);
  return head !== undefined && head !== sha && isBefore(store, project.id, sha, head);
}

function isForDevelopers({ access_level, user_id, group_id }: BranchAccess): boolean {
  return access_level === LEVEL.developer && user_id === null && group_id === null;
}
