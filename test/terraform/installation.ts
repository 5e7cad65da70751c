import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { command } from "../harness/built.js";
import { top } from "../harness/command-line.js";

/** The ways by which Terraform comes to a provider that no registry has. */
export type Way = "filesystem_mirror" | "dev_overrides" | "reattach";

/** What Terraform is told, to come to the provider that `npm run build` made. */
export interface Installation {
  /** Text of the CLI configuration. */
  readonly configuration: string;
  readonly env: Readonly<Record<string, string>>;
  /** True if `terraform init` is needed first; it fails for a provider that is overridden. */
  readonly needsInit: boolean;
  close(): Promise<void>;
}

/** A provider that runs already, for any number of Terraform's commands. */
export interface RunningProvider {
  /** What leads Terraform to it. */
  readonly env: { readonly TF_REATTACH_PROVIDERS: string };
  close(): Promise<void>;
}

const built = join(top, "dist/provider");
const run = promisify(execFile);

/** Installs the built provider for what runs in a directory. The caller closes it. */
export async function install(way: Way, directory: string, env: Readonly<Record<string, string>>): Promise<Installation> {
  if (way === "filesystem_mirror") return mirror();
  return way === "reattach" ? reattach(directory, env) : overrides;
}

const overrides: Installation = {
  configuration: `provider_installation {\n  dev_overrides {\n    "trueup/trueup" = ${JSON.stringify(built)}\n  }\n  direct {}\n}\n`,
  env: {},
  needsInit: false,
  close: async () => undefined,
};

async function mirror(): Promise<Installation> {
  const path = await mkdtemp(join(tmpdir(), "mirror-"));
  await run(process.execPath, [command, "terraform", "install", "--dir", path]);
  return {
    configuration: mirrorConfiguration(path),
    env: {},
    needsInit: true,
    close: async () => rm(path, { recursive: true, force: true }),
  };
}

async function reattach(directory: string, env: Readonly<Record<string, string>>): Promise<Installation> {
  return { configuration: "", needsInit: false, ...(await startProviderFor(directory, env)) };
}

/** The CLI configuration by which providers come from a mirror alone. */
export function mirrorConfiguration(path: string): string {
  return `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(path)}\n  }\n}\n`;
}

/** Starts the built provider for itself, as somebody who debugs it does; the line that it prints says how to come to it. The caller closes it. */
export async function startProviderFor(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<RunningProvider> {
  const child = spawn(process.execPath, [join(built, "terraform-provider-trueup"), "--debug"], {
    cwd: directory,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, quoted] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(line) ?? [];
    if (quoted === undefined) continue;
    return {
      env: { TF_REATTACH_PROVIDERS: quoted },
      close: async () => {
        child.kill("SIGTERM");
        await ended;
      },
    };
  }
  throw new Error("the provider ended without a word on how to come to it");
}
