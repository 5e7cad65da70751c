import type { PlatformState } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import { type Json, picked } from "../../core/records.js";
import { presentDeployable } from "../jobs/present.js";
import { type Deployment, type DeploymentApproval, jobTable } from "../pipelines/records.js";
import { describeEntry } from "../protected-environments/present.js";
import { type Requirement, environmentOf, pendingApprovals, requirementOf } from "./approvals.js";

/** Deployment (document 2, Resources). */
export function presentDeployment(world: PlatformState, deployment: Deployment): Record<string, Json> {
  const { job_id } = deployment;
  const environment = environmentOf(world, deployment);
  const job = job_id === null ? undefined : world.store.of(jobTable).get(job_id);
  return {
    ...picked(deployment, "id", "iid", "ref", "sha", "created_at", "updated_at", "status"),
    user: userSummary(world, deployment.user_id),
    environment: picked(environment, "id", "name", "external_url"),
    deployable: job === undefined ? null : presentDeployable(world, job),
    ...presentApprovals(world, deployment, requirementOf(world, deployment)),
  };
}

/** Approval (document 2, Deployment). */
export function presentApproval(world: PlatformState, approval: DeploymentApproval): Record<string, Json> {
  return { user: userSummary(world, approval.user_id), ...picked(approval, "status", "created_at", "comment") };
}

/** `pending_approval_count` and `approvals` with the unified approval setting, `approval_summary` with approval rules (document 2, Deployment). */
function presentApprovals(world: PlatformState, deployment: Deployment, requirement: Requirement): Record<string, Json> {
  const { count, rules } = requirement;
  const unified = {
    pending_approval_count: pendingApprovals(requirement, deployment),
    approvals: deployment.approvals.map((approval) => presentApproval(world, approval)),
  };
  const summary = rules.map((rule) => ({
    ...picked(rule, "user_id", "group_id", "access_level"),
    access_level_description: describeEntry(world, rule),
    required_approvals: rule.required_approvals,
    deployment_approvals: deployment.approvals
      .filter(({ rule_id }) => rule_id === rule.id)
      .map((approval) => presentApproval(world, approval)),
  }));
  return { ...(count > 0 ? unified : {}), ...(rules.length > 0 ? { approval_summary: { rules: summary } } : {}) };
}
