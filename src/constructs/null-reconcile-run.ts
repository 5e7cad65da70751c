import type * as NullProvider from "@cdktf/provider-null";
import { TerraformProvider, TerraformStack, type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { separate } from "./meta-arguments.js";
import { reconcileCommand, type ReconcileRunProps } from "./reconcile-command.js";

/** ReconcileRun as a `null_resource`, for Terraform before 1.4. Needs the package `@cdktf/provider-null`, and makes the stack's null provider if there is none. */
export class NullReconcileRun extends Construct implements ITerraformDependable {
  /** The `null_resource` in Terraform's language, for `dependsOn`. */
  readonly fqn: string;

  /** Throws where there is nothing to apply, or the package is missing. */
  constructor(scope: Construct, id: string, properties: ReconcileRunProps) {
    super(scope, id);
    const { provider, resource } = loadNullProvider();
    const stack = TerraformStack.of(this);
    const isThere = stack.node.findAll().some((node) => TerraformProvider.isTerraformProvider(node) && isNull(node));
    if (!isThere) new provider.NullProvider(stack, "null");
    const { triggers, provisioner } = reconcileCommand(scope, properties);
    // The core leaves `Default` out of names: the resource is called as this construct.
    this.fqn = new resource.Resource(this, "Default", {
      ...separate(properties).meta,
      triggers: { ...triggers },
      provisioners: [provisioner],
    }).fqn;
  }
}

function isNull({ terraformResourceType }: TerraformProvider): boolean {
  return terraformResourceType === "null";
}

/** Only here, so that the rest of `trueup/cdktf` works without the package. */
function loadNullProvider(): typeof NullProvider {
  try {
    return require("@cdktf/provider-null") as typeof NullProvider;
  } catch (error) {
    throw new Error("NullReconcileRun needs the package @cdktf/provider-null: install it, or use ReconcileRun", { cause: error });
  }
}
