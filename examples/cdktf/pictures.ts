import { TerraformAsset } from "cdktn";
import type { Construct } from "constructs";

/** The path of a picture for Terraform, which runs elsewhere: an asset goes along with what is synthesized. */
export function picture(scope: Construct, name: string): string {
  // From where cdktf.json is.
  const path = `examples/acme/assets/${name}`;
  return new TerraformAsset(scope, `picture-${name.replaceAll(/[/.]/g, "-")}`, { path }).path;
}
