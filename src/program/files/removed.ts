import { existsSync } from "node:fs";
import path from "node:path";
import { InvalidFilesError, TrueupError } from "../../core/errors.js";
import type { DesiredState } from "../../core/plan.js";
import { displayPath, givenPaths } from "../../desired/index.js";
import type { RunContext } from "../server/run-context.js";
import { loadValid } from "./load.js";
import { filesAt } from "./revision.js";

/**
 * What the files said at a revision, for what they no longer say; nothing where nothing was at the paths. Throws TrueupError as `filesAt` does, and `removed.invalid` where
 * the files of then have errors.
 */
export async function stateAt(revision: string, paths: readonly string[], context: RunContext): Promise<DesiredState> {
  const given = givenPaths(paths, context.cwd).map((one) => displayPath(one, context.cwd));
  const files = await filesAt(revision, given, context.cwd);
  try {
    const there = given.filter((one) => existsSync(path.resolve(files.cwd, one)));
    if (there.length === 0) return { resources: [], deleteUndeclared: {}, root: "." };
    return (await loadValid(there, { ...context, cwd: files.cwd })).state;
  } catch (error) {
    if (!(error instanceof InvalidFilesError)) throw error;
    const first = error.diagnostics.find(({ severity }) => severity === "error");
    throw new TrueupError({
      code: "removed.invalid",
      message: `the files at ${revision} have errors: ${first?.message ?? error.message}`,
      ...(first ? { where: `${revision}:${first.origin.file}:${first.origin.line}:${first.origin.column}` } : {}),
      hint: "Name a revision whose files are valid.",
    });
  } finally {
    await files.remove();
  }
}
