import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { holds } from "../harness/ci-rules.js";
import { inProcess, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { openFixture } from "../harness/fixture.js";
import { type GitForge, gitForge } from "../harness/git-forge.js";
import { commit, type Contents, git, repository } from "../harness/repository.js";

interface Note {
  readonly id: number;
  readonly body: string;
  readonly author: { readonly username: string };
  readonly system: boolean;
}

const topics = (titles: Readonly<Record<string, string>>): string =>
  `topics:\n${Object.entries(titles)
    .map(([name, title]) => `  ${name}: { title: ${title} }\n`)
    .join("")}`;

/** An instance, a forge with a request, and a clone in which the request is written. */
async function stage(main: Contents, request: Contents) {
  const forge = await gitForge();
  const fixture = await openFixture(inProcess, { asks: true, dialect: "vendor", serverVersion: "19.0.0-ee" });
  onTestFinished(async () => fixture.close());
  const clone = repository(main);
  git(clone, "push", "-q", forge.repository, "main");
  git(clone, "checkout", "-qb", "request");
  const push = (contents: Contents): string => {
    commit(clone, contents);
    const sha = git(clone, "rev-parse", "HEAD").trim();
    git(clone, "push", "-qf", forge.repository, `HEAD:refs/merge-requests/${forge.request}/head`);
    forge.setHead(sha);
    return sha;
  };
  const head = push(request);
  const env = (sha: string) => ({
    ...forge.variables(sha),
    TRUEUP_URL: fixture.server.url,
    TRUEUP_READ_TOKEN: fixture.platform.token,
    TRUEUP_TOKEN: undefined,
  });
  const run = async (sha: string, more: Readonly<Record<string, string | undefined>> = {}, ...words: readonly string[]) =>
    fixture.run(["ci", "plan", ...words], { ...env(sha), ...more });
  return { forge, fixture, clone, head, push, run };
}

async function notesOf(forge: GitForge): Promise<readonly Note[]> {
  const all = await forge.call("alice", "GET", `/projects/platform%2Fdesired/merge_requests/${forge.request}/notes`);
  return (all as readonly Note[]).filter(({ system }) => !system);
}

const everyReport = [
  "markdown=report/plan.md",
  "json=report/plan.json",
  "gitlab-widget=report/counts.json",
  "junit=report/junit.xml",
].flatMap((one) => ["--report", one]);

const begun = { "trueup/a.yaml": topics({ a: "A" }) };

describe("trueup ci plan", () => {
  it("tells in one note what a merge request changes, apart from what was off before, and only reads the instance", async () => {
    const { forge, fixture, head, run } = await stage(begun, { "trueup/b.yaml": topics({ b: "B" }) });
    const told = await run(head);
    expect(told, told.stderr).toMatchObject({ code: 0 });
    const [note, ...others] = await notesOf(forge);
    expect(others).toEqual([]);
    expect(note).toMatchObject({ author: { username: "bot" } });
    expect(note?.body).toContain("<code>topic:b</code>");
    expect(note?.body).toContain("1 more difference was there before this request");
    expect(fixture.writes()).toEqual([]);
    expect(new Set(forge.arrived.map(({ token }) => token))).toEqual(new Set(["token-of-bot"]));
    expect(new Set(forge.credentials)).toEqual(
      new Set([`Basic ${Buffer.from("gitlab-ci-token:job-token-0123456789").toString("base64")}`]),
    );
  });

  it("shows the one change of a request first, and 163 older differences in one line", async () => {
    const names = Array.from({ length: 163 }, (_, index) => `t${String(index).padStart(3, "0")}`);
    const older = topics(Object.fromEntries(names.map((name) => [name, "Off"])));
    const { forge, head, run } = await stage({ "trueup/old.yaml": older }, { "trueup/b.yaml": topics({ b: "B" }) });
    expect(await run(head)).toMatchObject({ code: 0 });
    const [{ body } = { body: "" }] = await notesOf(forge);
    expect(body).toContain("163 more differences were there before this request");
    expect(body.indexOf("topic:b")).toBeGreaterThan(0);
    expect(body.indexOf("topic:b")).toBeLessThan(body.indexOf("163 more differences"));
    expect(body.indexOf("163 more differences")).toBeLessThan(body.indexOf("topic:t000"));
    expect(body).toContain("**This request: 1 to create, 0 to update, 0 to delete; 163 off before");
  });

  it("names the variable of the token that a server refuses", async () => {
    const { head, run } = await stage(begun, { "trueup/b.yaml": topics({ b: "B" }) });
    for (const name of ["TRUEUP_READ_TOKEN", "TRUEUP_NOTES_TOKEN"]) {
      const { code, stderr } = await run(head, { [name]: "glpat-of-yesterday" });
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining(`The token from ${name} is not valid here`) as string,
      });
    }
  });

  it("says that a commit is not of the request", async () => {
    const { run } = await stage(begun, { "trueup/b.yaml": topics({ b: "B" }) });
    const { code, stderr } = await run("a".repeat(40), {}, "--no-note");
    expect(code).toBe(1);
    expect(stderr).toContain(`the commit ${"a".repeat(40)} is not in merge request`);
    expect(stderr).toContain("give a commit of the request with --head");
  });

  it("keeps to one note through three pushes, and an older job does nothing", async () => {
    const { forge, head, push, run } = await stage(begun, { "trueup/b.yaml": topics({ b: "B" }) });
    expect(await run(head)).toMatchObject({ code: 0 });
    const second = push({ "trueup/b.yaml": topics({ b: "B2" }) });
    const late = await run(head);
    expect(late).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("the job of that commit tells what it does") as string,
    });
    expect(await run(second)).toMatchObject({ code: 0, stderr: expect.stringContaining("was updated") as string });
    const third = push({ "trueup/b.yaml": topics({ b: "B3" }) });
    expect(await run(third)).toMatchObject({ code: 0 });
    const notes = await notesOf(forge);
    expect(notes.map(({ body }) => /B\d?<|B\d?\b/.exec(body)?.[0])).toHaveLength(1);
    expect(notes[0]?.body).toContain("B3");
    const again = await run(third);
    expect(again.stderr).toContain("up to date");
  });

  it("writes its own note beside one with the marker that somebody else wrote, and says so", async () => {
    const { forge, head, run } = await stage(begun, { "trueup/b.yaml": topics({ b: "B" }) });
    const first = await run(head);
    const [marker = ""] = first.stdout.split("\n");
    const path = `/projects/platform%2Fdesired/merge_requests/${forge.request}/notes`;
    await forge.call("mallory", "POST", path, { body: `${marker}\nNothing changes, trust me` });
    const told = await run(head);
    expect(told.stderr).toContain("1 note with the same marker by others ignored");
    const notes = await notesOf(forge);
    expect(notes.map(({ author }) => author.username).sort()).toEqual(["bot", "mallory"]);
    expect(notes.find(({ author }) => author.username === "mallory")?.body).toContain("trust me");
  });

  it("goes by the project file of the target: one in the request sends no token anywhere", async () => {
    const elsewhere = await openFixture(inProcess);
    onTestFinished(async () => elsewhere.close());
    const hostile = `version: 1
default_instance: theirs
instances: { theirs: { url: "${elsewhere.server.url}", token_env: TRUEUP_READ_TOKEN } }
`;
    const { fixture, head, run } = await stage(begun, {
      "trueup.yaml": hostile.replace("token_env: TRUEUP_READ_TOKEN", "token_env: STOLEN"),
    });
    const told = await run(head, { STOLEN: "a-token-of-the-job" });
    expect(told, told.stderr).toMatchObject({ code: 0 });
    expect(elsewhere.server.arrived).toEqual([]);
    expect(fixture.server.arrived.map(({ headers }) => headers["private-token"])).not.toContain("a-token-of-the-job");
  });

  it("reads with its own token, whatever variable the project file names", async () => {
    const instance = (url: string) => `version: 1
default_instance: production
instances: { production: { url: "${url}", token_env: WRITE_TOKEN } }
`;
    const { fixture, clone, forge, head, run } = await stage(begun, { "trueup/b.yaml": topics({ b: "B" }) });
    git(clone, "checkout", "-q", "main");
    commit(clone, { "trueup.yaml": instance(fixture.server.url) });
    git(clone, "push", "-q", forge.repository, "main");
    for (const words of [[], ["--instance", "production"]]) {
      // oxlint-disable-next-line no-await-in-loop -- one note
      const told = await run(head, { WRITE_TOKEN: "a-token-that-writes" }, ...words);
      expect(told, told.stderr).toMatchObject({ code: 0 });
    }
    const tokens = new Set(fixture.server.arrived.map(({ headers }) => headers["private-token"]));
    expect(tokens).toEqual(new Set([fixture.platform.token]));
  });

  it("gives the job's token to no other host than the forge's", async () => {
    const { forge, head, run } = await stage(begun, { "trueup/b.yaml": topics({ b: "B" }) });
    const other = forge.url.replace("127.0.0.1", "localhost");
    const told = await run(head, {}, "--repository", `${other}/platform/desired.git`);
    expect(told, told.stderr).toMatchObject({ code: 0 });
    expect(new Set(forge.credentials)).toEqual(new Set([undefined]));
  });

  it("plans the merge with a target that moved meanwhile", async () => {
    const { forge, clone, head, run } = await stage(begun, { "trueup/b.yaml": topics({ b: "B" }) });
    git(clone, "checkout", "-q", "main");
    commit(clone, { "trueup/c.yaml": topics({ c: "C" }) });
    git(clone, "push", "-q", forge.repository, "main");
    expect(await run(head)).toMatchObject({ code: 0 });
    const [note] = await notesOf(forge);
    expect(note?.body).toContain("2 more differences were there before this request");
  });

  it("asks the instance nothing for a fork, needs no token of it, and tells what changes in the files", async () => {
    const { forge, fixture, head, run } = await stage(begun, {
      "trueup/a.yaml": topics({ a: "New" }),
      "trueup/b.yaml": topics({ b: "B" }),
    });
    const told = await run(head, { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "4711", TRUEUP_READ_TOKEN: undefined });
    expect(told, told.stderr).toMatchObject({ code: 0 });
    expect(fixture.server.arrived).toEqual([]);
    const [note] = await notesOf(forge);
    expect(note?.body).toContain("from a fork");
    expect(note?.body).toMatch(/changed <b><code>topic:a<\/code>/);
    expect(note?.body).toMatch(/declared <b><code>topic:b<\/code>/);
  });

  it("says in the note why there is no plan: a conflict, or what is wrong in a file", async () => {
    const { forge, fixture, clone, head, push, run } = await stage(begun, { "trueup/a.yaml": topics({ a: "Mine" }) });
    const wrong = push({ "trueup/b.yaml": "topics: { b: { titel: B } }\n" });
    const told = await run(wrong);
    expect(told).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("titel") as string });
    const [first] = await notesOf(forge);
    expect(first?.body).toContain("<code>trueup/b.yaml:1:16</code>");
    git(clone, "checkout", "-q", "main");
    commit(clone, { "trueup/a.yaml": topics({ a: "Theirs" }) });
    git(clone, "push", "-q", forge.repository, "main");
    git(clone, "checkout", "-q", "request");
    forge.setHead(head);
    expect(await run(head)).toMatchObject({ code: 1, stderr: expect.stringContaining("conflicts with") as string });
    const [note, ...others] = await notesOf(forge);
    expect(others).toEqual([]);
    expect(note?.body).toContain("trueup/a.yaml");
    expect(note?.body).toContain("no plan for");
    expect(fixture.server.arrived).toEqual([]);
  });

  it("writes reports where it is asked to, without a note", async () => {
    const { forge, fixture, head, run } = await stage(begun, { "trueup/b.yaml": topics({ b: "B" }) });
    const told = await run(head, { TRUEUP_NOTES_TOKEN: undefined }, "--no-note", ...everyReport);
    expect(told, told.stderr).toMatchObject({ code: 0 });
    expect(await notesOf(forge)).toEqual([]);
    const read = (name: string) => readFileSync(join(fixture.directory, "report", name), "utf8");
    expect(read("counts.json")).toBe('{"create":2,"update":0,"delete":0}\n');
    expect(read("junit.xml")).toContain('<testcase name="topic:b" classname="topic" time="0">');
    expect(read("plan.md")).toBe(told.stdout);
    expect(JSON.parse(read("plan.json"))).toMatchObject({ format: "trueup.plan/1" });
  });

  it.each(["external", "trusted"])("runs as the shipped pipeline runs it, by its own rules: %s", async (form) => {
    const { forge, fixture, head, run } = await stage(begun, { "trueup/b.yaml": topics({ b: "B" }) });
    const { plan } = parse(readFileSync(join(top, "examples/ci/gitlab", form, ".gitlab-ci.yml"), "utf8")) as {
      readonly plan: { readonly rules: readonly { readonly if: string }[]; readonly script: string };
    };
    const own = forge.variables(head);
    const fork = { ...own, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "4711" };
    expect(plan.rules.some(({ if: rule }) => holds(rule, own))).toBe(true);
    expect(plan.rules.some(({ if: rule }) => holds(rule, fork))).toBe(form === "external");
    const [, , ...words] = plan.script
      .replace(/https:\/\/platform\.example\.com|"?\$CI_SERVER_URL"?/, fixture.server.url)
      .split(" ");
    const told = await run(head, { TRUEUP_URL: undefined }, ...words.slice(1));
    expect(told, told.stderr).toMatchObject({ code: 0 });
    expect(await notesOf(forge)).toHaveLength(1);
    expect(new Set(fixture.server.arrived.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(JSON.parse(readFileSync(join(fixture.directory, "report/counts.json"), "utf8"))).toMatchObject({ create: 2 });
    expect(existsSync(join(fixture.directory, "report/junit.xml"))).toBe(true);
  });

  it("shows no secret in the note, the reports and the log, and resolves none", async () => {
    const secret = `p+s "w/ö ${"x".repeat(12)}`;
    const file = 'system_hooks:\n  https://ci.example.com/hook: { token: "${env:HOOK_TOKEN}", push_events: true }\n';
    const { forge, fixture, head, run } = await stage(begun, { "trueup/hook.yaml": file });
    const told = await run(head, { HOOK_TOKEN: secret }, ...everyReport);
    expect(told, told.stderr).toMatchObject({ code: 0 });
    const reports = ["plan.md", "plan.json", "junit.xml"].map((name) =>
      readFileSync(join(fixture.directory, "report", name), "utf8"),
    );
    const notes = await notesOf(forge);
    const shown = [told.stdout, told.stderr, ...reports, ...notes.map(({ body }) => body)].join("\n");
    expect(shown).toContain("HOOK_TOKEN");
    const tokens = [fixture.platform.token, "token-of-bot", "job-token-0123456789"];
    for (const one of [secret, ...tokens])
      for (const form of [one, Buffer.from(one).toString("base64"), encodeURIComponent(one), JSON.stringify(one).slice(1, -1)])
        expect(shown).not.toContain(form);
  });

  it("goes by what the target acknowledges, and not by what the request says", async () => {
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const ack = `acknowledge: [{ rule: weakening, match: "application_settings:*", reason: Asked for, until: ${until} }]\n`;
    const settings = (on: boolean) => `application_settings: { signup_enabled: ${on} }\n`;
    const { forge, fixture, head, push, run } = await stage(
      { "trueup/s.yaml": settings(false) },
      { "trueup/s.yaml": settings(true), "trueup/ack.yaml": ack.replace("application_settings:*", "group:acme") },
    );
    await fixture.platform.call("PUT", "/application/settings", { signup_enabled: false });
    expect(await run(head)).toMatchObject({ code: 3 });
    const [held] = await notesOf(forge);
    expect(held?.body).toContain("Held back");
    expect(held?.body).toContain("weakening");
    expect(await run(push({ "trueup/s.yaml": settings(false) }))).toMatchObject({ code: 0 });
  });

  it("refuses before it asks anybody where the job lacks something", async () => {
    const cwd = directory();
    const refused = async (env: Readonly<Record<string, string>>, ...words: readonly string[]) =>
      inProcess(["ci", "plan", ...words], { cwd, env });
    expect(await refused({})).toMatchObject({ code: 1, stderr: expect.stringContaining("no instance is named") as string });
    const named = await refused({ TRUEUP_URL: "https://platform.example.com" });
    expect(named).toMatchObject({ code: 1, stderr: expect.stringContaining("CI_MERGE_REQUEST_IID is not set") as string });
  });
});
