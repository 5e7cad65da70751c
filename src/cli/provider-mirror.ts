import { randomBytes } from "node:crypto";
import { copyFile, readdir, readFile, rename, rm } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { reasonOf, TrueupError } from "../core/errors.js";
import { providerAddress } from "../derive/terraform/source.js";
import { makeDirectories } from "../program/files/make-directories.js";
import { packageDirectory, packageVersion } from "./package.js";

const executable = "terraform-provider-trueup";

/** Names of Node's platforms and processors in Terraform's words, which are those of Go. */
const systems: Readonly<Record<string, string>> = {
  darwin: "darwin",
  freebsd: "freebsd",
  linux: "linux",
  openbsd: "openbsd",
  sunos: "solaris",
  win32: "windows",
};
const processors: Readonly<Record<string, string>> = { arm: "arm", arm64: "arm64", ia32: "386", x64: "amd64" };

/** What has become of a provider in a mirror. */
export interface Installed {
  readonly version: string;
  /** For example `linux_amd64`. */
  readonly platform: string;
  /** The provider itself. */
  readonly file: string;
  /** Whether it is new there, takes the place of another build of the same version, or was there as it is. */
  readonly change: "new" | "replaced" | "none";
}

/** The directory of the bundled provider. Throws TrueupError `terraform.bundle` where the package was not built. */
export async function bundleDirectory(): Promise<string> {
  const directory = join(packageDirectory(), "dist", "provider");
  const names = await readdir(directory).catch((): string[] => []);
  if (names.includes(executable)) return directory;
  throw new TrueupError({
    code: "terraform.bundle",
    message: `the provider is not in this installation of trueup: there is no ${join(directory, executable)}`,
    hint: "In a checkout, run `npm run build`; else install trueup again.",
  });
}

/** The platform that this process runs on, in Terraform's words. */
export function ownPlatform(platform: string = process.platform, processor: string = process.arch): string {
  return `${systems[platform] ?? platform}_${processors[processor] ?? processor}`;
}

/**
 * The directory in which Terraform looks for providers by itself: `terraform.d/plugins` of the user's home, on Windows of APPDATA.
 * Throws TrueupError `terraform.home` where the environment names no home.
 */
export function impliedMirror(env: Readonly<Record<string, string | undefined>>, platform: string = process.platform): string {
  const home = platform === "win32" ? env["APPDATA"] : env["HOME"];
  if (home !== undefined && isAbsolute(home)) return join(home, platform === "win32" ? "terraform.d" : ".terraform.d", "plugins");
  throw new TrueupError({
    code: "terraform.home",
    message: "the environment names no home directory, in which Terraform would look for providers",
    hint: "Name a directory: trueup terraform install --dir DIR.",
  });
}

/**
 * Lays the provider out in a filesystem mirror, as Terraform looks for it there. Files are replaced whole, so that a Terraform that reads them meanwhile finds the old or the new one. Throws TrueupError `terraform.platform` and `terraform.install`.
 */
export async function installProvider(mirror: string, platform: string): Promise<Installed> {
  checkPlatform(platform);
  const version = packageVersion();
  const bundle = await bundleDirectory();
  const target = join(mirror, providerAddress, version, platform);
  const file = join(target, `${executable}_v${version}`);
  const files = { [file]: join(bundle, executable), [join(target, "package.json")]: join(bundle, "package.json") };
  try {
    const before = await readFile(file).catch(() => undefined);
    const change = before === undefined ? "new" : before.equals(await readFile(join(bundle, executable))) ? "none" : "replaced";
    makeDirectories(target);
    for (const [to, from] of Object.entries(files)) await replaceFile(from, to, mirror);
    return { version, platform, file, change };
  } catch (error) {
    throw new TrueupError({
      code: "terraform.install",
      message: `the provider cannot be written to ${target}: ${reasonOf(error)}`,
      hint: "Name a directory that can be written: trueup terraform install --dir DIR.",
      cause: error,
    });
  }
}

/** What is half written lies at the top of the mirror, where Terraform takes it for nothing. A copy keeps the mode. */
async function replaceFile(from: string, to: string, mirror: string): Promise<void> {
  const draft = join(mirror, `.trueup-${randomBytes(6).toString("hex")}.tmp`);
  try {
    await copyFile(from, draft);
    await rename(draft, to);
  } finally {
    await rm(draft, { force: true });
  }
}

function checkPlatform(platform: string): void {
  if (/^(?!windows_)[a-z0-9]+_[a-z0-9]+$/.test(platform)) return;
  const windows = platform.startsWith("windows_");
  throw new TrueupError({
    code: "terraform.platform",
    message: windows
      ? "on Windows Terraform starts providers that are programs of Windows only, and this one is run by Node"
      : `\`${platform}\` is no platform of Terraform`,
    hint: windows ? "Run Terraform in the Windows Subsystem for Linux." : "Name one as Terraform does, for example linux_amd64.",
  });
}
