import { spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

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
const version = "0.0.1";
const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;

/** Lays the built provider out. The caller closes it. */
export async function layOut(way: Way, env: Readonly<Record<string, string>>): Promise<Layout> {
  switch (way) {
    case "filesystem_mirror":
      return mirror();
    case "dev_overrides":
      return {
        configuration: `provider_installation {\n  dev_overrides {\n    "trueup/trueup" = ${JSON.stringify(built)}\n  }\n  direct {}\n}\n`,
        env: {},
        needsInit: false,
        close: async () => undefined,
      };
    case "reattach":
      return reattach(env);
  }
}

async function mirror(): Promise<Layout> {
  const path = await mkdtemp(join(tmpdir(), "mirror-"));
  const target = join(path, "registry.terraform.io/trueup/trueup", version, platform, `terraform-provider-trueup_v${version}`);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(file, target);
  await copyFile(join(built, "package.json"), join(dirname(target), "package.json"));
  return {
    configuration: `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(path)}\n  }\n}\n`,
    env: {},
    needsInit: true,
    close: async () => rm(path, { recursive: true, force: true }),
  };
}

/** Starts the provider for itself, as somebody who debugs it does; the line that it prints says how to come to it. */
async function reattach(env: Readonly<Record<string, string>>): Promise<Layout> {
  const child = spawn(process.execPath, [file, "--debug"], { env: { ...env }, stdio: ["ignore", "pipe", "ignore"] });
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
