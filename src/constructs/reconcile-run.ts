import { DataResource } from "cdktf";
import type { Construct } from "constructs";
import { separate } from "./meta-arguments.js";
import { reconcileCommand, type ReconcileRunProps } from "./reconcile-command.js";

/** Runs `trueup apply` when Terraform applies and the files have changed since, for pipelines that may install no provider: a `terraform_data`, built in since 1.4. */
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
