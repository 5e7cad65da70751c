import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { transformSync } from "rolldown/utils";

/** The top of this repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of parts of this repository that may be changed. */
export interface ScratchCopy {
  readonly path: string;
  /** Brings parts back to what they are in the repository; what else lies there stays. */
  restore(...parts: readonly string[]): Promise<void>;
  /** Runs a script of the copy, or another program of Node. */
  node(...words: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
  /** Makes JavaScript of the sources, which compiles schemas when it runs. Types are not checked: `npm run generate` has checked those of the kinds. */
  build(): Promise<void>;
  /** A module of the copy's build. */
  built<Module>(name: string): Promise<Module>;
  remove(): Promise<void>;
}

const run = promisify(execFile);

/** What the scripts read that make the files of a build (scripts/built-files.mjs), beside `src` and `scripts`. */
const readByBuild = "docs/codes";

/** Copies parts of the repository, files or folders, beside which the installed packages lie. */
export async function scratchCopy(...parts: readonly string[]): Promise<ScratchCopy> {
  const path = await mkdtemp(join(tmpdir(), "trueup-scratch-"));
  const restore = async (...names: readonly string[]) => {
    await Promise.all(names.map((name) => cp(join(root, name), join(path, name), { recursive: true })));
  };
  await restore(...parts);
  await restore(readByBuild);
  await symlink(join(root, "node_modules"), join(path, "node_modules"));
  const node = async (...words: readonly string[]) => run(process.execPath, words, { cwd: path, maxBuffer: 2 ** 26 });
  return {
    path,
    restore,
    node,
    build: async () => stripTypes(join(path, "src"), join(path, "dist")),
    built: async <Module>(name: string): Promise<Module> =>
      (await import(/* @vite-ignore */ pathToFileURL(join(path, "dist", name)).href)) as Module,
    remove: async () => rm(path, { recursive: true }),
  };
}

/** What the compiler makes of sources whose types it does not check. */
async function stripTypes(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: (source) => !source.endsWith(".ts") });
  const names = (await readdir(from, { recursive: true })).filter((name) => name.endsWith(".ts"));
  await Promise.all(
    names.map(async (name) => {
      const { code, errors } = transformSync(name, await readFile(join(from, name), "utf8"), {
        tsconfig: false,
        target: "es2022",
        typescript: { onlyRemoveTypeImports: true },
      });
      if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
      await writeFile(join(to, name.replace(/\.ts$/, ".js")), code);
    }),
  );
}
