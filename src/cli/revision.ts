import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { TrueupError } from "../core/errors.js";
import type { RevisionFiles } from "../trueup.js";

/** More than so many bytes of files are not read from a revision. */
const most = 256 * 1024 * 1024;
/** Of a listing of files. */
const longestList = 64 * 1024 * 1024;

/**
 * Lays out what the paths held in a revision of the repository that they lie in, wherever the user stands, in a directory of its own: the blobs as they are, read by the system's
 * git, which runs no hook, filter or helper of the repository and sends nothing. Throws TrueupError `git.missing`, `git.repository`, `git.revision` (also for a shallow clone that lacks it) and `git.size`.
 */
export async function filesAt(revision: string, paths: readonly string[], cwd: string): Promise<RevisionFiles> {
  const here = await realpath(cwd);
  const absolute = paths.map((one) => path.resolve(here, one));
  const place = await directoryOf(absolute[0] ?? here);
  const run = (args: readonly string[], input?: string) => git(args, place, input);
  const top = (await run(["rev-parse", "--show-toplevel"])).toString().replace(/\n$/, "");
  const commit = await commitOf(revision, run);
  const wanted = absolute.map((one) => path.relative(top, one).split(path.sep).join("/"));
  if (wanted.some((one) => one === ".." || one.startsWith("../"))) throw outside(top);
  const pathspec = wanted.includes("") || wanted.length === 0 ? [] : ["--", ...wanted];
  const listed = (await run(["ls-tree", "-r", "-z", "--long", "--full-tree", commit, ...pathspec], undefined)).toString();
  const entries = listed.split("\0").flatMap((line) => entryOf(line));
  const size = entries.reduce((sum, one) => sum + one.size, 0);
  if (size > most) throw tooMuch(revision, size);
  const root = await mkdtemp(path.join(tmpdir(), "trueup-revision-"));
  const remove = async () => rm(root, { recursive: true, force: true });
  try {
    // Under their whole paths, so that they lie to where the user stands as they do on the disk.
    await layOut(entries, path.join(root, top), run);
    const inside = path.join(root, here);
    await mkdir(inside, { recursive: true });
    return { cwd: inside, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The directory that a path is, or that holds it or what was there: the nearest one that is there. */
async function directoryOf(absolute: string): Promise<string> {
  const found = await stat(absolute).catch(() => undefined);
  return found?.isDirectory() === true || path.dirname(absolute) === absolute ? absolute : directoryOf(path.dirname(absolute));
}

/** A file of a revision. */
interface Entry {
  readonly isLink: boolean;
  readonly blob: string;
  readonly size: number;
  readonly file: string;
}

/** One line of the listing; what is no file or link (a submodule) is left out. */
function entryOf(line: string): Entry[] {
  const [, mode = "", blob = "", size = "0", file = ""] = /^(\d{6}) blob ([0-9a-f]+) +(\d+)\t([^]+)$/.exec(line) ?? [];
  if (file === "" || file.split("/").some((segment) => segment === ".." || segment === ".git")) return [];
  return [{ isLink: mode === "120000", blob, size: Number(size), file }];
}

async function layOut(
  entries: readonly Entry[],
  root: string,
  run: (args: readonly string[], input?: string) => Promise<Buffer>,
): Promise<void> {
  if (entries.length === 0) return;
  const output = await run(["cat-file", "--batch"], entries.map(({ blob }) => `${blob}\n`).join(""));
  let at = 0;
  // Links come last: until then no name can lead elsewhere.
  const placed: { readonly target: string; readonly content: Buffer; readonly isLink: boolean }[] = [];
  for (const { file, isLink } of entries) {
    const end = output.indexOf(10, at);
    const size = Number(output.subarray(at, end).toString().split(" ")[2]);
    placed.push({ target: path.join(root, ...file.split("/")), content: output.subarray(end + 1, end + 1 + size), isLink });
    at = end + 1 + size + 1;
  }
  for (const { target, content } of placed.filter(({ isLink }) => !isLink)) {
    // oxlint-disable-next-line no-await-in-loop -- thousands of open files at once are too many
    await mkdir(path.dirname(target), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(target, content, { mode: 0o600, flag: "wx" });
  }
  for (const { target, content } of placed.filter(({ isLink }) => isLink)) {
    // oxlint-disable-next-line no-await-in-loop
    await mkdir(path.dirname(target), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop
    await symlink(content.toString(), target);
  }
}

async function commitOf(revision: string, run: (args: readonly string[]) => Promise<Buffer>): Promise<string> {
  if (revision === "" || revision.startsWith("-")) throw unknownRevision(revision, false);
  try {
    return (await run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`])).toString().trim();
  } catch (error) {
    if (!(error instanceof TrueupError) || error.code !== "git.failed") throw error;
    const isShallow = (await run(["rev-parse", "--is-shallow-repository"])).toString().trim() === "true";
    throw unknownRevision(revision, isShallow);
  }
}

/** Variables of Git itself could lead it to another repository, or have it run something. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return { ...Object.fromEntries(own), LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1" };
}

const harmless = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never", "core.pager=cat"];

async function git(args: readonly string[], cwd: string, input?: string): Promise<Buffer> {
  const settings = harmless.flatMap((one) => ["-c", one]);
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      ["--no-pager", "--literal-pathspecs", ...settings, ...args],
      { cwd, env: environment(), encoding: "buffer", maxBuffer: most + longestList },
      (error, stdout, stderr) => (error ? reject(failure(error, stderr)) : resolve(stdout)),
    );
    // A child that has ended already takes no input, and tells so by its exit code.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input ?? "");
  });
}

function failure(error: Error & { readonly code?: unknown }, stderr: Buffer): TrueupError {
  if (error.code === "ENOENT") {
    const hint = "Install git, or leave --removed-since away.";
    return new TrueupError({ code: "git.missing", message: "git, which --removed-since needs, is not installed", hint });
  }
  const words = stderr.toString().trim().split("\n")[0] ?? "";
  if (/not a git repository|dubious ownership/.test(words)) {
    const hint = "Run in a clone of the files' repository that you own.";
    return new TrueupError({
      code: "git.repository",
      message: `the files stand in no Git repository that may be read: ${words}`,
      hint,
    });
  }
  return new TrueupError({ code: "git.failed", message: `git failed: ${words === "" ? error.message.split("\n")[0] : words}` });
}

function unknownRevision(revision: string, isShallow: boolean): TrueupError {
  return new TrueupError({
    code: "git.revision",
    message: `there is no revision ${JSON.stringify(revision)} in this ${isShallow ? "shallow clone" : "repository"}`,
    hint: isShallow
      ? "Fetch the history: git fetch --unshallow (in a pipeline: GIT_DEPTH=0, or fetch-depth: 0)."
      : "Give a commit, branch or tag, for example --removed-since origin/main~1.",
  });
}

function outside(top: string): TrueupError {
  const message = `a path lies outside of the repository ${path.basename(top)}`;
  return new TrueupError({ code: "git.repository", message, hint: "Give paths inside of the repository." });
}

function tooMuch(revision: string, size: number): TrueupError {
  const message = `the files at ${revision} hold ${Math.round(size / 2 ** 20)} MB; at most ${most / 2 ** 20} MB are read`;
  return new TrueupError({ code: "git.size", message, hint: "Give the paths of the files of desired state alone." });
}
