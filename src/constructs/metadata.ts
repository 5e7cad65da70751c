import { providerVersion } from "./provider.gen.js";

/** Says which provider makes the resources: the core asks whether a stack has a construct for it. */
export const generatorMetadata = { providerName: "trueup", providerVersion };

/** The cores can write HCL, but not of all values: rather than to lose some, nothing of it is written. */
export function refuseHcl(path: string): never {
  throw new Error(
    `${path}: the constructs of trueup synthesize JSON only, which Terraform takes as well as HCL. Synthesize without SYNTH_HCL_OUTPUT and --hcl.`,
  );
}
