// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { TrueupDataSource, TrueupResource } from "./resource.js";

/** Who must approve the merge requests of a project, and how many of them. Needs tier premium. */
export interface ApprovalRuleProps extends TerraformMetaArguments {
  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  readonly project: string;
  /** The rule's name. Allowed: at most 255 characters. */
  readonly name: string;
  /** Number of approvals needed; 0 makes them optional. Allowed: 0 to 100. */
  readonly approvalsRequired: number;
  /** Whether named users approve, anybody, or those of a report. Allowed: `regular`, `any_approver`, `report_approver`. Default: `regular`. Only taken when the thing is created: a later change sends nothing, and the plan warns of it. */
  readonly ruleType?: "regular" | "any_approver" | "report_approver" | IResolvable;
  /** The report that asks for approval. Allowed: `license_scanning`, `code_coverage`. Only taken when the thing is created: a later change sends nothing, and the plan warns of it. */
  readonly reportType?: "license_scanning" | "code_coverage" | IResolvable;
  /** Users who may approve; they must be members of the project. Default: `[]`. */
  readonly users?: readonly string[] | IResolvable;
  /** Groups whose members may approve. Default: `[]`. */
  readonly groups?: readonly string[] | IResolvable;
  /** Protected branches that the rule is for; none is all branches. Default: `[]`. */
  readonly protectedBranches?: readonly string[] | IResolvable;
  /** The rule is for all protected branches. Default: `false`. */
  readonly appliesToAllProtectedBranches?: boolean | IResolvable;
}

/** Names in Terraform. */
const namesOfApprovalRule = {
  project: "project",
  name: "name",
  approvalsRequired: "approvals_required",
  ruleType: "rule_type",
  reportType: "report_type",
  users: "users",
  groups: "groups",
  protectedBranches: "protected_branches",
  appliesToAllProtectedBranches: "applies_to_all_protected_branches",
} as const;

/** Who must approve the merge requests of a project, and how many of them. Needs tier premium. */
export class ApprovalRule extends TrueupResource {
  static readonly tfResourceType = "trueup_approval_rule";

  constructor(scope: Construct, id: string, properties: ApprovalRuleProps) {
    super(scope, id, ApprovalRule.tfResourceType, namesOfApprovalRule, properties);
  }

  /** The number that the platform knows it by, as text. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  get project(): string {
    return this.getStringAttribute("project");
  }

  /** The rule's name. Allowed: at most 255 characters. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** Number of approvals needed; 0 makes them optional. */
  get approvalsRequired(): number {
    return this.getNumberAttribute("approvals_required");
  }

  /** Whether named users approve, anybody, or those of a report. */
  get ruleType(): IResolvable {
    return this.interpolationForAttribute("rule_type");
  }

  /** The report that asks for approval. */
  get reportType(): IResolvable {
    return this.interpolationForAttribute("report_type");
  }

  /** Users who may approve; they must be members of the project. */
  get users(): string[] {
    return this.getListAttribute("users");
  }

  /** Groups whose members may approve. */
  get groups(): string[] {
    return this.getListAttribute("groups");
  }

  /** Protected branches that the rule is for; none is all branches. */
  get protectedBranches(): string[] {
    return this.getListAttribute("protected_branches");
  }

  /** The rule is for all protected branches. */
  get appliesToAllProtectedBranches(): IResolvable {
    return this.getBooleanAttribute("applies_to_all_protected_branches");
  }
}

/** Reads it. Who must approve the merge requests of a project, and how many of them. Needs tier premium. */
export interface DataTrueupApprovalRuleProps extends TerraformMetaArguments {
  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  readonly project: string;
  /** The rule's name. Allowed: at most 255 characters. */
  readonly name: string;
}

/** Names in Terraform. */
const namesOfDataTrueupApprovalRule = {
  project: "project",
  name: "name",
} as const;

/** Reads it. Who must approve the merge requests of a project, and how many of them. Needs tier premium. */
export class DataTrueupApprovalRule extends TrueupDataSource {
  static readonly tfResourceType = "trueup_approval_rule";

  constructor(scope: Construct, id: string, properties: DataTrueupApprovalRuleProps) {
    super(scope, id, DataTrueupApprovalRule.tfResourceType, namesOfDataTrueupApprovalRule, properties);
  }

  /** The number that the platform knows it by, as text. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  get project(): string {
    return this.getStringAttribute("project");
  }

  /** The rule's name. Allowed: at most 255 characters. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** Number of approvals needed; 0 makes them optional. */
  get approvalsRequired(): number {
    return this.getNumberAttribute("approvals_required");
  }

  /** Whether named users approve, anybody, or those of a report. */
  get ruleType(): IResolvable {
    return this.interpolationForAttribute("rule_type");
  }

  /** The report that asks for approval. */
  get reportType(): IResolvable {
    return this.interpolationForAttribute("report_type");
  }

  /** Users who may approve; they must be members of the project. */
  get users(): string[] {
    return this.getListAttribute("users");
  }

  /** Groups whose members may approve. */
  get groups(): string[] {
    return this.getListAttribute("groups");
  }

  /** Protected branches that the rule is for; none is all branches. */
  get protectedBranches(): string[] {
    return this.getListAttribute("protected_branches");
  }

  /** The rule is for all protected branches. */
  get appliesToAllProtectedBranches(): IResolvable {
    return this.getBooleanAttribute("applies_to_all_protected_branches");
  }
}
