import { textGlob } from "../../../core/glob.js";
import { isObject, type Json, type JsonObject } from "../../../core/json.js";
import type { AuditRules, CheckedSettings, PipelineFlaw } from "../../../core/pipeline-audit.js";
import { notSeen } from "./owned-files.js";

/** One attribute of the project, and the value that keeps the pipeline safe. */
interface SafeSetting {
  readonly name: string;
  readonly isSafe: (value: Json, shown: JsonObject) => boolean;
  readonly code: string;
  readonly message: string;
  readonly lines: readonly string[];
  /** In which form of the pipeline it counts; both where that is left out. */
  readonly form?: "external" | "trusted";
  /** True where older releases lack the attribute and are as if it were safe. */
  readonly isNew?: true;
}

/** The attributes that docs/gitops.md asks for (docs.gitlab.com, "Projects API" and "Deployment safety"). */
const settings: readonly SafeSetting[] = [
  {
    name: "ci_config_path",
    isSafe: isElsewhere,
    code: "pipeline.ci-file",
    message:
      "The pipeline is in the repository itself. So an author of a merge request can change its jobs, and read their tokens.",
    lines: ["ci_config_path: .gitlab-ci.yml@platform/trueup-ci"],
    form: "external",
  },
  {
    name: "ci_pipeline_variables_minimum_override_role",
    isSafe: (value) => value === "no_one_allowed",
    code: "pipeline.variables",
    message:
      "Users can start a pipeline with their own value of a variable, which comes before yours. So they can send a job elsewhere.",
    lines: ["ci_pipeline_variables_minimum_override_role: no_one_allowed"],
  },
  {
    name: "only_allow_merge_if_pipeline_succeeds",
    isSafe: (value) => value === true,
    code: "pipeline.merge-without-plan",
    message: "A merge request can be merged although its plan failed or was refused.",
    lines: ["only_allow_merge_if_pipeline_succeeds: true"],
  },
  {
    name: "allow_merge_on_skipped_pipeline",
    isSafe: (value) => value !== true,
    code: "pipeline.merge-without-plan",
    message: "A merge request can be merged if its pipeline was skipped: an author skips it by [skip ci] in a commit message.",
    lines: ["allow_merge_on_skipped_pipeline: false"],
  },
  {
    name: "ci_forward_deployment_enabled",
    isSafe: (value) => value === true,
    code: "pipeline.older-apply",
    message: "An older apply job can run after a newer one, and take back what was merged since.",
    lines: ["ci_forward_deployment_enabled: true"],
  },
  {
    name: "ci_forward_deployment_rollback_allowed",
    isSafe: (value) => value === false,
    code: "pipeline.repeated-apply",
    message: "A user can run an older apply job again, and take back what was merged since.",
    lines: ["ci_forward_deployment_rollback_allowed: false"],
  },
  {
    name: "ci_allow_fork_pipelines_to_run_in_parent_project",
    isSafe: (value) => value === false,
    code: "pipeline.fork-pipelines",
    message: "A member can run the pipeline of a fork in this project. Its jobs are those of the fork, and get the tokens.",
    lines: ["ci_allow_fork_pipelines_to_run_in_parent_project: false"],
    form: "trusted",
  },
  {
    name: "protect_merge_request_pipelines",
    isSafe: (value) => value === false,
    code: "pipeline.protected-requests",
    message: "A merge request between two protected branches gets the protected variables, and so the write token.",
    lines: ["protect_merge_request_pipelines: false"],
    form: "trusted",
    isNew: true,
  },
];

/** Looks at the attributes of a project as `GET /projects/:id` shows them to the token. */
export function checkSettings(shown: JsonObject, { isTrusted }: AuditRules): CheckedSettings {
  const counted = settings.filter(({ form }) => form === undefined || (form === "trusted") === isTrusted);
  const flaws: PipelineFlaw[] = [];
  const hidden: string[] = [];
  for (const { name, isSafe, isNew, code, message, lines } of counted) {
    const value = Object.hasOwn(shown, name) ? shown[name] : undefined;
    if (value === undefined) {
      if (!isNew) hidden.push(name);
    } else if (!isSafe(value, shown)) flaws.push({ code, message, mend: { lines } });
  }
  const reason = "not in the reply; needs the role Maintainer, or a newer release of the server";
  return { flaws, unseen: hidden.map((what) => ({ what, reason })) };
}

/** True for a CI file of another project (`file@group/project:ref`) or of an https address. */
function isElsewhere(value: Json, { path_with_namespace: path }: JsonObject): boolean {
  if (typeof value !== "string") return false;
  if (value.startsWith("https://")) return true;
  const other = /@([^:@]+)(?::[^:]*)?$/.exec(value)?.[1];
  return other !== undefined && typeof path === "string" && other.toLowerCase() !== path.toLowerCase();
}

/** Looks at the approvals of a project (docs.gitlab.com, "Merge request approvals API"). */
export function checkApprovals(shown: JsonObject | undefined): CheckedSettings {
  if (shown === undefined) return notSeen("the approval settings", "needs the tier Premium, and a role that may read them");
  const flaws: PipelineFlaw[] = [];
  if (shown["reset_approvals_on_push"] !== true)
    flaws.push({
      code: "pipeline.approval-after-push",
      message: "An author can change the files after the approval, and the approval stays.",
      mend: { lines: ["approval_settings:", "  reset_approvals_on_push: true"] },
    });
  if (shown["merge_requests_author_approval"] !== false)
    flaws.push({
      code: "pipeline.self-approval",
      message: "Authors can approve their own merge requests.",
      mend: { lines: ["approval_settings:", "  merge_requests_author_approval: false"] },
    });
  return { flaws };
}

/** Does a merge request to the default branch need anybody's approval? (docs.gitlab.com, "Merge request approval rules API".) */
export function checkRequiredApprovals(rules: readonly JsonObject[] | undefined, name: string): CheckedSettings {
  if (rules === undefined) return notSeen("the approval rules", "needs the tier Premium, and a role that may read them");
  if (rules.some((rule) => isRequired(rule) && isFor(rule, name))) return {};
  const flaw = {
    code: "pipeline.approval",
    message: "No approval is required. So a user who may merge can merge their own change alone.",
    mend: { lines: ["approval_rules:", "  Approval: { rule_type: any_approver, approvals_required: 1 }"] },
  };
  return { flaws: [flaw] };
}

/** A rule of a scan does not apply to every request. */
function isRequired({ rule_type: type, approvals_required: count }: JsonObject): boolean {
  return (type === "any_approver" || type === "regular") && typeof count === "number" && count > 0;
}

function isFor({ protected_branches: some }: JsonObject, name: string): boolean {
  const names = (Array.isArray(some) ? some : []).flatMap((item) => (isObject(item) ? [item["name"]] : []));
  return names.length === 0 || names.some((pattern) => typeof pattern === "string" && textGlob(pattern)(name));
}
