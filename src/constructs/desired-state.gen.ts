// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { TrueupResource } from "./resource.js";

/** A directory of trueup files as one resource: the plan shows every change as a readable list, and apply runs the same engine as the command line. Destroying it leaves everything on the platform as it is. */
export interface DesiredStateProps extends TerraformMetaArguments {
  /** Directory or file to read, relative to where Terraform runs. Either this or `paths`. */
  readonly path?: string;
  /** Directories and files to read, relative to where Terraform runs. Either this or `path`. */
  readonly paths?: readonly string[] | IResolvable;
  /** Addresses of what is to be looked at, such as `project:acme/web`. Without it: everything. */
  readonly targets?: readonly string[] | IResolvable;
  /** Kinds that hold people's work and may be deleted: `group`, `project`. */
  readonly allowDelete?: readonly string[] | IResolvable;
  /** How many things of one kind may be deleted at most. */
  readonly maxDeletes?: number;
  /** Addresses whose secrets are sent again though nothing shows that they differ. */
  readonly resendSecrets?: readonly string[] | IResolvable;
}

/** Names in Terraform. */
const namesOfDesiredState = {
  path: "path",
  paths: "paths",
  targets: "targets",
  allowDelete: "allow_delete",
  maxDeletes: "max_deletes",
  resendSecrets: "resend_secrets",
} as const;

/** A directory of trueup files as one resource: the plan shows every change as a readable list, and apply runs the same engine as the command line. Destroying it leaves everything on the platform as it is. */
export class DesiredState extends TrueupResource {
  static readonly tfResourceType = "trueup_desired_state";

  constructor(scope: Construct, id: string, properties: DesiredStateProps = {}) {
    super(scope, id, DesiredState.tfResourceType, namesOfDesiredState, properties);
  }

  /** Where the files are. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Directory or file to read, relative to where Terraform runs. Either this or `paths`. */
  get path(): string {
    return this.getStringAttribute("path");
  }

  /** Directories and files to read, relative to where Terraform runs. Either this or `path`. */
  get paths(): string[] {
    return this.getListAttribute("paths");
  }

  /** Addresses of what is to be looked at, such as `project:acme/web`. Without it: everything. */
  get targets(): string[] {
    return this.getListAttribute("targets");
  }

  /** Kinds that hold people's work and may be deleted: `group`, `project`. */
  get allowDelete(): string[] {
    return this.getListAttribute("allow_delete");
  }

  /** How many things of one kind may be deleted at most. */
  get maxDeletes(): number {
    return this.getNumberAttribute("max_deletes");
  }

  /** Addresses whose secrets are sent again though nothing shows that they differ. */
  get resendSecrets(): string[] {
    return this.getListAttribute("resend_secrets");
  }

  /** What is to be changed, or was changed by this apply: a line for each thing and attribute. Empty once the platform is as the files say. */
  get changes(): string[] {
    return this.getListAttribute("changes");
  }

  /** How many things the plan creates, updates, moves and deletes. */
  get summary(): string {
    return this.getStringAttribute("summary");
  }

  /** Fingerprint of the plan: apply refuses if the plan is another one by then. */
  get digest(): string {
    return this.getStringAttribute("digest");
  }
}
