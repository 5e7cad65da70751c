import { existsSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { isInside, realPath, rootOf } from "../../desired/index.js";

/**
 * The directories in which a project file is looked for, the first that has one first: where the user stands, if the files lie there; then from the top of the Git repository that the
 * files lie in down to them, so that no file in a part of it takes the place of one for the whole. Without a repository only beside the files, and beside their directory where that is
 * called `trueup`, as `trueup init` makes it.
 */
export function projectDirectories(paths: readonly string[], cwd: string): readonly string[] {
  const root = rootOf(paths, cwd);
  const files = realPath(root) ?? root;
  const here = realPath(cwd) ?? cwd;
  const own = isInside(files, here) ? [cwd] : [];
  const top = repositoryOf(files);
  if (top !== undefined) return [...new Set([...own, ...downTo(files, top)])];
  if (own.length > 0) return [...new Set([...own, ...downTo(files, here)])];
  return basename(files) === "trueup" ? [dirname(files), files] : [files];
}

/** The top of the Git repository that a directory lies in. */
function repositoryOf(directory: string): string | undefined {
  if (existsSync(join(directory, ".git"))) return directory;
  const above = dirname(directory);
  return above === directory ? undefined : repositoryOf(above);
}

/** A directory above another, and all between the two, the uppermost first. */
function downTo(below: string, above: string): readonly string[] {
  const steps = relative(above, below)
    .split(sep)
    .filter((step) => step !== "");
  return [above, ...steps.map((_, index) => join(above, ...steps.slice(0, index + 1)))];
}
