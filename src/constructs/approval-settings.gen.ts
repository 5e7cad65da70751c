// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { TrueupDataSource, TrueupResource } from "./resource.js";

/** How merge requests of a project are approved. Needs tier premium. */
export interface ApprovalSettingsProps extends TerraformMetaArguments {
  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  readonly project: string;
  /** A push to the source branch removes all approvals. Default: `true`. */
  readonly resetApprovalsOnPush?: boolean | IResolvable;
  /** Approval rules cannot be changed in a merge request. Default: `false`. */
  readonly disableOverridingApproversPerMergeRequest?: boolean | IResolvable;
  /** Authors may approve their own merge requests. Default: `false`. */
  readonly mergeRequestsAuthorApproval?: boolean | IResolvable;
  /** Users who added commits may not approve. Default: `false`. */
  readonly mergeRequestsDisableCommittersApproval?: boolean | IResolvable;
  /** Approving takes the user's password. Default: `false`. Gone since release 20.0. */
  readonly requirePasswordToApprove?: boolean | IResolvable;
  /**
   * Number of approvals that a merge request needs. Allowed: at least 0. Default: `0`.
   *
   * @deprecated Use approval rules.
   */
  readonly approvalsBeforeMerge?: number;
}

/** Names in Terraform. */
const namesOfApprovalSettings = {
  project: "project",
  resetApprovalsOnPush: "reset_approvals_on_push",
  disableOverridingApproversPerMergeRequest: "disable_overriding_approvers_per_merge_request",
  mergeRequestsAuthorApproval: "merge_requests_author_approval",
  mergeRequestsDisableCommittersApproval: "merge_requests_disable_committers_approval",
  requirePasswordToApprove: "require_password_to_approve",
  approvalsBeforeMerge: "approvals_before_merge",
} as const;

/** How merge requests of a project are approved. Needs tier premium. */
export class ApprovalSettings extends TrueupResource {
  static readonly tfResourceType = "trueup_approval_settings";

  constructor(scope: Construct, id: string, properties: ApprovalSettingsProps) {
    super(scope, id, ApprovalSettings.tfResourceType, namesOfApprovalSettings, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  get project(): string {
    return this.getStringAttribute("project");
  }

  /** A push to the source branch removes all approvals. */
  get resetApprovalsOnPush(): IResolvable {
    return this.getBooleanAttribute("reset_approvals_on_push");
  }

  /** Approval rules cannot be changed in a merge request. */
  get disableOverridingApproversPerMergeRequest(): IResolvable {
    return this.getBooleanAttribute("disable_overriding_approvers_per_merge_request");
  }

  /** Authors may approve their own merge requests. */
  get mergeRequestsAuthorApproval(): IResolvable {
    return this.getBooleanAttribute("merge_requests_author_approval");
  }

  /** Users who added commits may not approve. */
  get mergeRequestsDisableCommittersApproval(): IResolvable {
    return this.getBooleanAttribute("merge_requests_disable_committers_approval");
  }

  /** Approving takes the user's password. */
  get requirePasswordToApprove(): IResolvable {
    return this.getBooleanAttribute("require_password_to_approve");
  }

  /**
   * Number of approvals that a merge request needs.
   *
   * @deprecated Use approval rules.
   */
  get approvalsBeforeMerge(): number {
    return this.getNumberAttribute("approvals_before_merge");
  }
}

/** Reads it. How merge requests of a project are approved. Needs tier premium. */
export interface DataTrueupApprovalSettingsProps extends TerraformMetaArguments {
  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  readonly project: string;
}

/** Names in Terraform. */
const namesOfDataTrueupApprovalSettings = {
  project: "project",
} as const;

/** Reads it. How merge requests of a project are approved. Needs tier premium. */
export class DataTrueupApprovalSettings extends TrueupDataSource {
  static readonly tfResourceType = "trueup_approval_settings";

  constructor(scope: Construct, id: string, properties: DataTrueupApprovalSettingsProps) {
    super(scope, id, DataTrueupApprovalSettings.tfResourceType, namesOfDataTrueupApprovalSettings, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the project that it belongs to, such as `acme/platform/web`. */
  get project(): string {
    return this.getStringAttribute("project");
  }

  /** A push to the source branch removes all approvals. */
  get resetApprovalsOnPush(): IResolvable {
    return this.getBooleanAttribute("reset_approvals_on_push");
  }

  /** Approval rules cannot be changed in a merge request. */
  get disableOverridingApproversPerMergeRequest(): IResolvable {
    return this.getBooleanAttribute("disable_overriding_approvers_per_merge_request");
  }

  /** Authors may approve their own merge requests. */
  get mergeRequestsAuthorApproval(): IResolvable {
    return this.getBooleanAttribute("merge_requests_author_approval");
  }

  /** Users who added commits may not approve. */
  get mergeRequestsDisableCommittersApproval(): IResolvable {
    return this.getBooleanAttribute("merge_requests_disable_committers_approval");
  }

  /** Approving takes the user's password. */
  get requirePasswordToApprove(): IResolvable {
    return this.getBooleanAttribute("require_password_to_approve");
  }

  /**
   * Number of approvals that a merge request needs.
   *
   * @deprecated Use approval rules.
   */
  get approvalsBeforeMerge(): number {
    return this.getNumberAttribute("approvals_before_merge");
  }
}
