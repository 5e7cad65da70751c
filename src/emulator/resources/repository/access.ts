import { Buffer } from "node:buffer";
import { LEVEL, accessLevel, findProject, requireUser } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { Commit } from "../../core/git/records.js";
import { patternTest } from "../../core/patterns.js";
import type { Json, Project, User } from "../../core/records.js";
import { HttpError, type Reply, badRequest, forbidden, ok, orNotFound } from "../../core/replies.js";
import { branchesOf, resolveRef } from "../../core/repository.js";
import { CREDENTIAL_NAMES } from "../../core/url.js";
import { defaultProtection, mayPushTo } from "../projects/protection.js";
import { mayReadCode } from "../releases/present.js";

/** Whoever may read the code, also with a token for that alone. */
export const reading = { role: "anyone", scopes: ["read_repository"] } as const;

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
  return orNotFound(resolveRef(context.store, project.id, context.params.requiredText(parameter)), "Commit");
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

/** A page of a list that real servers do not count: nothing says how many there are, or where the last page is. */
export function withoutTotal(reply: Reply): Reply {
  const { "X-Total": _, "X-Total-Pages": _pages, Link: link = "", ...headers } = reply.headers ?? {};
  const links = link.split(", ").filter((part) => !part.endsWith('rel="last"'));
  return { ...reply, headers: { ...headers, Link: links.join(", ") } };
}

/**
 * A keyset page of a list that is in order already: `page_token` is the place of the last thing of the page before, and the next link carries one.
 * @param place what names a thing in the list
 */
export function pageFrom<T>(
  context: Context,
  sorted: readonly T[],
  place: (item: T) => string,
  present: (item: T) => Json,
): Reply {
  const { params, instance, request } = context;
  const token = params.text("page_token");
  const start = token === undefined ? 0 : sorted.findIndex((item) => tokenOf(place(item)) === token || place(item) === token) + 1;
  const size = Math.min(params.number("per_page") ?? 20, 100);
  const items = sorted.slice(start, start + size);
  const last = items.at(-1);
  const headers: Record<string, string> = {};
  if (last !== undefined && start + size < sorted.length) {
    const query = new URLSearchParams(request.query);
    for (const name of [...CREDENTIAL_NAMES, "page"]) query.delete(name);
    query.set("page_token", tokenOf(place(last)));
    headers["Link"] = `<${instance.url}${request.path}?${query.toString()}>; rel="next"`;
  }
  return { ...ok(items.map(present)), headers };
}

const tokenOf = (text: string): string => Buffer.from(text).toString("base64url");

/**
 * True for names that `search` finds, in any letter case: `^` at its beginning and `$` at its end hold a name's ends, as on real servers. With `regex`
 * the name must fit that. Throws 400 for what is no pattern.
 */
export function nameFilter({ params, instance }: Context): (name: string) => boolean {
  const search = (params.text("search") ?? "").toLowerCase();
  const isVendor = instance.dialect === "vendor";
  const [fromStart, toEnd] = [isVendor && search.startsWith("^"), isVendor && search.endsWith("$")];
  const text = search.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined);
  const fits = patternOf(params.text("regex"));
  return (name) => {
    const lower = name.toLowerCase();
    if (fromStart && !lower.startsWith(text)) return false;
    if (toEnd && !lower.endsWith(text)) return false;
    return lower.includes(text) && (fits === undefined || fits(name));
  };
}

function patternOf(text: string | undefined): ((name: string) => boolean) | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return patternTest(text);
  } catch {
    throw badRequest("Regex is invalid");
  }
}
