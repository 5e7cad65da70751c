import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { TrueupError } from "../../core/errors.js";
import { gitFailure, runGit } from "../git.js";
import type { RequestJob } from "./job.js";
import type { FetchSource } from "./service-job.js";

/** A bare repository that holds what was fetched, with its history. */
export interface Fetched {
  readonly place: string;
  readonly remove: () => Promise<void>;
}

/** The names that commits have there. */
export const headRef = "refs/trueup/head";
export const targetRef = "refs/trueup/target";

/** Hooks, filters and submodules need a checkout, and there is none; a redirect would take the credential to another host. */
const settings = ["http.followRedirects=false", "fetch.recurseSubmodules=false", "credential.helper=", "core.askPass="];

/**
 * Fetches a request and its target branch. Throws TrueupError `git.fetch`.
 * @param caFile certificates to trust beside the system's
 */
export async function fetchRequest(job: RequestJob, caFile: string | undefined): Promise<Fetched> {
  const { repository, noun, request, ref, target, head } = job;
  const fetched = await fetchInto(job, [`+refs/heads/${target}:${targetRef}`, `+${ref}:${headRef}`], caFile, {
    what: `${noun} ${request} and the branch ${target} from ${repository}`,
    hint: "The job's token must be allowed to read the project, and the request must not be closed and cleaned up.",
  });
  const { code } = await runGit(["cat-file", "-e", `${head}^{commit}`], { cwd: fetched.place, isAlone: true });
  if (code === 0) return fetched;
  await fetched.remove();
  throw new TrueupError({
    code: "git.fetch",
    message: `the commit ${head} is not in ${noun} ${request} of ${repository}`,
    hint: "If somebody has pushed since, the job of the new commit plans it. Otherwise, give a commit of the request with --head.",
  });
}

/** Fetches the ref of a job, and says which commit that is now. Throws TrueupError `git.fetch`. */
export async function fetchRef(source: FetchSource, caFile: string | undefined): Promise<Fetched & { readonly commit: string }> {
  const fetched = await fetchInto(source, [`+${source.ref}:${headRef}`], caFile, {
    what: `${source.ref} from ${source.repository}`,
    hint: "The job's token must be allowed to read the project.",
  });
  const { stdout } = await runGit(["rev-parse", headRef], { cwd: fetched.place, isAlone: true });
  return { ...fetched, commit: stdout.toString().trim() };
}

/** Fetches into a new bare repository. The credential goes in a header of git's environment, in no argument and no file, and to the forge's own host alone. */
async function fetchInto(
  source: FetchSource,
  wanted: readonly string[],
  caFile: string | undefined,
  failure: { readonly what: string; readonly hint: string },
): Promise<Fetched> {
  const { repository } = source;
  const place = await realpath(await mkdtemp(path.join(tmpdir(), "trueup-request-")));
  const remove = async () => rm(place, { recursive: true, force: true });
  const git = async (...args: readonly string[]) => {
    const given = [...settings, ...protocolOf(repository), ...(caFile ? [`http.sslCAInfo=${caFile}`] : [])];
    const all = [...given.flatMap((setting) => ["-c", setting]), ...args];
    return runGit(all, { cwd: place, isAlone: true, env: credentialOf(source) });
  };
  try {
    const made = await git("init", "--quiet", "--bare", "--template=", ".");
    if (made.code !== 0) throw gitFailure(made);
    const end = await git("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--", repository, ...wanted);
    if (end.code !== 0) {
      const line = end.stderr.trim().split("\n")[0] ?? "";
      throw new TrueupError({ code: "git.fetch", message: `git could not fetch ${failure.what}: ${line}`, hint: failure.hint });
    }
    return { place, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Git speaks no protocol but that of the address. */
function protocolOf(repository: string): string[] {
  const [, scheme = "file"] = /^([a-z]+):\/\//.exec(repository) ?? [];
  return ["https", "http", "file"].includes(scheme) ? [`protocol.${scheme}.allow=always`] : [];
}

function credentialOf({ repository, gitLogin }: FetchSource): Readonly<Record<string, string>> {
  if (gitLogin === undefined || !/^https?:/.test(repository)) return {};
  const { origin } = new URL(repository);
  if (origin !== gitLogin.origin) return {};
  const basic = Buffer.from(`${gitLogin.user}:${gitLogin.password}`).toString("base64");
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
}
