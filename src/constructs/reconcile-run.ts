import { DataResource } from "cdktf";
import type { Construct } from "constructs";
import { separate } from "./meta-arguments.js";
import { reconcileCommand, type ReconcileRunProps } from "./reconcile-command.js";

/**
 * Runs `trueup apply` when Terraform applies and the files of trueup have changed since it last did: for pipelines that may install no provider. It is a
 * `terraform_data`, which is built into Terraform since 1.4.
 */
export class ReconcileRun extends DataResource {
  /** Throws where there is nothing to apply. */
  constructor(scope: Construct, id: string, properties: ReconcileRunProps) {
    const { triggers, provisioner } = reconcileCommand(scope, properties);
    super(scope, id, {
      ...separate(properties).meta,
      triggersReplace: triggers,
      provisioners: [provisioner],
    });
  }
}
