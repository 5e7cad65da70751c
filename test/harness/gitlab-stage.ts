import { expect, onTestFinished } from "vitest";
import { inProcess } from "./command-line.js";
import { openFixture } from "./fixture.js";
import { gitForge } from "./git-forge.js";
import { commit, type Contents, git, repository } from "./repository.js";

const key = "a-key-of-more-than-sixteen-bytes";
type Variables = Readonly<Record<string, string | undefined>>;

/** The files of one topic. */
export const topic = (name: string, title: string): Contents => ({
  [`trueup/${name}.yaml`]: `topics: { ${name}: { title: ${title} } }\n`,
});

/** An instance, a forge of GitLab whose jobs are defined elsewhere, and a clone of the files; the first files are applied and recorded. */
export async function gitlabStage(first: Contents = topic("a", "A")) {
  const forge = await gitForge();
  const fixture = await openFixture(inProcess, { asks: true, dialect: "vendor", serverVersion: "19.0.0-ee" });
  onTestFinished(async () => fixture.close());
  const clone = repository(first);
  git(clone, "push", "-q", forge.repository, "main");
  const at = (revision: string) => git(clone, "rev-parse", revision).trim();
  const open = async (name: string, contents: Contents) => {
    const number = name === "first" ? forge.request : await forge.openRequest();
    git(clone, "checkout", "-qb", name, "main");
    const push = (more: Contents) => {
      git(clone, "checkout", "-q", name);
      commit(clone, more);
      git(clone, "push", "-qf", forge.repository, `HEAD:refs/merge-requests/${number}/head`);
      forge.setHead(at(name), number);
    };
    push(contents);
    return { name, number, push };
  };
  type Request = Awaited<ReturnType<typeof open>>;
  const tokens = {
    TRUEUP_READ_TOKEN: fixture.platform.token,
    TRUEUP_WRITE_TOKEN: fixture.platform.token,
    TRUEUP_TOKEN: undefined,
    TRUEUP_URL: undefined,
  };
  const run = async (words: readonly string[], env: Variables, now?: string) =>
    fixture.run(
      [...words, "--url", fixture.server.url],
      { ...tokens, TRUEUP_PLAN_KEY: key, CI_CONFIG_PATH: ".gitlab-ci.yml@platform/trueup-ci", ...env },
      async (given, how) => inProcess(given, now === undefined ? how : { ...how, now }),
    );
  const plan = async ({ name, number }: Request, more: Variables = {}, words: readonly string[] = []) => {
    const end = await run(["ci", "plan", ...words], {
      ...forge.variables(at(name)),
      CI_MERGE_REQUEST_IID: String(number),
      ...more,
    });
    expect(end.code, end.stderr).toBe(0);
  };
  const merge = ({ name, number }: Request) => {
    git(clone, "checkout", "-q", "main");
    git(clone, "merge", "-q", "--no-ff", "--no-edit", name);
    git(clone, "push", "-q", forge.repository, "main");
    forge.setMerged(number, at("main"));
    return at("main");
  };
  const apply = async (sha: string, words: readonly string[] = [], more: Variables = {}, now?: string) =>
    run(
      ["ci", "apply", ...words],
      {
        ...forge.variables(sha),
        CI_PIPELINE_SOURCE: "push",
        CI_COMMIT_BRANCH: "main",
        CI_COMMIT_REF_PROTECTED: "true",
        CI_PROJECT_URL: `${forge.url}/platform/desired`,
        ...more,
      },
      now,
    );
  const drift = async (sha: string) =>
    run(["ci", "drift"], {
      ...forge.variables(sha),
      CI_PIPELINE_SOURCE: "schedule",
      CI_COMMIT_BRANCH: "main",
      CI_PROJECT_URL: `${forge.url}/platform/desired`,
    });
  const titles = async () => {
    const all = (await fixture.platform.call("GET", "/topics")) as { readonly title: string }[];
    return all.map(({ title }) => title).sort();
  };
  const begun = await apply(at("main"), ["--unapproved"], { A: "value-of-a-1234", B: "value-of-b-5678" });
  expect(begun.code, begun.stderr).toBe(0);
  return {
    forge,
    fixture,
    clone,
    open,
    plan,
    merge,
    apply,
    drift,
    titles,
    at,
    push: () => git(clone, "push", "-q", forge.repository, "main"),
  };
}

/** The notes of a request. */
export const note = (number: number) => `/projects/platform%2Fdesired/merge_requests/${number}/notes`;
