import { LEVEL, checkUnmodified } from "../../core/access.js";
import { type Context, type PlatformState, checkLimits, later } from "../../core/context.js";
import { commitWith } from "../../core/git/history.js";
import type { Json } from "../../core/records.js";
import { type Reply, accepted, badRequest, forbidden, invalid, noContent } from "../../core/replies.js";
import { resolveRef } from "../../core/repository.js";
import { type Deployment, type DeploymentState, deploymentTable } from "../pipelines/records.js";
import { environmentOf } from "./approvals.js";
import {
  beginDeployment,
  currentOf,
  deployableProject,
  environmentNamed,
  findDeployment,
  forgetDeployment,
  requireDeploy,
  setStatus,
} from "./records.js";

/**
 * POST: a deployment that no job makes. Throws 403 where the environment is protected from the caller, 400 for a commit or ref that the project does not have. Real servers
 * answer with the last deployment of the environment when it says the same.
 */
export function createDeployment(context: Context): Deployment {
  const { store, params } = context;
  const { project, user } = deployableProject(context, LEVEL.developer);
  checkLimits(context);
  const environment = environmentNamed(store, project.id, params.requiredText("environment"));
  requireDeploy(context, user, project, environment);
  const [sha, ref] = [params.requiredText("sha"), params.requiredText("ref")];
  const commit = commitWith(store, project.id, sha) ?? resolveRef(store, project.id, sha);
  const problems = {
    ...(commit === undefined ? { sha: ["The commit does not exist"] } : {}),
    ...(resolveRef(store, project.id, ref) === undefined ? { ref: ["The branch or tag does not exist"] } : {}),
  };
  if (commit === undefined || Object.keys(problems).length > 0) throw invalid(problems);
  const tag = params.flag("tag") ?? false;
  const status = givenStatus(context);
  const last = store.of(deploymentTable).where("environment", environment.id).at(-1);
  const isSame = last?.ref === ref && last.tag === tag && last.sha === commit.sha && last.status === status;
  if (isSame && context.instance.dialect === "vendor") return last;
  const of = { project_id: project.id, environment_id: environment.id, user_id: user.id, job_id: null };
  return setStatus(store, beginDeployment(store, { ...of, ref, tag, sha: commit.sha }), status);
}

/** PUT: the status that is given. Document 2, States: any deployment takes it. Real servers refuse those that jobs make (403), and moves that lead nowhere (400). */
export function updateDeployment(context: Context): Deployment {
  const { project, user } = deployableProject(context, LEVEL.developer);
  const deployment = findDeployment(context, project);
  requireDeploy(context, user, project, environmentOf(context, deployment));
  const status = givenStatus(context);
  if (context.instance.dialect === "vendor") refuseMove(deployment, status);
  return setStatus(context.store, deployment, status);
}

/** DELETE, with the three outcomes and messages of documents 1 and 2; real servers answer 204 and leave the status out of the message. */
export function deleteDeployment(context: Context): Reply {
  const { project } = deployableProject(context, LEVEL.maintainer);
  const deployment = findDeployment(context, project);
  checkUnmodified(context, deployment.updated_at);
  const isVendor = context.instance.dialect === "vendor";
  const obstacle = obstacleTo(context, deployment);
  if (obstacle !== undefined) throw badRequest(isVendor ? obstacle : `400 ${obstacle}`);
  if (!isVendor) {
    later(context, context.instance.workerDelay, "removeDeployment", deployment.id);
    return accepted();
  }
  removeDeployment(context, deployment.id);
  return noContent();
}

/** Background work: removes a deployment, unless it began to run or became the current one meanwhile. */
export function removeDeployment(world: PlatformState, input: Json): void {
  const table = world.store.of(deploymentTable);
  const deployment = table.get(Number(input));
  if (deployment === undefined || obstacleTo(world, deployment) !== undefined) return;
  forgetDeployment(world.store, deployment);
}

function obstacleTo({ store }: PlatformState, deployment: Deployment): string | undefined {
  if (deployment.status === "running") return "Cannot destroy running deployment";
  const isCurrent = currentOf(store, deployment.environment_id)?.id === deployment.id;
  return isCurrent ? "Deployment currently deployed to environment" : undefined;
}

function givenStatus({ params }: Context): DeploymentState {
  return params.requiredText("status") as DeploymentState;
}

/** Names of the moves of real servers, and from where they may begin when that is not everywhere else. */
const MOVES: Readonly<Record<string, { name: string; from?: readonly DeploymentState[] }>> = {
  running: { name: "run", from: ["created", "blocked"] },
  success: { name: "succeed" },
  failed: { name: "drop" },
  canceled: { name: "cancel" },
};

function refuseMove(deployment: Deployment, status: DeploymentState): void {
  if (deployment.job_id !== null) throw forbidden("Deployments created using GitLab CI can not be updated using the API");
  const move = MOVES[status];
  const isOpen = move?.from?.includes(deployment.status) ?? deployment.status !== status;
  if (!isOpen) throw invalid({ status: [`cannot transition via "${move?.name ?? status}"`] });
}
