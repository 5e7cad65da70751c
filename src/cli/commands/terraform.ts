import { resolve } from "node:path";
import type { Command } from "commander";
import { providerAddress, providerSource } from "../../derive/terraform/source.js";
import { collect } from "../option-values.js";
import { addExample } from "../options.js";
import { bundleDirectory, impliedMirror, installProvider, type Installed, ownPlatform } from "../provider-mirror.js";
import type { Session } from "../session.js";

interface InstallFlags {
  readonly dir?: string;
  readonly platform?: readonly string[];
  readonly json?: true;
}

/** `trueup terraform`: puts the provider where Terraform finds it. */
export function defineTerraform(program: Command, session: Session): void {
  const terraform = program.command("terraform").description("install the Terraform provider where Terraform finds it");
  defineInstall(terraform, session);
  defineDevOverride(terraform, session);
}

function defineInstall(terraform: Command, session: Session): void {
  const command = terraform
    .command("install")
    .description("install the provider in the directory where Terraform looks by itself, or in a mirror of providers")
    .option("--dir <dir>", "the mirror (default: terraform.d/plugins in the user's home)")
    .option("--platform <os_arch>", "for this platform, not the own one; as Terraform names it (repeatable)", collect)
    .option("--json", "print what was installed as JSON")
    .option("--debug", "show stack traces");
  addExample(
    command,
    "trueup terraform install",
    "trueup terraform install --dir mirror --platform linux_amd64 --platform darwin_arm64",
  );
  command.action(async () => install(command.opts<InstallFlags>(), session));
}

async function install({ dir, platform, json }: InstallFlags, { cwd, env, output }: Session): Promise<void> {
  const mirror = dir === undefined ? impliedMirror(env) : resolve(cwd, dir);
  const installed: Installed[] = [];
  for (const system of platform ?? [ownPlatform()]) installed.push(await installProvider(mirror, system));
  if (json) {
    output.result(`${JSON.stringify({ source: providerSource, mirror, installed })}\n`);
  } else {
    for (const { change, version, file } of installed) output.result(`trueup ${version} ${changes[change]}: ${file}\n`);
    output.result(`\nIn each configuration:\n\n${requirement(installed[0]?.version ?? "")}\n`);
    if (dir !== undefined)
      output.result(
        `\nIn Terraform's CLI configuration (~/.terraformrc, or the file that TF_CLI_CONFIG_FILE names):\n\n${mirrorBlock(mirror)}\n`,
      );
  }
  if (installed.some(({ change }) => change === "replaced")) output.note(lockWarning);
}

const changes: { readonly [change in Installed["change"]]: string } = {
  new: "is installed",
  replaced: "took the place of another build",
  none: "is there already, as it is here",
};

const lockWarning = `
warning: configurations that were initialized with the other build refuse this one, because .terraform.lock.hcl has the hash of that one.
In each of them take the block \`provider "${providerAddress}"\` out of .terraform.lock.hcl and run \`terraform init\` again.
`;

function requirement(version: string): string {
  return `terraform {
  required_providers {
    trueup = {
      source  = "${providerSource}"
      version = "${version}"
    }
  }
}`;
}

function mirrorBlock(mirror: string): string {
  return `provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ["${providerAddress}"]
  }
  direct {
    exclude = ["${providerAddress}"]
  }
}`;
}

function defineDevOverride(terraform: Command, session: Session): void {
  const command = terraform
    .command("dev-override")
    .description(
      "print the CLI configuration that makes Terraform use the provider of this installation, without `terraform init`",
    )
    .option("--debug", "show stack traces");
  addExample(command, "trueup terraform dev-override > dev.tfrc && TF_CLI_CONFIG_FILE=dev.tfrc terraform plan");
  command.action(async () => session.output.result(`${overrideBlock(await bundleDirectory())}\n`));
}

function overrideBlock(directory: string): string {
  return `provider_installation {
  dev_overrides {
    "${providerSource}" = ${JSON.stringify(directory)}
  }
  direct {}
}`;
}
