import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const top = fileURLToPath(new URL("..", import.meta.url));

/** A program's directory in which npm would have installed the packed trueup, beside the packages that are named. */
export interface PackedInstall {
  readonly place: string;
  /** Runs the compiler over files of the directory; gives what it complains of. */
  compile(files: readonly string[], options: object): Promise<string>;
  remove(): void;
}

/** Packs trueup as it is built, and unpacks it in a directory of its own. The packages are those of the repository. */
export async function installPacked(packages: readonly string[]): Promise<PackedInstall> {
  const place = mkdtempSync(join(tmpdir(), "trueup-packed-"));
  writeFileSync(join(place, "trueup.tgz"), await (packed ??= pack()));
  await run("tar", ["-xzf", "trueup.tgz"], { cwd: place });
  mkdirSync(join(place, "node_modules"));
  for (const name of packages) {
    mkdirSync(dirname(join(place, "node_modules", name)), { recursive: true });
    symlinkSync(join(top, "node_modules", name), join(place, "node_modules", name));
  }
  renameSync(join(place, "package"), join(place, "node_modules/trueup"));
  writeFileSync(join(place, "package.json"), '{"type":"module"}');
  return {
    place,
    compile: (files, options) => compile(place, files, options),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** Once for all installs of a test file. */
let packed: Promise<Uint8Array> | undefined;

async function pack(): Promise<Uint8Array> {
  const place = mkdtempSync(join(tmpdir(), "trueup-pack-"));
  try {
    const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", place], { cwd: top });
    return readFileSync(join(place, stdout.trim().split("\n").at(-1) ?? ""));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function compile(place: string, files: readonly string[], options: object): Promise<string> {
  const compilerOptions = { strict: true, noEmit: true, target: "es2022", types: ["node"], skipLibCheck: false, ...options };
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const compiler = join(top, "node_modules/typescript/bin/tsc");
  const compiled = await run(process.execPath, [compiler, "-p", place], { cwd: place }).catch(
    (error: { stdout: string }) => error,
  );
  return compiled.stdout;
}
