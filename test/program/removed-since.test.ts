import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform, type RunningEmulator } from "../harness/emulator.js";

const before = `
groups: { acme: { name: Acme } }
topics: { old: { title: Old }, kept: { title: Kept } }
projects:
  acme/web: { topics: [kept], integrations: { asana: { api_key: "\${env:ASANA}" } }, approval_rules: { Two: { approvals_required: 1, rule_type: any_approver } } }
  acme/api: {}
policies:
  jira:
    projects: ["acme/**"]
    undeclared: include
    set: { integrations: { bugzilla: { project_url: "https://a.b/p", issues_url: "https://a.b/i", new_issue_url: "https://a.b/n" } } }
`;
const now = `
groups: { acme: { name: Acme } }
projects:
  acme/site: { moved_from: acme/web, topics: [kept] }
policies:
  jira: { projects: ["acme/**"], undeclared: include, set: { wiki_access_level: disabled } }
`;

function git(cwd: string, ...args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z" };
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...who, ...args], { cwd, env, encoding: "utf8" });
}

/** A repository whose first commit says `before`, and whose files say `now`. */
function repository(): string {
  const cwd = directory({ "files/all.yaml": before });
  git(cwd, "init", "-q");
  git(cwd, "add", ".");
  git(cwd, "commit", "-qm", "first");
  git(cwd, "tag", "applied");
  writeFileSync(path.join(cwd, "files/all.yaml"), now);
  return cwd;
}

const secrets = { ASANA: "s3cret-asana" };

async function applied(): Promise<RunningEmulator> {
  const server = await platform({ tier: "ultimate" });
  const cwd = directory({ "files/all.yaml": before });
  await server.call("POST", "/groups", { name: "Acme", path: "acme" });
  const group = (await server.call("GET", "/groups/acme")) as { id: number };
  await server.call("POST", "/projects", { name: "other", path: "other", namespace_id: group.id });
  const done = await inProcess(["apply", "--yes", "files"], { cwd, env: { ...server.env, ...secrets } });
  expect(done.code, done.stderr + done.stdout).toBe(0);
  return server;
}

/** What protects goes, too. */
const acknowledged = ["--ack", "weakening"];

describe("plan --removed-since", () => {
  it("deletes what files declared and policies gave and no longer say, and nothing else", async () => {
    const cwd = repository();
    const server = await applied();
    // The secrets of what is gone are not needed any more.
    const told = await inProcess(["plan", "files", "--removed-since", "applied", "--json", ...acknowledged], {
      cwd,
      env: server.env,
    });
    const plan = JSON.parse(told.stdout) as Plan;
    const deleted = plan.changes.filter(({ action }) => action === "delete").map(({ address, source }) => [address, source]);
    expect(deleted).toEqual(
      [
        ["approval_rule:acme/site:Two", "applied:files/all.yaml:5:103"],
        ["integration:acme/other:bugzilla", "applied:files/all.yaml:11:28"],
        ["integration:acme/site:asana", "applied:files/all.yaml:5:47"],
        ["integration:acme/site:bugzilla", "applied:files/all.yaml:11:28"],
        ["project:acme/api", "applied:files/all.yaml:6:3"],
        ["topic:old", "applied:files/all.yaml:3:11"],
      ].sort(
        (a, b) => plan.changes.findIndex((one) => one.address === a[0]) - plan.changes.findIndex((one) => one.address === b[0]),
      ),
    );
    expect(plan.refusals.map(({ rule }) => rule)).toEqual(["guard.allow-delete"]);
  });

  it("reads the repository that the files lie in, wherever it is run", async () => {
    const cwd = repository();
    const server = await applied();
    const elsewhere = directory();
    const args = ["plan", path.join(cwd, "files"), "--removed-since", "applied", "--json", ...acknowledged];
    const told = await inProcess(args, { cwd: elsewhere, env: server.env });
    const { changes } = JSON.parse(told.stdout) as Plan;
    const topic = changes.find(({ address }) => address === "topic:old");
    expect(topic?.source).toBe(`applied:${path.relative(elsewhere, path.join(cwd, "files/all.yaml"))}:3:11`);
    expect(changes.filter(({ action }) => action === "delete")).toHaveLength(6);
  });

  it("deletes no more once it was applied, and counts for the guards as any delete does", async () => {
    const cwd = repository();
    const server = await applied();
    const options = ["files", "--removed-since", "applied", "--allow-delete", "project"];
    const done = await inProcess(["apply", "--yes", ...options, ...acknowledged], { cwd, env: server.env });
    expect(done.code, done.stderr + done.stdout).toBe(0);
    expect((await inProcess(["plan", ...options], { cwd, env: server.env })).stdout).toContain("Nothing to do");
    expect((await server.ask("GET", "/projects/acme%2Fother")).status).toBe(200);
  });

  it("takes nothing for a reason to delete that the files of then were not allowed to say", async () => {
    const cwd = directory({
      "trueup.yaml": 'scopes: { files/shop/**: ["acme/shop/**"], files/all.yaml: [topics, policies, "*", "acme/*"] }\n',
      "files/all.yaml": before,
      "files/shop/a.yaml": "topics: { stolen: { title: Stolen } }\nprojects: { acme/other: {} }\n",
    });
    git(cwd, "init", "-q");
    git(cwd, "add", ".");
    git(cwd, "commit", "-qm", "first");
    writeFileSync(path.join(cwd, "files/shop/a.yaml"), "version: 1\n");
    const server = await applied();
    await server.call("POST", "/topics", { name: "stolen", title: "Stolen" });
    const options = ["plan", "files", "--removed-since", "HEAD", "--allow-delete", "project", "--json"];
    const told = await inProcess(options, { cwd, env: { ...server.env, ...secrets } });
    const plan = JSON.parse(told.stdout) as Plan;
    expect(plan.changes.filter(({ action }) => action === "delete").map(({ address }) => address)).toEqual([]);
    git(cwd, "rm", "-q", "--cached", "trueup.yaml");
    writeFileSync(path.join(cwd, "trueup.yaml"), "version: 1\n");
    const free = JSON.parse((await inProcess(options, { cwd, env: { ...server.env, ...secrets } })).stdout) as Plan;
    expect(
      free.changes
        .filter(({ action }) => action === "delete")
        .map(({ address }) => address)
        .sort(),
    ).toEqual(["project:acme/other", "topic:stolen"]);
  });

  it.each([
    ["no revision", "nowhere", `there is no revision "nowhere" in this repository`],
    ["an option", "--output=x", `there is no revision "--output=x" in this repository`],
  ])("says what to do about %s", async (_what, revision, message) => {
    const cwd = repository();
    const env = { TRUEUP_URL: "http://127.0.0.1:9", TRUEUP_TOKEN: "s3cret-token" };
    const told = await inProcess(["plan", "files", `--removed-since=${revision}`], { cwd, env });
    expect(told.code).toBe(1);
    expect(told.stderr).toContain(message);
    expect(told.stderr).toContain("--removed-since origin/main~1");
  });

  it("tells a shallow clone that lacks the revision how to fetch it, and a directory without a repository", async () => {
    const cwd = repository();
    const clone = directory({ "x.txt": "" });
    git(cwd, "commit", "-qam", "second");
    git(clone, "clone", "-q", "--depth", "1", `file://${cwd}`, "clone");
    const env = { TRUEUP_URL: "http://127.0.0.1:9", TRUEUP_TOKEN: "s3cret-token" };
    const told = await inProcess(["plan", "files", "--removed-since", "HEAD~1"], { cwd: path.join(clone, "clone"), env });
    expect(told.stderr).toContain(`there is no revision "HEAD~1" in this shallow clone`);
    expect(told.stderr).toContain("git fetch --unshallow");
    const bare = directory({ "files/all.yaml": now });
    const outside = await inProcess(["plan", "files", "--removed-since", "HEAD"], { cwd: bare, env });
    expect(outside.stderr).toContain("the files stand in no Git repository");
  });
});
