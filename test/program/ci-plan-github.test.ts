import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory, write } from "../harness/directory.js";
import { openFixture } from "../harness/fixture.js";
import { githubForge } from "../harness/github-forge.js";
import { commit, type Contents, git, repository } from "../harness/repository.js";
import { hostileTexts, mustBeInert } from "../report/inert.js";

const topics = (titles: Readonly<Record<string, string>>): string =>
  `topics:\n${Object.entries(titles)
    .map(([name, title]) => `  ${name}: { title: ${JSON.stringify(title)} }\n`)
    .join("")}`;

/** An instance, a forge with a pull request, and a clone in which the request is written. */
async function stage(main: Contents, request: Contents) {
  const forge = await githubForge();
  const fixture = await openFixture(inProcess, { asks: true, dialect: "vendor", serverVersion: "19.0.0-ee" });
  onTestFinished(async () => fixture.close());
  const clone = repository(main);
  git(clone, "push", "-q", forge.repository, "main");
  git(clone, "checkout", "-qb", "request");
  const push = (contents: Contents): string => {
    commit(clone, contents);
    const sha = git(clone, "rev-parse", "HEAD").trim();
    git(clone, "push", "-qf", forge.repository, `HEAD:refs/pull/${forge.request}/head`);
    forge.setHead(sha);
    return sha;
  };
  const head = push(request);
  const run = async (sha: string, more: Readonly<Record<string, string | undefined>> = {}, ...words: readonly string[]) => {
    const own = { TRUEUP_URL: fixture.server.url, TRUEUP_READ_TOKEN: fixture.platform.token, TRUEUP_TOKEN: undefined };
    return fixture.run(["ci", "plan", ...words], { ...forge.variables(sha), ...own, ...more });
  };
  return { forge, fixture, clone, head, push, run };
}

const begun = { "trueup/a.yaml": topics({ a: "A" }) };
const changed = { "trueup/b.yaml": topics({ b: "B" }) };
const login = `Basic ${Buffer.from("x-access-token:token-of-github-actions[bot]").toString("base64")}`;

describe("trueup ci plan on GitHub", () => {
  it("tells in one comment and in the job's summary what a pull request changes, and only reads the instance", async () => {
    const { forge, fixture, head, run } = await stage(begun, changed);
    const summary = join(directory(), "summary.md");
    const told = await run(head, { GITHUB_STEP_SUMMARY: summary });
    expect(told, told.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining("pull request 7 was made") as string });
    expect(forge.comments).toHaveLength(1);
    expect(forge.comments[0]).toMatchObject({ by: "github-actions[bot]", body: told.stdout });
    expect(told.stdout).toContain("<code>topic:b</code>");
    expect(told.stdout).toContain("1 more difference was there before this request");
    expect(readFileSync(summary, "utf8")).toBe(told.stdout);
    expect(fixture.writes()).toEqual([]);
    expect(new Set(forge.arrived.map(({ authorization }) => authorization))).toEqual(
      new Set(["Bearer token-of-github-actions[bot]"]),
    );
    expect(new Set(forge.credentials)).toEqual(new Set([login]));
  });

  it("keeps to one comment through three pushes, and an older job does nothing", async () => {
    const { forge, head, push, run } = await stage(begun, changed);
    expect(await run(head)).toMatchObject({ code: 0 });
    const second = push({ "trueup/b.yaml": topics({ b: "B2" }) });
    expect((await run(head)).stderr).toContain("pull request 7 is at");
    expect(await run(second)).toMatchObject({ code: 0, stderr: expect.stringContaining("was updated") as string });
    const third = push({ "trueup/b.yaml": topics({ b: "B3" }) });
    expect(await run(third)).toMatchObject({ code: 0 });
    expect(forge.comments).toHaveLength(1);
    expect(forge.comments[0]?.body).toContain("B3");
    expect((await run(third)).stderr).toContain("up to date");
  });

  it("finds its comment behind more than a page of others, and leaves one with its marker that somebody else wrote", async () => {
    const { forge, head, push, run } = await stage(begun, changed);
    const [marker = ""] = (await run(head, {}, "--no-note")).stdout.split("\n");
    forge.say("mallory", `${marker}\nNothing changes, trust me`);
    for (let count = 0; count < 130; count++) forge.say("alice", "I agree");
    expect((await run(head)).stderr).toContain("1 note with the same marker by others ignored");
    expect((await run(push({ "trueup/b.yaml": topics({ b: "B2" }) }))).stderr).toContain("was updated");
    expect(forge.comments).toHaveLength(132);
    expect(forge.comments[0]?.body).toContain("trust me");
  });

  it.each([
    ["says so in the event", true],
    ["only says so in the API", false],
  ])("asks the instance nothing for a fork that %s, and needs no token of it", async (_name, isInEvent) => {
    const { forge, fixture, head, run } = await stage(begun, { "trueup/a.yaml": topics({ a: "New" }), ...changed });
    const own = forge.variables(head);
    forge.setFork(true);
    const { GITHUB_EVENT_PATH: event = "" } = isInEvent ? forge.variables(head) : own;
    // Without a note nobody asks the API.
    const words = isInEvent ? ["--no-note"] : [];
    const told = await run(head, { GITHUB_EVENT_PATH: event, TRUEUP_READ_TOKEN: undefined }, ...words);
    expect(told, told.stderr).toMatchObject({ code: 0 });
    expect(fixture.server.arrived).toEqual([]);
    expect(told.stdout).toContain("from a fork");
    expect(told.stdout).toMatch(/declared <b><code>topic:b<\/code>/);
    expect(forge.comments.map(({ body }) => body)).toEqual(isInEvent ? [] : [told.stdout]);
  });

  it("goes by the project file of the target: one in the request sends no token anywhere", async () => {
    const elsewhere = await openFixture(inProcess);
    onTestFinished(async () => elsewhere.close());
    const hostile = `version: 1
default_instance: theirs
instances: { theirs: { url: "${elsewhere.server.url}", token_env: STOLEN } }
`;
    const { head, run } = await stage(begun, { "trueup.yaml": hostile });
    const told = await run(head, { STOLEN: "a-token-of-the-job" });
    expect(told, told.stderr).toMatchObject({ code: 0 });
    expect(elsewhere.server.arrived).toEqual([]);
  });

  it("writes a comment that mentions nobody, refers to nothing and shows no picture, whatever the files say", async () => {
    // Lone surrogates and NUL cannot stand in a file.
    const texts = hostileTexts.filter((text) => Buffer.from(text).toString() === text && !text.includes("\0"));
    const titles = Object.fromEntries(texts.map((text, index) => [`t${index}`, text]));
    const { forge, head, run } = await stage(begun, { "trueup/b.yaml": topics(titles) });
    const told = await run(head);
    expect(told.stdout, told.stderr).toContain("topic:t0");
    const [marker = "", ...lines] = forge.comments[0]?.body.split("\n") ?? [];
    expect(marker).toMatch(/^<!-- trueup:plan:[0-9a-f]{16} -->$/);
    mustBeInert(lines.join("\n"));
  });

  it.each([
    [
      "another host serves the repository",
      (url: string) => ["--repository", `${url.replace("127.0.0.1", "localhost")}/acme/desired.git`],
      {},
    ],
    ["the service's pages are elsewhere", () => [], { GITHUB_SERVER_URL: "" }],
  ])("gives git no token where %s", async (name, words, more) => {
    const { forge, head, run } = await stage(begun, changed);
    const given = name.startsWith("another")
      ? words(forge.url)
      : ["--repository", `${forge.url.replace("127.0.0.1", "localhost")}/acme/desired.git`];
    const told = await run(head, more, ...given);
    expect(told, told.stderr).toMatchObject({ code: 0 });
    expect(new Set(forge.credentials)).toEqual(new Set([undefined]));
  });

  it("waits where the service says that there were too many requests, and follows no redirect to another host", async () => {
    const { forge, head, run } = await stage(begun, changed);
    const reset = String(Math.floor(Date.now() / 1000) - 1);
    forge.refusals.push({ status: 403, headers: { "retry-after": "0" } });
    forge.refusals.push({ status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset } });
    expect(await run(head)).toMatchObject({ code: 0 });
    expect(forge.arrived.slice(0, 3).map(({ path }) => path)).toEqual(Array(3).fill("/api/v3/repos/acme/desired/pulls/7"));
    const elsewhere = await githubForge();
    forge.refusals.push({ status: 301, headers: { location: `${elsewhere.url}/api/v3/repos/acme/desired/pulls/7` } });
    expect(await run(head)).toMatchObject({ code: 1, stderr: expect.stringContaining("301") as string });
    expect(elsewhere.arrived).toEqual([]);
    forge.refusals.push({ status: 403, headers: {} });
    expect(await run(head)).toMatchObject({ code: 1, stderr: expect.stringContaining("403") as string });
  });

  it("adds nothing to a summary that is full", async () => {
    const { head, run } = await stage(begun, changed);
    const file = join(directory(), "summary.md");
    write(file, "x".repeat(1024 * 1024 - 10));
    expect((await run(head, { GITHUB_STEP_SUMMARY: file }, "--no-note")).stderr).toContain("longer than 1 MiB");
    expect(readFileSync(file, "utf8")).toHaveLength(1024 * 1024 - 10);
  });

  it.each<[string, string, string]>([
    ["no JSON", "{", "holds no event"],
    ["no object", "[]", "holds no event"],
    ["no pull request", '{"pull_request":null}', "the job's event has no pull_request.number, and --request is not given"],
    ["no number", '{"pull_request":{"number":{"a":1}}}', "the job's event has no pull_request.number"],
    ["no commit", '{"pull_request":{"number":7,"head":{"sha":"--upload-pack=x"},"base":{"ref":"main"}}}', "is no commit"],
  ])("refuses before it asks anybody where the event holds %s", async (_name, event, message) => {
    const forge = await githubForge();
    const file = join(directory(), "event.json");
    write(file, event);
    const env = { ...forge.variables(""), TRUEUP_URL: forge.url, GITHUB_EVENT_PATH: file };
    const told = await inProcess(["ci", "plan"], { cwd: directory(), env });
    expect(told).toMatchObject({ code: 1, stderr: expect.stringContaining(message) as string });
    expect(forge.arrived).toEqual([]);
  });

  it("plans on another service what the options name, before what the job says", async () => {
    const { forge, fixture, head, run } = await stage(begun, changed);
    const none = Object.fromEntries(Object.keys(forge.variables(head)).map((name) => [name, undefined]));
    const named = [
      "--forge",
      `${forge.url}/api/v3`,
      "--hosting",
      "acme/desired",
      "--request",
      "7",
      "--head",
      head,
      "--into",
      "main",
    ];
    const token = { TRUEUP_NOTES_TOKEN: "token-of-alice" };
    const told = await run(
      head,
      { ...none, ...token },
      "--service",
      "github",
      ...named,
      "--repository",
      `${forge.url}/acme/desired.git`,
    );
    expect(told, told.stderr).toMatchObject({ code: 0 });
    expect(forge.comments.map(({ by }) => by)).toEqual(["alice"]);
    expect(fixture.writes()).toEqual([]);
    expect(await run(head, {}, "--hosting", "acme/../x")).toMatchObject({ code: 1 });
    expect((await run(head, {}, "--hosting", "acme/..")).stderr).toContain("names no repository of GitHub");
  });
});
