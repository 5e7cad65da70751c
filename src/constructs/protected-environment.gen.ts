// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { TrueupDataSource, TrueupResource } from "./resource.js";

/** Who may deploy. */
export interface ProtectedEnvironmentDeployAccessLevels {
  /** Role of the group that is meant. Allowed: `developer`, `maintainer`, `admin`. */
  readonly accessLevel?: "developer" | "maintainer" | "admin" | number | IResolvable;
  /** User that is meant, a Maintainer of the group or above. */
  readonly user?: string;
  /** Group that is meant: this one, one below it, or one that it is shared with. */
  readonly group?: string;
}

/** Who must approve a deployment. Default: `[]`. */
export interface ProtectedEnvironmentApprovalRules {
  /** Role of the group that is meant. Allowed: `developer`, `maintainer`, `admin`. */
  readonly accessLevel?: "developer" | "maintainer" | "admin" | number | IResolvable;
  /** User that is meant, a Maintainer of the group or above. */
  readonly user?: string;
  /** Group that is meant: this one, one below it, or one that it is shared with. */
  readonly group?: string;
  /** Approvals needed from these. Allowed: at least 1. Default: `1`. */
  readonly requiredApprovals?: number;
}

/** A deployment tier of a group that only some may deploy to. Needs tier premium. */
export interface ProtectedEnvironmentProps extends TerraformMetaArguments {
  /** Full path of the group that it belongs to, such as `acme/platform`. */
  readonly group: string;
  /** The deployment tier. Allowed: `production`, `staging`, `testing`, `development`, `other`. */
  readonly name: string;
  /** Who may deploy. */
  readonly deployAccessLevels: readonly (ProtectedEnvironmentDeployAccessLevels | IResolvable)[] | IResolvable;
  /** Approvals that every deployment needs. Allowed: 0 to 5. Default: `0`. */
  readonly requiredApprovalCount?: number;
  /** Who must approve a deployment. Default: `[]`. */
  readonly approvalRules?: readonly (ProtectedEnvironmentApprovalRules | IResolvable)[] | IResolvable;
}

/** Names in Terraform. */
const namesOfProtectedEnvironment = {
  group: "group",
  name: "name",
  deployAccessLevels: {
    name: "deploy_access_levels",
    mode: "set",
    attributes: {
      accessLevel: "access_level",
      user: "user",
      group: "group",
    },
  },
  requiredApprovalCount: "required_approval_count",
  approvalRules: {
    name: "approval_rules",
    mode: "set",
    attributes: {
      accessLevel: "access_level",
      user: "user",
      group: "group",
      requiredApprovals: "required_approvals",
    },
  },
} as const;

/** A deployment tier of a group that only some may deploy to. Needs tier premium. */
export class ProtectedEnvironment extends TrueupResource {
  static readonly tfResourceType = "trueup_protected_environment";

  constructor(scope: Construct, id: string, properties: ProtectedEnvironmentProps) {
    super(scope, id, ProtectedEnvironment.tfResourceType, namesOfProtectedEnvironment, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the group that it belongs to, such as `acme/platform`. */
  get group(): string {
    return this.getStringAttribute("group");
  }

  /** The deployment tier. Allowed: `production`, `staging`, `testing`, `development`, `other`. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** Who may deploy. */
  get deployAccessLevels(): IResolvable {
    return this.interpolationForAttribute("deploy_access_levels");
  }

  /** Approvals that every deployment needs. */
  get requiredApprovalCount(): number {
    return this.getNumberAttribute("required_approval_count");
  }

  /** Who must approve a deployment. */
  get approvalRules(): IResolvable {
    return this.interpolationForAttribute("approval_rules");
  }
}

/** Reads it. A deployment tier of a group that only some may deploy to. Needs tier premium. */
export interface DataTrueupProtectedEnvironmentProps extends TerraformMetaArguments {
  /** Full path of the group that it belongs to, such as `acme/platform`. */
  readonly group: string;
  /** The deployment tier. Allowed: `production`, `staging`, `testing`, `development`, `other`. */
  readonly name: string;
}

/** Names in Terraform. */
const namesOfDataTrueupProtectedEnvironment = {
  group: "group",
  name: "name",
} as const;

/** Reads it. A deployment tier of a group that only some may deploy to. Needs tier premium. */
export class DataTrueupProtectedEnvironment extends TrueupDataSource {
  static readonly tfResourceType = "trueup_protected_environment";

  constructor(scope: Construct, id: string, properties: DataTrueupProtectedEnvironmentProps) {
    super(scope, id, DataTrueupProtectedEnvironment.tfResourceType, namesOfDataTrueupProtectedEnvironment, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the group that it belongs to, such as `acme/platform`. */
  get group(): string {
    return this.getStringAttribute("group");
  }

  /** The deployment tier. Allowed: `production`, `staging`, `testing`, `development`, `other`. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** Who may deploy. */
  get deployAccessLevels(): IResolvable {
    return this.interpolationForAttribute("deploy_access_levels");
  }

  /** Approvals that every deployment needs. */
  get requiredApprovalCount(): number {
    return this.getNumberAttribute("required_approval_count");
  }

  /** Who must approve a deployment. */
  get approvalRules(): IResolvable {
    return this.interpolationForAttribute("approval_rules");
  }
}
