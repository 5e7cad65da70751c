import { readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { commit, git, nothingIsLeft, repository } from "../harness/repository.js";

const topics = (...names: readonly string[]): string =>
  `topics:\n${names.map((name) => `  ${name}: { title: ${name} }\n`).join("")}`;

function addresses(stdout: string): readonly string[] {
  return (JSON.parse(stdout) as Plan).changes.map(({ address }) => address);
}

nothingIsLeft();

describe("--at", () => {
  it("plans the files of a commit, with the project file of that commit, whatever lies on the disk", async () => {
    const server = await platform();
    const cwd = repository({ "trueup.yaml": "paths: [state]\n", "state/a.yaml": topics("one") });
    git(cwd, "branch", "request");
    rmSync(path.join(cwd, "state"), { recursive: true });
    writeFileSync(path.join(cwd, "trueup.yaml"), "paths: [nowhere]\n");
    const told = await inProcess(["plan", "--at", "request", "--json"], { cwd, env: server.env });
    expect(told.code, told.stderr).toBe(0);
    expect(addresses(told.stdout)).toEqual(["topic:one"]);
    expect((JSON.parse(told.stdout) as Plan).changes[0]?.source).toBe("state/a.yaml:2:3");
    const drift = await inProcess(["drift", "--at", "request", "--json"], { cwd, env: server.env });
    expect([drift.code, addresses(drift.stdout)]).toEqual([2, ["topic:one"]]);
  });

  it("names places as where the user stands, also from below and for absolute paths", async () => {
    const cwd = repository({ "state/a.yaml": "topics: { one: { titel: x } }\n", "sub/x.txt": "" });
    writeFileSync(path.join(cwd, "state/a.yaml"), topics("fine"));
    const below = path.join(cwd, "sub");
    const told = await inProcess(["validate", "--at", "HEAD", "../state"], { cwd: below });
    expect(told.code).toBe(1);
    expect(told.stdout).toContain("../state/a.yaml:1:18");
    const absolute = await inProcess(["validate", "--at", "HEAD", path.join(cwd, "state")], { cwd: directory() });
    expect(absolute.code).toBe(1);
    expect(absolute.stdout).toContain("state/a.yaml:1:18");
    expect(absolute.stdout).not.toContain("trueup-revision-");
  });

  it("explains the values of a commit", async () => {
    const cwd = repository({ "trueup/a.yaml": topics("one") });
    writeFileSync(path.join(cwd, "trueup/a.yaml"), topics("other"));
    const told = await inProcess(["explain", "topic:one", "--at", "HEAD"], { cwd });
    expect(told.code, told.stderr).toBe(0);
    expect(told.stdout).toContain("trueup/a.yaml:2:3");
    expect((await inProcess(["explain", "topic:one"], { cwd })).code).toBe(1);
  });

  it("writes a plan file that is applied to the same files", async () => {
    const server = await platform();
    const cwd = repository({ "trueup/a.yaml": topics("one") });
    writeFileSync(path.join(cwd, "trueup/a.yaml"), topics("other"));
    const env = { ...server.env, TRUEUP_PLAN_KEY: "k".repeat(40) };
    const planned = await inProcess(["plan", "--at", "HEAD", "--out", "plan.json"], { cwd, env });
    expect(planned.code, planned.stderr).toBe(0);
    const other = await inProcess(["apply", "--yes", "--plan", "plan.json"], { cwd, env });
    expect(other.stderr).toContain("the files say something else");
    git(cwd, "checkout", "-q", ".");
    const applied = await inProcess(["apply", "--yes", "--plan", "plan.json"], { cwd, env });
    expect(applied.code, applied.stderr).toBe(0);
  });

  it("reads values of variables from the commit, and those that lie elsewhere from the disk", async () => {
    const server = await platform();
    const cwd = repository({
      "trueup/a.yaml": 'vars: { a: {}, b: {} }\ntopics: { one: { title: "${var:a} ${var:b}" } }\n',
      "vars.yaml": "a: A\n",
    });
    writeFileSync(path.join(cwd, "vars.yaml"), "a: changed\n");
    const elsewhere = path.join(directory({ "vars.yaml": "b: B\n" }), "vars.yaml");
    const words = ["plan", "--at", "HEAD", "--vars", "vars.yaml", "--vars", elsewhere, "--json"];
    const told = await inProcess(words, { cwd, env: server.env });
    expect(told.code, told.stderr).toBe(0);
    const [change] = (JSON.parse(told.stdout) as Plan).changes;
    expect(change?.attributes.find(({ path: name }) => name === "title")?.after).toBe("A B");
  });

  it("deletes with --removed-since what an earlier commit declared", async () => {
    const server = await platform();
    const cwd = repository({ "trueup/a.yaml": topics("one", "two") });
    expect((await inProcess(["apply", "--yes"], { cwd, env: server.env })).code).toBe(0);
    commit(cwd, { "trueup/a.yaml": topics("one") });
    writeFileSync(path.join(cwd, "trueup/a.yaml"), topics("one", "two"));
    const words = ["plan", "--at", "HEAD", "--removed-since", "HEAD~1", "--json"];
    const told = await inProcess(words, { cwd, env: server.env });
    expect(told.code, told.stderr).toBe(0);
    expect(addresses(told.stdout)).toEqual(["topic:two"]);
  });

  it("runs no filter, and leaves submodules out", async () => {
    const cwd = repository({ ".gitattributes": "*.yaml filter=evil\n", "trueup/a.yaml": topics("one") });
    git(cwd, "config", "filter.evil.smudge", "touch SMUDGED; cat");
    git(cwd, "update-index", "--add", "--cacheinfo", `160000,${git(cwd, "rev-parse", "HEAD").trim()},trueup/sub`);
    git(cwd, "commit", "-qm", "sub");
    const told = await inProcess(["validate", "--at", "HEAD"], { cwd });
    expect(told.code, told.stdout).toBe(0);
    expect(readdirSync(cwd)).not.toContain("SMUDGED");
  });

  it("follows links within the repository and refuses one that leads out", async () => {
    const cwd = repository({ "shared/project.yaml": "paths: [state]\n", "state/b.yaml": topics("two") });
    symlinkSync("shared/project.yaml", path.join(cwd, "trueup.yaml"));
    commit(cwd, {});
    const told = await inProcess(["validate", "--at", "HEAD"], { cwd });
    expect(told.stdout).toContain("1 thing in 1 file");
    const outside = path.join(directory({ "secret.yaml": "s3cret-words: x\n" }), "secret.yaml");
    rmSync(path.join(cwd, "trueup.yaml"));
    symlinkSync(outside, path.join(cwd, "trueup.yaml"));
    commit(cwd, {});
    const refused = await inProcess(["validate", "--at", "HEAD"], { cwd });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("the link trueup.yaml of HEAD leads out of the repository");
  });

  it.each([
    ["--adopt", ["drift", "--at", "HEAD", "--adopt", "topic:one"], "--at cannot be combined with --adopt"],
    ["--adopt-all", ["drift", "--at", "HEAD", "--adopt-all"], "--at cannot be combined with --adopt-all"],
    ["a revision that is not there", ["plan", "--at", "nowhere"], 'there is no revision "nowhere" in this repository'],
    ["a path that is not there", ["validate", "--at", "HEAD", "gone"], "there is no gone"],
    ["a path outside of the repository", ["validate", "--at", "HEAD", "trueup", "/"], "a path lies outside of the repository"],
    ["a project file that is not there", ["validate", "--at", "HEAD", "--config", "x.yaml"], "there is no project file x.yaml"],
  ])("refuses %s", async (_what, words, message) => {
    const cwd = repository({ "trueup/a.yaml": topics("one") });
    const told = await inProcess(words, { cwd, env: { TRUEUP_URL: "http://127.0.0.1:9", TRUEUP_TOKEN: "s3cret-token" } });
    expect(told.code).toBe(1);
    expect(told.stderr).toContain(message);
  });

  it("is not said by a project file", async () => {
    const cwd = repository({ "trueup.yaml": "defaults: { plan: { at: HEAD } }\n", "trueup/a.yaml": topics("one") });
    const told = await inProcess(["validate"], { cwd });
    expect(told.stdout).toContain("--at has no default in a file");
  });
});
