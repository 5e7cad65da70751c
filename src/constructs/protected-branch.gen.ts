// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import type { ExactlyOne } from "./exactly-one.js";
import { TrueupDataSource, TrueupResource } from "./resource.js";

/** Who may push; left out of a new one, maintainers. Needs tier premium. */
export interface ProtectedBranchAllowedToPush {
  /** Role from which on people may, or no_access: nobody. Allowed: `no_access`, `developer`, `maintainer`, `admin`. */
  readonly accessLevel?: "no_access" | "developer" | "maintainer" | "admin" | number | IResolvable;
  /** User that is meant, a member of the project. */
  readonly user?: string;
  /** Group that is meant; the project itself must be shared with it. */
  readonly group?: string;
  /** Number of the deploy key that is meant, enabled in the project and allowed to push. Since release 17.5. */
  readonly deployKey?: number;
}

/** Who may merge; left out of a new one, maintainers. Needs tier premium. */
export interface ProtectedBranchAllowedToMerge {
  /** Role from which on people may, or no_access: nobody. Allowed: `no_access`, `developer`, `maintainer`, `admin`. */
  readonly accessLevel?: "no_access" | "developer" | "maintainer" | "admin" | number | IResolvable;
  /** User that is meant, a member of the project. */
  readonly user?: string;
  /** Group that is meant; the project itself must be shared with it. */
  readonly group?: string;
}

/** Who may change the protection and take it off. Default: `[{"access_level":"maintainer"}]`. Needs tier premium. */
export interface ProtectedBranchAllowedToUnprotect {
  /** Role from which on people may. Allowed: `developer`, `maintainer`, `admin`. */
  readonly accessLevel?: "developer" | "maintainer" | "admin" | number | IResolvable;
  /** User that is meant, a member of the project. */
  readonly user?: string;
  /** Group that is meant; the project itself must be shared with it. */
  readonly group?: string;
}

/** A branch, or all whose names a wildcard covers, that only some may push to and merge into. What all of them have. */
export interface ProtectedBranchOwn extends TerraformMetaArguments {
  /** The branch's name, or a wildcard in which * stands for any text; letter case counts. Allowed: at most 255 characters. */
  readonly name: string;
  /** Who may push; left out of a new one, maintainers. Needs tier premium. */
  readonly allowedToPush?: readonly (ProtectedBranchAllowedToPush | IResolvable)[] | IResolvable;
  /** Who may merge; left out of a new one, maintainers. Needs tier premium. */
  readonly allowedToMerge?: readonly (ProtectedBranchAllowedToMerge | IResolvable)[] | IResolvable;
  /** Who may change the protection and take it off. Default: `[{"access_level":"maintainer"}]`. Needs tier premium. */
  readonly allowedToUnprotect?: readonly (ProtectedBranchAllowedToUnprotect | IResolvable)[] | IResolvable;
  /** Who may push may also overwrite history. Default: `false`. */
  readonly allowForcePush?: boolean | IResolvable;
  /** What CODEOWNERS names is not pushed past its owners. Default: `false`. Needs tier premium. */
  readonly codeOwnerApprovalRequired?: boolean | IResolvable;
}

/** Of these, each has one. */
export interface ProtectedBranchParents {
  /** Full path of the project that it belongs to, such as `acme/platform/web`. Either this or `group`. */
  readonly project?: string;
  /** Full path of the top-level group that it belongs to, such as `acme`. Either this or `project`. */
  readonly group?: string;
}

/** A branch, or all whose names a wildcard covers, that only some may push to and merge into. */
export type ProtectedBranchProps = ProtectedBranchOwn & ExactlyOne<ProtectedBranchParents>;

/** Names in Terraform. */
const namesOfProtectedBranch = {
  project: "project",
  group: "group",
  name: "name",
  allowedToPush: {
    name: "allowed_to_push",
    mode: "set",
    attributes: {
      accessLevel: "access_level",
      user: "user",
      group: "group",
      deployKey: "deploy_key",
    },
  },
  allowedToMerge: {
    name: "allowed_to_merge",
    mode: "set",
    attributes: {
      accessLevel: "access_level",
      user: "user",
      group: "group",
    },
  },
  allowedToUnprotect: {
    name: "allowed_to_unprotect",
    mode: "set",
    attributes: {
      accessLevel: "access_level",
      user: "user",
      group: "group",
    },
  },
  allowForcePush: "allow_force_push",
  codeOwnerApprovalRequired: "code_owner_approval_required",
} as const;

/** A branch, or all whose names a wildcard covers, that only some may push to and merge into. */
export class ProtectedBranch extends TrueupResource {
  static readonly tfResourceType = "trueup_protected_branch";

  constructor(scope: Construct, id: string, properties: ProtectedBranchProps) {
    super(scope, id, ProtectedBranch.tfResourceType, namesOfProtectedBranch, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the project that it belongs to, such as `acme/platform/web`. Either this or `group`. */
  get project(): string {
    return this.getStringAttribute("project");
  }

  /** Full path of the top-level group that it belongs to, such as `acme`. Either this or `project`. */
  get group(): string {
    return this.getStringAttribute("group");
  }

  /** The branch's name, or a wildcard in which * stands for any text; letter case counts. Allowed: at most 255 characters. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** Who may push; left out of a new one, maintainers. */
  get allowedToPush(): IResolvable {
    return this.interpolationForAttribute("allowed_to_push");
  }

  /** Who may merge; left out of a new one, maintainers. */
  get allowedToMerge(): IResolvable {
    return this.interpolationForAttribute("allowed_to_merge");
  }

  /** Who may change the protection and take it off. */
  get allowedToUnprotect(): IResolvable {
    return this.interpolationForAttribute("allowed_to_unprotect");
  }

  /** Who may push may also overwrite history. */
  get allowForcePush(): IResolvable {
    return this.getBooleanAttribute("allow_force_push");
  }

  /** What CODEOWNERS names is not pushed past its owners. */
  get codeOwnerApprovalRequired(): IResolvable {
    return this.getBooleanAttribute("code_owner_approval_required");
  }
}

/** Reads it. A branch, or all whose names a wildcard covers, that only some may push to and merge into. What all of them have. */
export interface DataTrueupProtectedBranchOwn extends TerraformMetaArguments {
  /** The branch's name, or a wildcard in which * stands for any text; letter case counts. Allowed: at most 255 characters. */
  readonly name: string;
}

/** Of these, each has one. */
export interface DataTrueupProtectedBranchParents {
  /** Full path of the project that it belongs to, such as `acme/platform/web`. Either this or `group`. */
  readonly project?: string;
  /** Full path of the top-level group that it belongs to, such as `acme`. Either this or `project`. */
  readonly group?: string;
}

/** Reads it. A branch, or all whose names a wildcard covers, that only some may push to and merge into. */
export type DataTrueupProtectedBranchProps = DataTrueupProtectedBranchOwn & ExactlyOne<DataTrueupProtectedBranchParents>;

/** Names in Terraform. */
const namesOfDataTrueupProtectedBranch = {
  project: "project",
  group: "group",
  name: "name",
} as const;

/** Reads it. A branch, or all whose names a wildcard covers, that only some may push to and merge into. */
export class DataTrueupProtectedBranch extends TrueupDataSource {
  static readonly tfResourceType = "trueup_protected_branch";

  constructor(scope: Construct, id: string, properties: DataTrueupProtectedBranchProps) {
    super(scope, id, DataTrueupProtectedBranch.tfResourceType, namesOfDataTrueupProtectedBranch, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Full path of the project that it belongs to, such as `acme/platform/web`. Either this or `group`. */
  get project(): string {
    return this.getStringAttribute("project");
  }

  /** Full path of the top-level group that it belongs to, such as `acme`. Either this or `project`. */
  get group(): string {
    return this.getStringAttribute("group");
  }

  /** The branch's name, or a wildcard in which * stands for any text; letter case counts. Allowed: at most 255 characters. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** Who may push; left out of a new one, maintainers. */
  get allowedToPush(): IResolvable {
    return this.interpolationForAttribute("allowed_to_push");
  }

  /** Who may merge; left out of a new one, maintainers. */
  get allowedToMerge(): IResolvable {
    return this.interpolationForAttribute("allowed_to_merge");
  }

  /** Who may change the protection and take it off. */
  get allowedToUnprotect(): IResolvable {
    return this.interpolationForAttribute("allowed_to_unprotect");
  }

  /** Who may push may also overwrite history. */
  get allowForcePush(): IResolvable {
    return this.getBooleanAttribute("allow_force_push");
  }

  /** What CODEOWNERS names is not pushed past its owners. */
  get codeOwnerApprovalRequired(): IResolvable {
    return this.getBooleanAttribute("code_owner_approval_required");
  }
}
