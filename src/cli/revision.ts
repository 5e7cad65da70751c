import { realpath } from "node:fs/promises";
import path from "node:path";
import { TrueupError } from "../core/errors.js";
import type { RevisionFiles } from "../trueup.js";
import { type Git, gitIn } from "./git.js";
import { directoryOf, RevisionLayout } from "./revision-files.js";

/** The repository that paths lie in, wherever the user stands. */
export interface Repository {
  readonly git: Git;
  /** Absolute, with links resolved. */
  readonly top: string;
  readonly here: string;
}

/**
 * Lays out what the paths held in a revision of the repository that they lie in, wherever the user stands, in a directory of its own: the blobs as they are, read by the system's
 * git, which runs no hook, filter or helper of the repository and sends nothing. Throws TrueupError `git.missing`, `git.repository`, `git.revision` (also for a shallow clone that lacks it) and `git.size`.
 */
export async function filesAt(revision: string, paths: readonly string[], cwd: string): Promise<RevisionFiles> {
  const { git, top, here } = await repositoryOf(paths[0], cwd);
  const object = await commitOf(revision, git, "--removed-since origin/main~1");
  const layout = await RevisionLayout.open({ git, object, name: revision, top, here, isConfined: false });
  try {
    await layout.layOut(paths.map((given) => path.resolve(here, given)));
    return { cwd: layout.cwd, remove: async () => layout.remove() };
  } catch (error) {
    await layout.remove();
    throw error;
  }
}

/** The repository that a path lies in; without one, that of where the user stands. */
export async function repositoryOf(first: string | undefined, cwd: string): Promise<Repository> {
  const here = await realpath(cwd);
  const git = gitIn(await directoryOf(first === undefined ? here : path.resolve(here, first)));
  const parsed = async (what: string) => (await git(["rev-parse", what])).toString().replace(/\n$/, "");
  // One without a checkout has its files where it lies itself, as far as anybody names them.
  const isBare = (await parsed("--is-bare-repository")) === "true";
  return { git, top: isBare ? await realpath(await parsed("--absolute-git-dir")) : await parsed("--show-toplevel"), here };
}

/** The commit of a revision. Throws TrueupError `git.revision`; `example` says how one is given. */
export async function commitOf(revision: string, git: Git, example: string): Promise<string> {
  if (revision === "" || revision.startsWith("-")) throw unknownRevision(revision, false, example);
  try {
    return (await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`])).toString().trim();
  } catch (error) {
    if (!(error instanceof TrueupError) || error.code !== "git.failed") throw error;
    const isShallow = (await git(["rev-parse", "--is-shallow-repository"])).toString().trim() === "true";
    throw unknownRevision(revision, isShallow, example);
  }
}

function unknownRevision(revision: string, isShallow: boolean, example: string): TrueupError {
  return new TrueupError({
    code: "git.revision",
    message: `there is no revision ${JSON.stringify(revision)} in this ${isShallow ? "shallow clone" : "repository"}`,
    hint: isShallow
      ? "Fetch the history: git fetch --unshallow (in a pipeline: GIT_DEPTH=0, or fetch-depth: 0)."
      : `Give a commit, branch or tag, for example ${example}.`,
  });
}
