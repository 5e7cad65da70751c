import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", place], { cwd: top });
  await run("tar", ["-xzf", join(place, stdout.trim().split("\n").at(-1) ?? "")], { cwd: place });
  mkdirSync(join(place, "node_modules"));
  for (const name of packages) {
    mkdirSync(dirname(join(place, "node_modules", name)), { recursive: true });
    symlinkSync(join(top, "node_modules", name), join(place, "node_modules", name));
  }
  cpSync(join(place, "package"), join(place, "node_modules/trueup"), { recursive: true });
  rmSync(join(place, "package"), { recursive: true });
  writeFileSync(join(place, "package.json"), '{"type":"module"}');
  return {
    place,
    compile: (files, options) => compile(place, files, options),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
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
