import { execFile } from "node:child_process";
import { TrueupError } from "../core/errors.js";

/** More than so many bytes of files are not read from a revision. */
export const mostBytes = 256 * 1024 * 1024;
/** Of a listing of files. */
const longestList = 64 * 1024 * 1024;

/** How a run of git ended. */
export interface GitEnd {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs git in one repository. Throws TrueupError where it fails. */
export type Git = (args: readonly string[], input?: string) => Promise<Buffer>;

/** Variables of Git itself could lead it to another repository, or have it run something. */
function environment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(variables),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
  };
}

const harmless = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never", "core.pager=cat"];

/** What a repository of our own goes by: no configuration of the machine or its user, which may name programs that merge. */
const alone = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_ATTR_NOSYSTEM: "1" };

/** The system's git in a directory; if `isAlone`, by no configuration of the machine or its user. It runs no hook, filter or helper and sends nothing. Throws TrueupError `git.missing`, `git.repository` and `git.failed`. */
export function gitIn(cwd: string, isAlone = false): Git {
  return async (args, input) => {
    const end = await runGit(args, { cwd, input, isAlone });
    if (end.code !== 0) throw gitFailure(end);
    return end.stdout;
  };
}

/** How a run of git is begun. */
interface GitRun {
  readonly cwd: string;
  readonly input?: string | undefined;
  /** Goes by no configuration of the machine or its user. */
  readonly isAlone?: boolean;
  /** Variables beside those of the process, which may be git's own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs git to its end, however that is. Throws TrueupError `git.missing`. */
export async function runGit(args: readonly string[], { cwd, input = "", isAlone = false, env = {} }: GitRun): Promise<GitEnd> {
  const settings = harmless.flatMap((setting) => ["-c", setting]);
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      ["--no-pager", "--literal-pathspecs", ...settings, ...args],
      {
        cwd,
        env: { ...environment(), ...(isAlone ? alone : {}), ...env },
        encoding: "buffer",
        maxBuffer: mostBytes + longestList,
      },
      (error, stdout, stderr) => {
        if (error?.code === "ENOENT") reject(missing());
        else if (error && typeof error.code !== "number") reject(failed(error.message.split("\n")[0] ?? ""));
        else resolve({ code: Number(error?.code ?? 0), stdout, stderr: stderr.toString() });
      },
    );
    // A child that has ended already takes no input, and tells so by its exit code.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** The error for a run that failed. */
export function gitFailure({ code, stderr }: GitEnd): TrueupError {
  const words = stderr.trim().split("\n")[0] ?? "";
  if (!/not a git repository|dubious ownership/.test(words)) return failed(words === "" ? `it ended with ${code}` : words);
  const message = `the files stand in no Git repository that may be read: ${words}`;
  return new TrueupError({ code: "git.repository", message, hint: "Run in a clone of the files' repository that you own." });
}

function failed(words: string): TrueupError {
  return new TrueupError({ code: "git.failed", message: `git failed: ${words}` });
}

function missing(): TrueupError {
  const hint = "Install git, or leave --at, --base and --removed-since away.";
  return new TrueupError({ code: "git.missing", message: "git, which reads revisions, is not installed", hint });
}
