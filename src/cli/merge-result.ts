import { mkdtemp, copyFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { firstNames } from "../core/collections.js";
import { TrueupError } from "../core/errors.js";
import { gitFailure, gitIn, type Git, type GitEnd, runGit } from "./git.js";
import type { RevisionObject } from "./revision-files.js";
import type { Repository } from "./revision.js";

/** The first release of git that merges without a checkout. */
const needed = [2, 38] as const;
const mostFiles = 10;

/**
 * Merges two commits into a tree, in a repository of its own that borrows the objects: the one of the user gets no object more, and no driver that its configuration names is run.
 * Nothing is fetched. Throws TrueupError `git.version`, `git.conflict` and `git.history`.
 */
export async function mergeOf(
  { git }: Pick<Repository, "git">,
  base: { readonly name: string; readonly commit: string },
  head: { readonly name: string; readonly commit: string },
): Promise<Required<RevisionObject>> {
  const place = await realpath(await mkdtemp(path.join(tmpdir(), "trueup-merge-")));
  const remove = async () => rm(place, { recursive: true, force: true });
  const mergeGit = gitIn(place, true);
  try {
    await borrow(git, mergeGit, place);
    const end = await runGit(["merge-tree", "--write-tree", "-z", "--name-only", base.commit, head.commit], {
      cwd: place,
      isAlone: true,
    });
    const [object = ""] = end.stdout.toString().split("\0");
    if (end.code === 0) return { git: mergeGit, object, name: `the merge of ${head.name} into ${base.name}`, remove };
    throw end.code === 1 ? conflict(end, base.name, head.name) : unmerged(end, base.name, head.name);
  } catch (error) {
    await remove();
    // An old git fails in many ways, and only its version says why.
    if (!(error instanceof TrueupError) || error.code !== "git.conflict") mustMerge((await git(["version"])).toString());
    throw error;
  }
}

/** Makes an empty repository that has the objects of another one. */
async function borrow(git: Git, mergeGit: Git, place: string): Promise<void> {
  const wanted = ["--show-object-format", "--path-format=absolute", "--git-path", "objects", "--git-path", "shallow"];
  const [format, objects, shallow = ""] = (await git(["rev-parse", ...wanted])).toString().split("\n");
  await mergeGit(["init", "--quiet", "--bare", "--template=", `--object-format=${format}`, "."]);
  await writeFile(path.join(place, "objects/info/alternates"), `${objects}\n`);
  // Only a shallow clone has it: where its history ends.
  await copyFile(shallow, path.join(place, "shallow")).catch(() => undefined);
}

/** Throws TrueupError `git.version` for a release that cannot merge without a checkout. */
export function mustMerge(answer: string): void {
  const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec(answer) ?? [];
  if (Number(major) > needed[0] || (Number(major) === needed[0] && Number(minor) >= needed[1])) return;
  throw new TrueupError({
    code: "git.version",
    message: `--base needs git ${needed.join(".")} or newer, and this is ${answer.trim()}`,
    hint: "Install a newer git, or plan the branch as it is: leave --base away.",
  });
}

function conflict({ stdout }: GitEnd, base: string, head: string): TrueupError {
  const [, ...lines] = stdout.toString().split("\0");
  const files = [...new Set(lines.slice(0, lines.indexOf("")))];
  return new TrueupError({
    code: "git.conflict",
    message: `${head} conflicts with ${base} in ${firstNames(files, mostFiles)}: there is no result of a merge to plan`,
    hint: `Merge ${base} into ${head}, or rebase it, and solve the conflicts.`,
  });
}

function unmerged(end: GitEnd, base: string, head: string): TrueupError {
  if (!/unrelated histories/.test(end.stderr)) return gitFailure(end);
  return new TrueupError({
    code: "git.history",
    message: `${head} and ${base} have no commit in common in this clone`,
    hint: "Fetch the history: git fetch --unshallow (in a pipeline: GIT_DEPTH=0, or fetch-depth: 0).",
  });
}
