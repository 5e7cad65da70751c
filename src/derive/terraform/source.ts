/** Where configurations take the provider from. */
export const providerSource = "trueup/trueup";

/** The same with the host that Terraform adds to a source that names none. */
export const providerAddress = `registry.terraform.io/${providerSource}`;
