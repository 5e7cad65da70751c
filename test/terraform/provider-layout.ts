import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { command } from "../cli/run.js";

/** The ways by which Terraform comes to a provider that no registry has. */
export type Way = "filesystem_mirror" | "dev_overrides" | "reattach";

/** What Terraform is told, to come to the provider that `npm run build` made. */
export interface Layout {
  /** Text of the CLI configuration. */
  readonly configuration: string;
  readonly env: Readonly<Record<string, string>>;
  /** True if `terraform init` is needed first; it fails for a provider that is overridden. */
  readonly needsInit: boolean;
  close(): Promise<void>;
}

const built = fileURLToPath(new URL("../../dist/provider", import.meta.url));
const file = join(built, "terraform-provider-trueup");
const run = promisify(execFile);

/** Lays the built provider out for a directory. The caller closes it. */
export async function layOut(way: Way, directory: string, env: Readonly<Record<string, string>>): Promise<Layout> {
  if (way === "filesystem_mirror") return mirror();
  return way === "reattach" ? reattach(directory, env) : overrides;
}

const overrides: Layout = {
  configuration: `provider_installation {\n  dev_overrides {\n    "trueup/trueup" = ${JSON.stringify(built)}\n  }\n  direct {}\n}\n`,
  env: {},
  needsInit: false,
  close: async () => undefined,
};

async function mirror(): Promise<Layout> {
  const path = await mkdtemp(join(tmpdir(), "mirror-"));
  await run(process.execPath, [command, "terraform", "install", "--dir", path]);
  return {
    configuration: `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(path)}\n  }\n}\n`,
    env: {},
    needsInit: true,
    close: async () => rm(path, { recursive: true, force: true }),
  };
}

/** Starts the provider for itself, as somebody who debugs it does; the line that it prints says how to come to it. */
async function reattach(directory: string, env: Readonly<Record<string, string>>): Promise<Layout> {
  const child = spawn(process.execPath, [file, "--debug"], {
    cwd: directory,
    env: { ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, quoted] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(line) ?? [];
    if (quoted === undefined) continue;
    return {
      configuration: "",
      env: { TF_REATTACH_PROVIDERS: quoted },
      needsInit: false,
      close: async () => {
        child.kill("SIGTERM");
        await ended;
      },
    };
  }
  throw new Error("the provider ended without a word on how to come to it");
}
