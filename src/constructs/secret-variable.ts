import { TerraformVariable } from "cdktf";
import type { Construct } from "constructs";

/** What is said of a secret that whoever runs Terraform gives. */
export interface SecretVariableProps {
  readonly description?: string;
}

/**
 * A secret that whoever runs Terraform gives, as `TF_VAR_` with its id: an ephemeral variable, whose value is in no plan and no state. The value of any other variable is
 * in every saved plan, whether it is sensitive or not. It goes where nothing is kept: into secrets of resources, and into the provider's token. Needs Terraform 1.10 or OpenTofu 1.11.
 */
export class SecretVariable extends TerraformVariable {
  constructor(scope: Construct, id: string, { description }: SecretVariableProps = {}) {
    super(scope, id, { type: "string", sensitive: true, ...(description === undefined ? {} : { description }) });
    this.addOverride("ephemeral", true);
  }
}
