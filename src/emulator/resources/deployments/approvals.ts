import { type Context, type PlatformState, checkLimits } from "../../core/context.js";
import type { Project, User } from "../../core/records.js";
import { badRequest } from "../../core/replies.js";
import { moveJob } from "../jobs/moves.js";
import {
  type Deployment,
  type DeploymentApproval,
  type Environment,
  deploymentTable,
  environmentTable,
  jobTable,
} from "../pipelines/records.js";
import { describeEntry } from "../protected-environments/present.js";
import type { EnvironmentApproval } from "../protected-environments/records.js";
import { covers, mayDeploy, protectionsOf, setStatus } from "./records.js";

/** What a deployment needs before it may go on: rules with their numbers, or without rules one number for all. */
export interface Requirement {
  readonly isProtected: boolean;
  readonly rules: readonly EnvironmentApproval[];
  /** Approvals that the unified setting asks for. */
  readonly count: number;
}

/** What the protections of a deployment's environment ask for. */
export function requirementOf(world: PlatformState, deployment: Deployment): Requirement {
  const protections = protectionsOf(world, environmentOf(world, deployment));
  return {
    isProtected: protections.length > 0,
    rules: protections.flatMap(({ approval_rules }) => approval_rules),
    count: Math.max(0, ...protections.map(({ required_approval_count }) => required_approval_count)),
  };
}

/** The environment that a deployment goes to. */
export function environmentOf({ store }: Pick<PlatformState, "store">, deployment: Deployment): Environment {
  const environment = store.of(environmentTable).get(deployment.environment_id);
  if (environment === undefined) throw new Error(`deployment ${deployment.id} has no environment`);
  return environment;
}

/** How many approvals a deployment still waits for; none unless it is blocked. Where there are rules, they count instead of the unified number. */
export function pendingApprovals({ rules, count }: Requirement, deployment: Deployment): number {
  if (deployment.status !== "blocked") return 0;
  const approved = deployment.approvals.filter(({ status }) => status === "approved");
  if (rules.length === 0) return Math.max(count - approved.length, 0);
  const missing = rules.map((rule) => rule.required_approvals - approved.filter(({ rule_id }) => rule_id === rule.id).length);
  return missing.reduce((total, missingCount) => total + Math.max(missingCount, 0), 0);
}

/**
 * POST approval (document 2): writes down what the caller says, and unblocks the deployment when nothing is missing any more. It becomes `created`, and a job
 * that makes it can be started; after a rejection it stays blocked (the reference of real servers, section H). Throws 400 with the reason when it waits for nothing of the caller.
 */
export function approve(context: Context, user: User, project: Project, deployment: Deployment): DeploymentApproval {
  const { store, params } = context;
  const requirement = requirementOf(context, deployment);
  const status = params.requiredText("status") === "approved" ? "approved" : "rejected";
  const rule = requirement.rules.find((candidate) => isMeant(context, candidate, user, project));
  const refusal = refusalOf(context, { user, project, deployment, requirement, rule, status });
  if (refusal !== undefined) throw badRequest(refusal);
  checkLimits(context);
  const rule_id = rule?.id ?? null;
  const others = deployment.approvals.filter((candidate) => candidate.user_id !== user.id || candidate.rule_id !== rule_id);
  const before = deployment.approvals.find((candidate) => !others.includes(candidate));
  const comment = params.text("comment") ?? null;
  const isSame = before?.status === status;
  const approval = isSame
    ? before
    : ({ user_id: user.id, status, comment, rule_id, created_at: new Date().toISOString() } as const);
  const updated = store.of(deploymentTable).update(deployment.id, { approvals: [...others, approval] });
  const isRejected = updated.approvals.some((candidate) => candidate.status === "rejected");
  if (!isRejected && pendingApprovals(requirement, updated) === 0) unblock(context, updated, requirement);
  return approval;
}

/** A job whose environment has rules is started by hand then, since approvers need not be the ones who may deploy; else it starts by itself. */
function unblock(world: PlatformState, deployment: Deployment, { rules }: Requirement): void {
  setStatus(world.store, deployment, "created");
  const job = deployment.job_id === null ? undefined : world.store.of(jobTable).get(deployment.job_id);
  if (rules.length === 0 && job?.status === "manual") moveJob(world, job, { status: "pending" });
}

/** True when the rule means the caller, and is the one that `represented_as` names. */
function isMeant(context: Context, rule: EnvironmentApproval, user: User, project: Project): boolean {
  const wanted = context.params.text("represented_as");
  const isNamed = wanted === undefined || describeEntry(context, rule) === wanted;
  return isNamed && covers(context.store, rule, user, project);
}

interface Vote {
  readonly user: User;
  readonly project: Project;
  readonly deployment: Deployment;
  readonly requirement: Requirement;
  readonly rule: EnvironmentApproval | undefined;
  readonly status: "approved" | "rejected";
}

/** Why the caller's word does not count, in the words of real servers and in their order; undefined when it does. */
function refusalOf(context: Context, vote: Vote): string | undefined {
  const { user, project, deployment, requirement, rule, status } = vote;
  const { isProtected, rules, count } = requirement;
  if (!isProtected) return "This environment is not protected.";
  const mayOwn = project.attributes["allow_pipeline_trigger_approve_deployment"] === true;
  if (deployment.user_id === user.id && status === "approved" && !mayOwn) return "You cannot approve your own deployment.";
  if (rules.length === 0 && count === 0) return "Deployment approvals is not configured for this environment.";
  if (deployment.status !== "blocked") return "This deployment is not waiting for approvals.";
  const isApprover =
    rules.length === 0
      ? mayDeploy(context, user, project, environmentOf(context, deployment))
      : rules.some((candidate) => covers(context.store, candidate, user, project));
  if (!isApprover) return "You don't have permission to approve this deployment. Contact the project or group owner for help.";
  if (rules.length > 0 && rule === undefined)
    return "There are no approval rules for the given `represent_as` parameter. Use a valid User/Group/Role name instead.";
  return undefined;
}
