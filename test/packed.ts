import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { takesAll } from "./ring.js";

const run = promisify(execFile);
const top = fileURLToPath(new URL("..", import.meta.url));

/** A program's directory in which npm would have installed the packed trueup, beside the packages that are named. */
export interface PackedInstall {
  readonly place: string;
  /** Runs the compiler over files of the directory; gives what it complains of. */
  compile(files: readonly string[], options: object): Promise<string>;
  remove(): void;
}

/** Lays out what npm would pack of trueup as it is built, in a directory of its own. The packages are those of the repository. */
export async function installPacked(packages: readonly string[]): Promise<PackedInstall> {
  const place = mkdtempSync(join(tmpdir(), "trueup-packed-"));
  for (const file of await (packed ??= pack())) cpSync(join(top, file), join(place, "node_modules/trueup", file));
  for (const name of packages) {
    mkdirSync(dirname(join(place, "node_modules", name)), { recursive: true });
    symlinkSync(join(top, "node_modules", name), join(place, "node_modules", name));
  }
  writeFileSync(join(place, "package.json"), '{"type":"module"}');
  return {
    place,
    compile: (files, options) => compile(place, files, options),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** Once for all installs of a test file. */
let packed: Promise<readonly string[]> | undefined;

/** The files that npm would pack, from the top of the repository. */
async function pack(): Promise<readonly string[]> {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: top });
  const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path);
}

async function compile(place: string, files: readonly string[], options: object): Promise<string> {
  const compilerOptions = { strict: true, noEmit: true, target: "es2022", types: ["node"], skipLibCheck: false, ...options };
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  // The newer compiler takes a third of the time. People have either one.
  const compiler = join(top, "node_modules", takesAll ? "typescript" : "typescript-7", "bin/tsc");
  const compiled = await run(process.execPath, [compiler, "-p", place], { cwd: place }).catch(
    (error: { stdout: string }) => error,
  );
  return compiled.stdout;
}
