import { accessLevel, LEVEL, requireUser } from "../../access.js";
import type { Context } from "../../context.js";
import { badRequest, forbidden, HttpError, notFound } from "../../errors.js";
import { findProject } from "../../lookup.js";
import type { Project, User } from "../../records.js";
import type { Commit } from "../../records/repository.js";
import { branchesOf, resolveRef } from "../../repository.js";
import { defaultProtection, mayPushTo } from "../../sections/projects/protection.js";
import { mayReadCode } from "../../sections/releases/access.js";

/** What real servers say to who may not push to a branch. */
export const NO_PUSH = "You are not allowed to push into this branch";

/** The project of the request. Throws 404 when it may not be seen, 403 when its code may not be read. */
export function findCode(context: Context): Project {
  const project = findProject(context);
  if (!mayReadCode(context, project)) throw forbidden();
  return project;
}

/** As `findCode`, for who may push at all: Developers, and nobody while it is archived. Throws 403. */
export function findPushable(context: Context): { project: Project; user: User } {
  const project = findCode(context);
  const user = requireUser(context);
  if (!mayPushCode(context, project, user)) throw forbidden();
  return { project, user };
}

/** Throws 403 unless the caller may push to the branch. */
export function requirePush(context: Context, project: Project, branch: string): User {
  const user = requireUser(context);
  if (!mayPushCode(context, project, user) || !mayPushInto(context, project, user, branch)) throw forbidden(NO_PUSH);
  return user;
}

function mayPushCode({ store }: Context, project: Project, user: User): boolean {
  return !project.archived && (user.is_admin || accessLevel(store, user, project) >= LEVEL.developer);
}

/** True when a user who may push code may push to this branch; into an empty repository as the protection that its default branch will have says. */
export function mayPushInto(context: Context, project: Project, user: User, branch: string): boolean {
  const { store } = context;
  if (!mayPushTo(store, user, project, branch)) return false;
  if (user.is_admin || branchesOf(store, project.id).length > 0) return true;
  const protection = defaultProtection(context, project.namespace_id);
  return protection?.isBegunByDevelopers !== false || accessLevel(store, user, project) >= LEVEL.maintainer;
}

/** The commit that a path parameter names. Throws `404 Commit Not Found`. */
export function findCommit(context: Context, project: Project, parameter = "sha"): Commit {
  const commit = resolveRef(context.store, project.id, context.params.requiredText(parameter));
  if (commit === undefined) throw notFound("Commit");
  return commit;
}

/** The name of the default branch; undefined while the repository is empty. */
export function defaultBranch({ attributes }: Project): string | undefined {
  const name = attributes["default_branch"];
  return typeof name === "string" ? name : undefined;
}

/** Throws 400 for a name that git has for no branch, with what the caller makes of it. */
export function checkBranchName(name: string, refuse = badRequest): void {
  if (!isRefName(name) || /^(?:HEAD$|refs\/heads\/)/.test(name) || /^[0-9a-f]{40}$/.test(name))
    throw refuse("Branch name is invalid");
}

/** True for what git takes as the name of a branch or tag. */
export function isRefName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- git forbids control characters by their codes
  return name !== "" && !/^[-/]|[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|^\.|\.$|\/$|\.lock(?:\/|$)|^@$/.test(name);
}

/** 400 as the parameter check of paths gives it. */
export function checkFilePath(path: string): void {
  if (path.split("/").includes("..")) throw new HttpError(400, { error: "file_path should be a valid file path" });
}
