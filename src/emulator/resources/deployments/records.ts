import {
  LEVEL,
  accessLevel,
  findProject,
  groupChain,
  isCurrent,
  refuseArchived,
  requireLevel,
  requireUser,
} from "../../core/access.js";
import type { Context, PlatformState } from "../../core/context.js";
import { commitsBetween, historyOf } from "../../core/git/history.js";
import { exists } from "../../core/instance.js";
import { nextInternalId } from "../../core/internal-ids.js";
import { type Project, type User, picked, sourceKey } from "../../core/records.js";
import { forbidden, notFound } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import {
  type Deployment,
  type DeploymentState,
  type Environment,
  type Job,
  type JobState,
  deployedMergeRequestTable,
  deploymentTable,
  environmentKey,
  environmentTable,
} from "../pipelines/records.js";
import { mayUse } from "../projects/rules.js";
import {
  type EnvironmentAccess,
  type EnvironmentProtection,
  protectedEnvironmentTable,
  protectedEnvironmentsOf,
} from "../protected-environments/records.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";

/** What the name of an environment says of its tier (the reference of real servers); the first that matches counts. */
const TIERS: readonly (readonly [RegExp, string])[] = [
  [/dev|review|trunk/i, "development"],
  [/test|tst|int|ac(?:ce)?pt|qa|qc|control|quality/i, "testing"],
  [/sta?g|mode?l|pre|demo|non/i, "staging"],
  [/pro?d|live/i, "production"],
];

/** The deployment tier of an environment by its name: `production`, `staging`, `testing`, `development` or `other`. */
export function tierOf(name: string): string {
  return TIERS.find(([pattern]) => pattern.test(name))?.[1] ?? "other";
}

/** The environment with a name, which is made when the project does not have it yet. */
export function environmentNamed(store: Store, projectId: number, name: string): Environment {
  const table = store.of(environmentTable);
  const known = table.first("name", environmentKey(projectId, name));
  return known ?? table.insert({ project_id: projectId, name, tier: tierOf(name), external_url: null });
}

/** The protections of an environment: that of its name in the project, and those of its tier in the groups above. None without a licence (document 2: PREMIUM). */
export function protectionsOf({ store, instance }: PlatformState, environment: Environment): EnvironmentProtection[] {
  const { project_id, tier, name } = environment;
  const project = store.projects.get(project_id);
  if (project === undefined || !exists(instance, { tier: "premium" })) return [];
  const protections = protectedEnvironmentsOf(store, project_id).filter((row) => row.name === name);
  const above = groupChain(store, project.namespace_id).flatMap((id) =>
    store
      .of(protectedEnvironmentTable)
      .where("group", id)
      .filter((row) => row.name === tier),
  );
  return [...protections, ...above];
}

/** True when every protection of the environment lets the user deploy to it; without one, everybody who may deploy at all. */
export function mayDeploy(world: PlatformState, user: User, project: Project, environment: Environment): boolean {
  return protectionsOf(world, environment).every(({ deploy_access_levels }) =>
    deploy_access_levels.some((entry) => covers(world.store, entry, user, project)),
  );
}

/** True when an entry of a protected environment means the user: by name, as a member of the group, or by the level in the project. */
export function covers(store: Store, entry: EnvironmentAccess, user: User, project: Project): boolean {
  if (user.is_admin || entry.user_id === user.id) return true;
  if (entry.group_id !== null) {
    const member = store.members.first("membership", sourceKey({ kind: "group", id: entry.group_id }, user.id));
    return member !== undefined && isCurrent(member);
  }
  return (
    entry.access_level !== null && entry.access_level !== LEVEL.none && accessLevel(store, user, project) >= entry.access_level
  );
}

const FOLLOWING: Readonly<Partial<Record<JobState, DeploymentState>>> = {
  pending: "created",
  running: "running",
  success: "success",
  failed: "failed",
  canceled: "canceled",
};

const FINISHED: ReadonlySet<DeploymentState> = new Set(["success", "failed", "canceled"]);

/** The deployment that a job makes goes where the job goes (the reference of real servers, deployments). */
export function followJob({ store }: PlatformState, job: Job): void {
  const deployment = store.of(deploymentTable).first("job", job.id);
  const status = FOLLOWING[job.status];
  if (deployment !== undefined && status !== undefined) setStatus(store, deployment, status);
}

/** The job that took another's place makes a deployment of its own. */
export function repeatDeployment({ store }: PlatformState, before: Job, again: Job): void {
  const deployment = store.of(deploymentTable).first("job", before.id);
  if (deployment === undefined) return;
  const same = picked(deployment, "project_id", "environment_id", "ref", "tag", "sha");
  beginDeployment(store, { ...same, user_id: again.user_id ?? deployment.user_id, job_id: again.id });
}

/** Adds a deployment of which nothing has happened. */
export function beginDeployment(
  store: Store,
  draft: Pick<Deployment, "project_id" | "environment_id" | "ref" | "tag" | "sha" | "user_id" | "job_id">,
): Deployment {
  const now = new Date().toISOString();
  const fresh = { status: "created", approvals: [], created_at: now, updated_at: now, finished_at: null } as const;
  return store.of(deploymentTable).insert({ ...draft, ...fresh, iid: nextIid(store, draft.project_id) });
}

/** Gives a deployment a status, and says when it changed and ended; one that succeeds brings the merge requests that are new in it. */
export function setStatus(store: Store, deployment: Deployment, status: DeploymentState): Deployment {
  if (deployment.status === status) return deployment;
  const now = new Date().toISOString();
  const before = status === "success" ? currentOf(store, deployment.environment_id) : undefined;
  const finished_at = FINISHED.has(status) ? now : null;
  const changed = store.of(deploymentTable).update(deployment.id, { status, updated_at: now, finished_at });
  if (status === "success") linkMergeRequests(store, changed, before);
  return changed;
}

/** The deployment that an environment has now: of those that succeeded the one that ended last. */
export function currentOf(store: Store, environmentId: number): Deployment | undefined {
  const done = store
    .of(deploymentTable)
    .where("environment", environmentId)
    .filter(({ status }) => status === "success");
  return done.reduce<Deployment | undefined>(laterOf, undefined);
}

/** Of two deployments that succeeded the one that ended last; of two that ended at once the newer. */
export function laterOf(deployment: Deployment | undefined, other: Deployment): Deployment {
  if (deployment === undefined) return other;
  const difference = endOf(other) - endOf(deployment) || other.id - deployment.id;
  return difference > 0 ? other : deployment;
}

function endOf({ finished_at, updated_at }: Deployment): number {
  return Date.parse(finished_at ?? updated_at);
}

/** The next number of a deployment inside its project. */
export function nextIid(store: Store, projectId: number): number {
  const highest = (): number => store.of(deploymentTable).where("project", projectId).at(-1)?.iid ?? 0;
  return nextInternalId(store, "deployments", projectId, highest);
}

/** Takes a deployment away, with what it says of merge requests. */
export function forgetDeployment(store: Store, deployment: Deployment): void {
  const links = store.of(deployedMergeRequestTable);
  for (const row of links.where("deployment", deployment.id)) links.delete(row.id);
  store.of(deploymentTable).delete(deployment.id);
}

/** The project, for who may read its deployments. Throws 401, 403 or 404. */
export function projectWithDeployments(context: Context): Project {
  requireUser(context);
  const project = findProject(context);
  const { store, user } = context;
  for (const feature of ["builds_access_level", "environments_access_level"])
    if (!mayUse(store, user, project, feature, LEVEL.reporter)) throw forbidden();
  return project;
}

/** The project, for who has at least `level` in it and may write: an archived project is read-only. Throws 401, 403 or 404. */
export function deployableProject(context: Context, level: number): { project: Project; user: User } {
  const project = projectWithDeployments(context);
  const user = requireLevel(context, project, level);
  refuseArchived(project);
  return { project, user };
}

/** The deployment of a path, of the given project. Throws 404. */
export function findDeployment({ store, params }: Context, project: Project): Deployment {
  const deployment = store.of(deploymentTable).get(params.requiredNumber("deployment_id"));
  if (deployment === undefined || deployment.project_id !== project.id) throw notFound();
  return deployment;
}

/** Throws 403 for who may not deploy to the environment because it is protected. */
export function requireDeploy(context: Context, user: User, project: Project, environment: Environment): void {
  if (!mayDeploy(context, user, project, environment)) throw forbidden();
}

/**
 * Remembers which merge requests a deployment brought: the merged ones whose commits it has and the one before in its environment has not, each once in an
 * environment (the reference of real servers, deployments).
 */
export function linkMergeRequests(store: Store, deployment: Deployment, before: Deployment | undefined): void {
  const { id: deployment_id, project_id, sha } = deployment;
  if (before?.sha === sha) return;
  const brought =
    before === undefined
      ? historyOf(store, project_id, sha)
      : new Set(commitsBetween(store, project_id, before.sha, sha).map((commit) => commit.sha));
  const known = deployedTo(store, deployment.environment_id);
  for (const mergeRequest of store.of(mergeRequestTable).where("project", project_id))
    if (!known.has(mergeRequest.id) && isBrought(mergeRequest, brought))
      store.of(deployedMergeRequestTable).insert({ deployment_id, merge_request_id: mergeRequest.id });
}

/** The merge requests that a deployment brought. */
export function mergeRequestsOf(store: Store, deployment: Deployment): MergeRequest[] {
  const rows = store.of(deployedMergeRequestTable).where("deployment", deployment.id);
  return rows.flatMap((row) => store.of(mergeRequestTable).get(row.merge_request_id) ?? []);
}

function isBrought(mergeRequest: MergeRequest, shas: ReadonlySet<string>): boolean {
  const { state, merge_commit_sha, squash_commit_sha, sha } = mergeRequest;
  return state === "merged" && [merge_commit_sha, squash_commit_sha, sha].some((name) => name !== null && shas.has(name));
}

function deployedTo(store: Store, environmentId: number): ReadonlySet<number> {
  const deployments = store.of(deploymentTable).where("environment", environmentId);
  const rows = deployments.flatMap(({ id }) => store.of(deployedMergeRequestTable).where("deployment", id));
  return new Set(rows.map((row) => row.merge_request_id));
}
