// @module-tag slow
import { describe, expect, it, onTestFinished } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture } from "../harness/fixture.js";
import { githubForge } from "../harness/github-forge.js";
import { commit, type Contents, git, nothingIsLeft, repository } from "../harness/repository.js";

nothingIsLeft();

const key = "a-key-of-more-than-sixteen-bytes";
const bot = "github-actions[bot]";
const topic = (name: string, title: string): Contents => ({
  [`trueup/${name}.yaml`]: `topics: { ${name}: { title: ${title} } }\n`,
});

/** An instance, a forge, and a clone of the files; the first files are applied and recorded. */
async function stage() {
  const forge = await githubForge();
  const fixture = await openFixture(inProcess, { asks: true, dialect: "vendor", serverVersion: "19.0.0-ee" });
  onTestFinished(async () => fixture.close());
  const clone = repository(topic("a", "A"));
  const push = () => git(clone, "push", "-q", forge.repository, "main");
  push();
  const at = (revision: string) => git(clone, "rev-parse", revision).trim();
  const open = (name: string, contents: Contents, number = 7) => {
    git(clone, "checkout", "-qb", name, "main");
    const change = (more: Contents) => {
      git(clone, "checkout", "-q", name);
      commit(clone, more);
      git(clone, "push", "-qf", forge.repository, `HEAD:refs/pull/${number}/head`);
      forge.setHead(at(name), number);
    };
    change(contents);
    return { name, number, change };
  };
  type Request = ReturnType<typeof open>;
  const run = async (words: readonly string[], env: Readonly<Record<string, string | undefined>>) =>
    fixture.run([...words, "--url", fixture.server.url], {
      TRUEUP_READ_TOKEN: fixture.platform.token,
      TRUEUP_WRITE_TOKEN: fixture.platform.token,
      TRUEUP_TOKEN: undefined,
      TRUEUP_URL: undefined,
      TRUEUP_PLAN_KEY: key,
      ...env,
    });
  const plan = async ({ name, number }: Request) => {
    const end = await run(["ci", "plan"], forge.variables(at(name), number));
    expect(end.code, end.stderr).toBe(0);
  };
  const merge = ({ name, number }: Request, how: readonly string[] = ["merge", "-q", "--no-ff", "--no-edit"]) => {
    const before = at("main");
    git(clone, "checkout", "-q", "main");
    git(clone, ...how, name);
    if (how.includes("--squash")) git(clone, "commit", "-qm", "Squashed");
    push();
    const pull = forge.pulls.get(number)!;
    pull.merged = git(clone, "rev-list", "--first-parent", `${before}..main`).trim().split("\n");
    return at("main");
  };
  const apply = async (sha: string, words: readonly string[] = [], more: Readonly<Record<string, string | undefined>> = {}) =>
    run(["ci", "apply", ...words], { ...forge.branchVariables(sha), ...more });
  const titles = async () => {
    const all = (await fixture.platform.call("GET", "/topics")) as { readonly title: string }[];
    return all.map(({ title }) => title).sort();
  };
  const begun = await apply(at("main"), ["--unapproved"]);
  expect(begun.code, begun.stderr).toBe(0);
  return { forge, fixture, clone, push, at, open, plan, merge, apply, titles };
}

describe("trueup ci apply on GitHub", () => {
  it("applies what the comment approves, records the commit by a deployment, and applies nothing twice", async () => {
    const { forge, fixture, at, open, plan, merge, apply, titles } = await stage();
    const [first] = forge.deployments;
    const request = open("request", topic("b", "B"));
    await plan(request);
    const sha = merge(request);
    const told = await apply(sha);
    expect(told, told.stderr + told.stdout).toMatchObject({ code: 0 });
    expect(await titles()).toEqual(["B"]);
    expect(forge.comments.map(({ body }) => body).join()).toContain(
      `**Applied** at <code>${sha.slice(0, 12)}</code>: 1 of 1 change made.`,
    );
    const { host } = new URL(fixture.server.url);
    expect(forge.deployments[0]).toMatchObject({
      by: bot,
      body: { ref: sha, environment: `trueup/${host.replace(":", "-")}`, auto_merge: false, required_contexts: [] },
      states: ["success"],
    });
    expect(first).toMatchObject({ states: ["inactive", "success"] });
    fixture.server.forget();
    expect(await apply(at("main"))).toMatchObject({ code: 0 });
    expect(fixture.writes()).toEqual([]);
    expect(new Set(forge.arrived.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer token-of-${bot}`]));
  });

  it.each([
    ["a squash", ["merge", "-q", "--squash"]],
    ["a rebase", ["cherry-pick", "main..request~1"]],
  ])("finds the request of %s", async (_name, how) => {
    const { open, plan, merge, apply, titles, clone, push } = await stage();
    const request = open("request", topic("b", "B"));
    request.change(topic("c", "C"));
    await plan(request);
    git(clone, "checkout", "-q", "main");
    commit(clone, { "README.md": "Meanwhile" });
    push();

    const told = await apply(merge(request, how));
    expect(told.code, told.stderr).toBe(0);
    expect(await titles()).toEqual(["B", "C"]);
  });

  it("leaves what nobody approved, exits with 3, and makes it by hand", async () => {
    const { forge, clone, push, open, plan, merge, apply, titles, at } = await stage();
    const request = open("request", topic("b", "B"));
    await plan(request);
    merge(request);
    commit(clone, topic("d", "D"));
    push();
    const told = await apply(at("main"));
    expect(told.code, told.stderr).toBe(3);
    expect(told.stderr).toContain("create topic:d");
    expect(await titles()).toEqual(["B"]);
    expect(forge.comments[0]?.body).toContain("topic:d");
    expect(forge.deployments).toHaveLength(1);
    const rest = await apply(at("main"), ["--unapproved"], { GITHUB_EVENT_NAME: "workflow_dispatch" });
    expect(rest.code, rest.stderr).toBe(0);
    expect(await titles()).toEqual(["B", "D"]);
    expect(forge.deployments[0]?.body["ref"]).toBe(at("main"));
  });

  it("counts no deployment that another workflow made, or that was never done", async () => {
    const { forge, open, plan, merge, apply, titles } = await stage();
    const request = open("request", topic("b", "B"));
    await plan(request);
    const sha = merge(request);
    const [own] = forge.deployments;
    // A workflow of a branch writes as the same user. It knows the seals of other commits, and has no key.
    const forged = [{}, { seal: "x" }, own?.body["payload"] ?? {}];
    for (const payload of forged)
      forge.deployments.unshift({ id: 900, by: bot, body: { ...own?.body, ref: sha, payload }, states: ["success"] });
    expect(await apply(sha)).toMatchObject({ code: 0 });
    expect(await titles()).toEqual(["B"]);
    forge.deployments[0]?.states.splice(0);
    const again = await apply(sha);
    expect(again.code, again.stderr).toBe(0);
  });

  it("counts a marker only in a comment of the job's user, by the key, for the request and its commit", async () => {
    const { forge, open, plan, merge, apply, titles } = await stage();
    const [one, two] = [open("one", topic("b", "B")), open("two", topic("c", "C"), 8)];
    await plan(one);
    const [own] = forge.comments;
    const body = own?.body ?? "";
    // Any workflow can write as this user: the marker of another request, and one that it made up.
    forge.say(bot, body, 8);
    expect(await apply(merge(two))).toMatchObject({ code: 3 });
    forge.comments[0]!.body = body.replace(/approval:1 (\w)/, (_, first: string) => `approval:1 ${first === "A" ? "B" : "A"}`);
    forge.say("mallory", body, 7);
    const told = await apply(merge(one));
    expect(told.code, told.stderr).toBe(3);
    expect(await titles()).toEqual([]);
  });

  it.each([
    ["approved it at this commit", "APPROVED", "", true],
    ["approved an older commit", "APPROVED", "0".repeat(40), false],
    ["asks for changes", "CHANGES_REQUESTED", "", false],
    ["took it back", "DISMISSED", "", false],
    ["only comments", "COMMENTED", "", false],
  ] as const)("lets a new plan only take away once a reviewer %s", async (_name, state, older, isFixed) => {
    const { forge, fixture, open, plan, merge, apply, at } = await stage();
    const request = open("request", topic("b", "B"));
    const made = (await fixture.platform.call("POST", "/topics", { name: "b", title: "B" })) as { readonly id: number };
    await plan(request);
    const head = older === "" ? at("request") : older;
    forge.reviews.push({ pull: 7, by: "alice", at: head, state });
    if (state === "APPROVED") forge.reviews.push({ pull: 7, by: "alice", at: head, state: "COMMENTED" });
    await fixture.platform.call("DELETE", `/topics/${made.id}`);
    await plan(request);
    const told = await apply(merge(request));
    expect(told.code, told.stderr).toBe(isFixed ? 3 : 0);
  });

  it.each([
    ["the branch is not protected", { GITHUB_REF_PROTECTED: "false" }, "the branch main is not protected"],
    ["the run is about a request", { GITHUB_EVENT_NAME: "pull_request_target" }, "this job is for no push to a branch"],
    ["the ref is a tag", { GITHUB_REF: "refs/tags/v1" }, "this job is for no push to a branch"],
    ["there is no key", { TRUEUP_PLAN_KEY: undefined }, "TRUEUP_PLAN_KEY is not set"],
    ["there is no write token", { TRUEUP_WRITE_TOKEN: undefined }, "TRUEUP_WRITE_TOKEN is not set"],
  ])("refuses before it writes anything where %s", async (_name, more, message) => {
    const { fixture, open, plan, merge, apply } = await stage();
    const request = open("request", topic("b", "B"));
    await plan(request);
    const sha = merge(request);
    fixture.server.forget();
    const told = await apply(sha, [], more);
    expect(told).toMatchObject({ code: 1, stderr: expect.stringContaining(message) as string });
    expect(fixture.writes()).toEqual([]);
  });

  it("tells with --then-drift what still differs in the issue of ci drift", async () => {
    const { forge, fixture, open, plan, merge, apply, titles } = await stage();
    const request = open("request", topic("b", "B"));
    await plan(request);
    const sha = merge(request);
    const told = await apply(sha, ["--then-drift"]);
    expect(told.code, told.stderr).toBe(2);
    expect(await titles()).toEqual(["B"]);
    expect(forge.issues).toEqual([
      expect.objectContaining({ state: "open", body: expect.stringContaining("topic:a") as string }),
    ]);
    await fixture.platform.call("POST", "/topics", { name: "a", title: "A" });
    expect(await apply(sha, ["--then-drift"])).toMatchObject({ code: 0 });
    expect(forge.issues).toEqual([expect.objectContaining({ state: "closed" })]);
  });

  it("counts no marker where the workflow is of another branch, and does nothing in the job of an older commit", async () => {
    const { clone, push, open, plan, merge, apply, titles, at } = await stage();
    const request = open("request", topic("b", "B"));
    await plan(request);
    const sha = merge(request);
    const other = { GITHUB_WORKFLOW_REF: "acme/desired/.github/workflows/trueup.yml@refs/heads/mine" };
    expect((await apply(sha, [], other)).stderr).toContain("the job is defined where authors can change what notes say");
    expect(await titles()).toEqual([]);
    commit(clone, { "README.md": "later" });
    push();
    expect(await apply(sha)).toMatchObject({ code: 0, stderr: expect.stringContaining("Nothing to do: main is at") as string });
    expect(await apply(at("main"), [], { GITHUB_EVENT_NAME: "schedule" })).toMatchObject({ code: 0 });
    expect(await titles()).toEqual(["B"]);
  });
});
