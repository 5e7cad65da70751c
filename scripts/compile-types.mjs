// Declarations of sources, which the build makes one file of for each entry of the package.
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));

/** Writes the declarations of a project's sources to a directory of its own below node_modules, where they find packages; answers it. It is gone when the process ends. */
export function compile(project) {
  // By its real path, as the compiler names what it reads: node_modules may be a link.
  const directory = realpathSync(mkdtempSync(join(top, "node_modules/.trueup-types-")));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const compiler = join(top, "node_modules/typescript-7/bin/tsc");
  const words = [compiler, "-p", project, "--outDir", directory, "--emitDeclarationOnly"];
  const { status } = spawnSync(process.execPath, words, { cwd: top, stdio: "inherit" });
  if (status !== 0) process.exit(1);
  return directory;
}
