import { LEVEL, accessLevel, checkUnmodified, findProject, writableProject } from "../../core/access.js";
import { type Context, page, wantsKeyset } from "../../core/context.js";
import { isBefore } from "../../core/git/history.js";
import { type Branch, branchTable } from "../../core/git/records.js";
import type { Json, Project, User } from "../../core/records.js";
import { type Reply, badRequest, conflict, created, noContent, ok, orNotFound } from "../../core/replies.js";
import { addBranch, addCommit, branchNamed, branchesOf, hasBranch, removeBranch, resolveRef } from "../../core/repository.js";
import type { Resource } from "../../core/resource.js";
import { pushBranch } from "../commits/write.js";
import { isProtected, mayUpdateBranch } from "../projects/protection.js";
import { firstBranch } from "../projects/repository.js";
import { checkBranchRule } from "../push-rules/records.js";
import {
  checkBranchName,
  defaultBranch,
  findCode,
  findPushable,
  mayPushInto,
  nameFilter,
  pageFrom,
} from "../repository/access.js";
import { isVendor, presentBranch } from "./present.js";

/** Branches of repositories (beyond the documents; the reference of real servers, ordering, section 1). */
export default {
  operations: {
    "GET /projects/{id}/repository/branches": (context) => (isVendor(context) ? list(context) : listPlainly(context)),
    "GET /projects/{id}/repository/branches/{branch}": (context) => {
      const project = isVendor(context) ? findCode(context) : findProject(context);
      const isHead = isVendor(context) && context.request.method === "HEAD";
      const branch = findBranch(context, project);
      return isHead ? noContent() : ok(presentBranch(context, project, branch));
    },
    "POST /projects/{id}/repository/branches": (context) => (isVendor(context) ? create(context) : createPlainly(context)),
    "DELETE /projects/{id}/repository/branches/{branch}": (context) =>
      isVendor(context) ? remove(context) : removePlainly(context),
  },
} satisfies Resource;

function listPlainly(context: Context): Reply {
  const project = findProject(context);
  const search = context.params.text("search")?.toLowerCase() ?? "";
  const all = context.store.of(branchTable).where("project", project.id);
  const matchingBranches = all.filter(({ name }) => name.toLowerCase().includes(search));
  return page(matchingBranches, context, (branch) => presentBranch(context, project, branch));
}

/** By name, or by the time of their heads. */
function list(context: Context): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const isWanted = nameFilter(context);
  const branches = store
    .of(branchTable)
    .where("project", project.id)
    .filter(({ name }) => isWanted(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const sort = params.text("sort") ?? "name_asc";
  const time = ({ sha }: Branch): number => Date.parse(resolveRef(store, project.id, sha)?.committed_date ?? "");
  if (sort !== "name_asc") branches.sort((a, b) => (sort === "updated_asc" ? time(a) - time(b) : time(b) - time(a)));
  const present = (branch: Branch): Json => presentBranch(context, project, branch);
  return wantsKeyset(context) ? pageFrom(context, branches, ({ name }) => name, present) : page(branches, context, present);
}

function createPlainly(context: Context): Reply {
  const project = writableProject(context, LEVEL.developer);
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
  const project = writableProject(context, LEVEL.developer);
  const branch = findBranch(context, project);
  if (branch.name === project.attributes["default_branch"]) throw conflict("Cannot remove HEAD branch");
  removeBranch(context.store, branch);
  return noContent();
}

/** The default branch stays; a protected one takes a Maintainer. */
function remove(context: Context): Reply {
  const { store } = context;
  const { project, user } = findPushable(context);
  const branch = findBranch(context, project);
  checkUnmodified(context, resolveRef(store, project.id, branch.sha)?.authored_date ?? "");
  if (branch.name === defaultBranch(project)) throw badRequest("The default branch of a project cannot be deleted.");
  const isMaintainer = user.is_admin || accessLevel(store, user, project) >= LEVEL.maintainer;
  if (isProtected(store, project.id, branch.name) && !isMaintainer)
    throw badRequest(
      "You are not allowed to delete protected branches from this project. Only a project maintainer or owner can delete a protected branch.",
    );
  removeBranch(store, branch);
  return noContent();
}

function findBranch({ store, params }: Context, project: Project): Branch {
  return orNotFound(branchNamed(store, project.id, params.requiredText("branch")), "Branch");
}

function presentNamed(context: Context, project: Project, name: string): Json {
  const branch = branchNamed(context.store, project.id, name);
  return branch === undefined ? null : presentBranch(context, context.store.projects.get(project.id) ?? project, branch);
}
