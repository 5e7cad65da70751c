import { LEVEL, accessLevel, canSee, firstAdministrator, projectNamed } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import type { Columns, Entry } from "../../core/collection/spec.js";
import type { Context, PlatformState } from "../../core/context.js";
import { isBefore } from "../../core/git/history.js";
import { type Branch, branchTable, tagTable } from "../../core/git/records.js";
import { isFound } from "../../core/patterns.js";
import type { Project, User } from "../../core/records.js";
import { branchNamed, fetchCommits, headOf, removeBranch, tagNamed } from "../../core/repository.js";
import { decoded, parsedUrl } from "../../core/url.js";
import { pushBranch } from "../commits/write.js";
import { isProtected, mayPushTo } from "../projects/protection.js";
import { defaultBranch } from "../repository/access.js";
import { isActive } from "../tokens/records.js";
import { signIn } from "../users/passwords.js";
import { PUSHES_AS, mirrorTable, ownPath } from "./records.js";

/** Whom the credentials of an address are: of a token that may write, or of a user with a password. */
export function pusherOf(context: Context, address: string): User | undefined {
  const { store, adminToken } = context;
  const url = parsedUrl(address);
  const [name, secret] = [decoded(url?.username ?? ""), decoded(url?.password ?? "")];
  if (secret === "") return undefined;
  if (secret === adminToken) return firstAdministrator(store);
  const token = store.tokens.first("value", secret);
  if (token === undefined) return signIn(context, name, secret);
  const mayWrite = token.scopes.some((scope) => scope === "api" || scope === "write_repository");
  return isActive(token) && mayWrite ? store.users.get(token.user_id) : undefined;
}

/** Pushes branches and tags to another project of this instance, and takes down on the mirror how that went. */
export function pushMirror(world: PlatformState, input: unknown): void {
  const { store } = world;
  const mirror = store.of(mirrorTable).get(Number(input));
  const source = mirror === undefined ? undefined : store.projects.get(mirror.home.id);
  if (mirror === undefined || source === undefined || mirror["enabled"] !== true) return;
  const problem = pushed(world, mirror, source);
  const now = new Date().toISOString();
  const columns: Columns =
    problem === undefined
      ? { update_status: "finished", last_error: null, last_successful_update_at: now }
      : { update_status: "failed", last_error: problem };
  store.of(mirrorTable).update(mirror.id, { ...columns, last_update_at: now });
}

/** What went wrong, in the words that git and servers have for it. */
function pushed(world: PlatformState, mirror: Entry, source: Project): string | undefined {
  const { store } = world;
  const id = mirror[PUSHES_AS];
  const user = typeof id === "number" ? store.users.get(id) : undefined;
  if (user?.state !== "active") return "remote: HTTP Basic: Access denied. The provided password or token is incorrect.";
  const target = projectNamed(store, ownPath(world, textOf(mirror["url"])) ?? "");
  if (target === undefined || !canSee(store, user, target))
    return "remote: The project you were looking for could not be found or you don't have permission to view it.";
  if (target.archived) return "remote: GitLab: You cannot push code to an archived project.";
  if (!user.is_admin && accessLevel(store, user, target) < LEVEL.developer)
    return "remote: You are not allowed to push code to this project.";
  const isKept = mirror["keep_divergent_refs"] === true;
  const problems = wantedBranches(world, mirror, source).map((branch) => pushOne(world, source, target, user, branch, isKept));
  if (!isKept) removeMerged(world, mirror, source, target);
  pushTags(world, source, target, isKept);
  const diverged = problems.flatMap((problem) => (problem?.startsWith("refs/") === true ? [problem] : []));
  if (diverged.length > 0)
    return ["Some refs have diverged and have not been updated on the remote:", "", ...diverged].join("\n");
  return problems.find((problem) => problem !== undefined);
}

/** The branches that a mirror has, the default branch first. */
function wantedBranches({ store }: PlatformState, mirror: Entry, source: Project): Branch[] {
  const first = defaultBranch(source);
  return store
    .of(branchTable)
    .where("project", source.id)
    .filter(({ name }) => isWanted({ store }, mirror, source, name))
    .toSorted((a, b) => Number(b.name === first) - Number(a.name === first));
}

function isWanted({ store }: Pick<PlatformState, "store">, mirror: Entry, source: Project, name: string): boolean {
  if (mirror["only_protected_branches"] === true) return isProtected(store, source.id, name);
  const pattern = textOf(mirror["mirror_branch_regex"]);
  return pattern === "" || isFound(pattern, name);
}

/** The problem of one branch: its ref where it has diverged and stays, else what the target says. */
function pushOne(
  world: PlatformState,
  source: Project,
  target: Project,
  user: User,
  { name, sha }: Branch,
  isKept: boolean,
): string | undefined {
  const { store } = world;
  const there = branchNamed(store, target.id, name);
  if (there?.sha === sha) return undefined;
  if (!mayPushTo(store, user, target, name))
    return "remote: GitLab: You are not allowed to push code to protected branches on this project.";
  fetchCommits(store, source.id, target.id, sha);
  const isForced = there !== undefined && !isBefore(store, target.id, there.sha, sha);
  if (isForced && isKept) return `refs/heads/${name}`;
  if (isForced && isProtected(store, target.id, name))
    return "remote: GitLab: You are not allowed to force push code to a protected branch on this project.";
  pushBranch(world, store.projects.get(target.id) ?? target, name, sha);
  return undefined;
}

/** Branches that the source no longer has go at the target, where the default branch has their commits. */
function removeMerged({ store }: PlatformState, mirror: Entry, source: Project, target: Project): void {
  const head = headOf(store, source);
  if (head === undefined) return;
  const kept = defaultBranch(store.projects.get(target.id) ?? target);
  for (const branch of store.of(branchTable).where("project", target.id)) {
    const isStray = branchNamed(store, source.id, branch.name) === undefined && isWanted({ store }, mirror, source, branch.name);
    if (!isStray || branch.name === kept || isProtected(store, target.id, branch.name)) continue;
    if (isBefore(store, source.id, branch.sha, head)) removeBranch(store, branch);
  }
}

function pushTags({ store }: PlatformState, source: Project, target: Project, isKept: boolean): void {
  for (const { id: _, ...tag } of store.of(tagTable).where("project", source.id)) {
    const there = tagNamed(store, target.id, tag.name);
    if (there?.sha === tag.sha || (there !== undefined && isKept)) continue;
    fetchCommits(store, source.id, target.id, tag.sha);
    if (there !== undefined) store.of(tagTable).delete(there.id);
    store.of(tagTable).insert({ ...tag, project_id: target.id });
  }
}
