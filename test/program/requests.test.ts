import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { mustMerge } from "../../src/cli/merge-result.js";
import type { Plan } from "../../src/core/plan.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { commit, type Contents, git, nothingIsLeft, repository } from "../harness/repository.js";

const topics = (titles: Readonly<Record<string, string>>): string =>
  `topics:\n${Object.entries(titles)
    .map(([name, title]) => `  ${name}: { title: ${title} }\n`)
    .join("")}`;

/** A repository with main, and with a branch request that adds to what both had. */
function withRequest(both: Contents, request: Contents, main: Contents = {}): string {
  const cwd = repository(both);
  git(cwd, "checkout", "-qb", "request");
  commit(cwd, request);
  git(cwd, "checkout", "-q", "main");
  if (Object.keys(main).length > 0) commit(cwd, main);
  return cwd;
}

function planOf(stdout: string): Plan {
  return JSON.parse(stdout) as Plan;
}

const words = ["--at", "request", "--base", "main"] as const;
nothingIsLeft();

describe("--base", () => {
  it("plans the result of the merge, and not the branch", async () => {
    const server = await platform();
    const cwd = withRequest(
      { "trueup/a.yaml": topics({ a: "A" }) },
      { "trueup/b.yaml": topics({ b: "B" }) },
      { "trueup/c.yaml": topics({ c: "C" }) },
    );
    const objects = git(cwd, "count-objects");
    const told = await inProcess(["plan", ...words, "--json"], { cwd, env: server.env });
    expect(told.code, told.stderr).toBe(0);
    expect(
      planOf(told.stdout)
        .changes.map(({ address }) => address)
        .sort(),
    ).toEqual(["topic:a", "topic:b", "topic:c"]);
    expect(git(cwd, "count-objects")).toBe(objects);
  });

  it("refuses a conflict by the names of the files", async () => {
    const cwd = withRequest(
      { "trueup/a.yaml": topics({ a: "A" }) },
      { "trueup/a.yaml": topics({ a: "B" }) },
      { "trueup/a.yaml": topics({ a: "C" }) },
    );
    const told = await inProcess(["validate", ...words], { cwd });
    expect(told.code).toBe(1);
    expect(told.stderr).toContain("request conflicts with main in trueup/a.yaml: there is no result of a merge");
  });

  it("runs no merge driver that the repository configures", async () => {
    const cwd = withRequest(
      { ".gitattributes": "*.yaml merge=evil\n", "trueup/a.yaml": `${topics({ a: "A" })}\n\n\n\nversion: 1\n` },
      { "trueup/a.yaml": `${topics({ a: "B" })}\n\n\n\nversion: 1\n` },
      { "trueup/a.yaml": `${topics({ a: "A" })}\n\n\n\nversion: 1 # one\n` },
    );
    const driver = path.join(cwd, "driver");
    writeFileSync(driver, "#!/bin/sh\ntouch RAN\n");
    chmodSync(driver, 0o755);
    git(cwd, "config", "merge.evil.driver", driver);
    const told = await inProcess(["validate", ...words], { cwd });
    expect(told.code, told.stdout).toBe(0);
    expect(readdirSync(cwd)).not.toContain("RAN");
  });

  it("says what to do about histories without a commit in common, an old git and a base of nothing", async () => {
    const cwd = repository({ "trueup/a.yaml": topics({ a: "A" }) });
    git(cwd, "checkout", "-q", "--orphan", "request");
    commit(cwd, { "trueup/b.yaml": topics({ b: "B" }) });
    const told = await inProcess(["validate", ...words], { cwd });
    expect(told.stderr).toContain("request and main have no commit in common");
    const alone = await inProcess(["validate", "--base", "main"], { cwd });
    expect(alone.stderr).toContain("--base needs --at");
    expect(() => mustMerge("git version 2.37.1 (Apple Git-137.1)")).toThrow("--base needs git 2.38 or newer");
    expect(() => mustMerge("git version 3.0.0")).not.toThrow();
  });

  it("goes by the project file of the base: a server, a token and a paths of the request are never used", async () => {
    const server = await platform();
    const project = `instances: { live: { url: "${server.url}", token_env: OWN } }\npaths: [state]\n`;
    const other = 'instances: { live: { url: "http://127.0.0.1:9", token_env: STOLEN } }\npaths: [elsewhere]\n';
    const cwd = withRequest(
      { "trueup.yaml": project, "state/a.yaml": topics({ a: "A" }) },
      { "trueup.yaml": other, "elsewhere/b.yaml": topics({ b: "B" }) },
    );
    const env = { OWN: server.env["TRUEUP_TOKEN"], STOLEN: "s3cret" };
    const told = await inProcess(["plan", ...words, "--json"], { cwd, env });
    expect(told.code, told.stderr).toBe(0);
    expect(planOf(told.stdout).instance.url).toBe(server.url);
    expect(planOf(told.stdout).changes.map(({ address }) => address)).toEqual(["topic:a"]);
  });

  it("uses no project file that only the request has, and still tells what is wrong with it", async () => {
    const server = await platform();
    const files = { "a.yaml": topics({ a: "A" }) };
    const cwd = withRequest(files, { "trueup.yaml": 'instances: { x: { url: "http://127.0.0.1:9", token_env: TOKEN } }\n' });
    const told = await inProcess(["plan", ...words, "--json"], { cwd, env: server.env });
    expect(told.code, told.stderr).toBe(0);
    expect(planOf(told.stdout).instance.url).toBe(server.url);
    const wrong = withRequest(files, { "trueup.yaml": "freezes: 7\n" });
    const refused = await inProcess(["plan", ...words], { cwd: wrong, env: server.env });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("trueup.yaml:1:");
    const checked = await inProcess(["validate", ...words], { cwd: wrong });
    expect(checked.code).toBe(1);
    expect(checked.stdout).toContain("trueup.yaml:1:");
  });

  it("uses neither a pin nor an acknowledgement of the request's files", async () => {
    const server = await platform();
    const own = `instance: { url: "http://127.0.0.1:9" }\nacknowledge: [{ rule: weakening, match: "topic:a", reason: x, until: 2026-12-31 }]\n`;
    const cwd = withRequest({ "trueup/a.yaml": topics({ a: "A" }) }, { "trueup/b.yaml": own });
    const told = await inProcess(["plan", ...words, "--json"], { cwd, env: server.env, now: "2026-12-01T00:00:00Z" });
    expect(told.code, told.stderr).toBe(0);
    expect(planOf(told.stdout).instance.url).toBe(server.url);
    expect(planOf(told.stdout).warnings).toEqual([]);
    const removed = withRequest(
      { "trueup/a.yaml": topics({ a: "A" }), "trueup/b.yaml": 'instance: { url: "http://127.0.0.1:9" }\n' },
      { "trueup/b.yaml": undefined },
    );
    const pinned = await inProcess(["plan", ...words], { cwd: removed, env: server.env });
    expect(pinned.code).toBe(1);
    expect(pinned.stderr).toContain("trueup/b.yaml:1:");
  });

  it("plans a request that repairs the files of the base, and says that these count for nothing", async () => {
    const server = await platform();
    const broken = "acknowledge: [{ rule: weakening }]\ntopics: { a: { titel: x } }\n";
    const cwd = withRequest({ "trueup/a.yaml": broken }, { "trueup/a.yaml": topics({ a: "A" }) });
    const checked = await inProcess(["validate", ...words], { cwd });
    expect(checked.code, checked.stderr).toBe(0);
    expect(checked.stdout).toContain("the files of the base have errors (main:trueup/a.yaml:");
    const told = await inProcess(["plan", ...words, "--json"], { cwd, env: server.env });
    expect(told.code, told.stderr).toBe(0);
    expect(planOf(told.stdout).changes).toMatchObject([{ address: "topic:a", origin: "request" }]);
    expect(planOf(told.stdout).warnings).toContainEqual(expect.objectContaining({ rule: "base.invalid" }));
    const counted = await inProcess(["plan", ...words, "--summary", "--json"], { cwd, env: server.env });
    expect(JSON.parse(counted.stdout)).toMatchObject({ origins: { request: 1, before: 0 } });
  });

  it("takes what the scopes in force do not allow as the base has it, where those of the request allow it", async () => {
    const server = await platform();
    const cwd = withRequest(
      { "trueup.yaml": "scopes: { trueup/a.yaml: [topics] }\n", "trueup/a.yaml": topics({ a: "A" }) },
      {
        "trueup.yaml": 'scopes: { trueup/a.yaml: [topics, "group:acme"], trueup/new/**: [topics] }\n',
        "trueup/a.yaml": `${topics({ a: "B" })}groups: { acme: { name: Acme } }\n`,
        "trueup/new/n.yaml": topics({ n: "N" }),
      },
    );
    const told = await inProcess(["plan", ...words, "--json"], { cwd, env: server.env });
    expect(told.code, told.stderr).toBe(0);
    const { changes, warnings } = planOf(told.stdout);
    expect(changes.map(({ address, attributes }) => [address, attributes.find((one) => one.path === "title")?.after])).toEqual([
      ["topic:a", "A"],
    ]);
    expect(warnings.map(({ rule, source, addresses }) => [rule, source, addresses])).toEqual([
      ["scope.after-merge", "trueup/new/n.yaml:1:1", []],
      ["scope.after-merge", "trueup/a.yaml:3:11", ["group:acme"]],
    ]);
    expect(warnings[0]?.message).toContain("outside of the scopes in force; planned after merge");
    const checked = await inProcess(["validate", ...words], { cwd });
    expect(checked.code, checked.stdout).toBe(0);
    expect(checked.stdout).toContain("planned after merge");
  });

  it("refuses what not even the scopes of the request allow", async () => {
    const cwd = withRequest(
      { "trueup.yaml": "scopes: { trueup/a.yaml: [topics] }\n", "trueup/a.yaml": topics({ a: "A" }) },
      { "trueup/new/n.yaml": topics({ n: "N" }) },
    );
    const told = await inProcess(["validate", ...words], { cwd });
    expect(told.code).toBe(1);
    expect(told.stdout).toContain("no scope names this file");
  });

  it("needs no checkout: a repository without one has all that is asked for", async () => {
    const cwd = withRequest(
      { "trueup.yaml": "paths: [state]\n", "state/a.yaml": topics({ a: "A" }) },
      { "state/b.yaml": topics({ b: "B" }) },
    );
    const place = directory();
    git(place, "clone", "-q", "--bare", cwd, "bare.git");
    const told = await inProcess(["validate", ...words], { cwd: path.join(place, "bare.git") });
    expect(told.code, told.stderr).toBe(0);
    expect(told.stdout).toContain("2 things in 2 files");
  });

  it("explains what the merge makes", async () => {
    const cwd = withRequest({ "trueup/a.yaml": topics({ a: "A" }) }, { "trueup/b.yaml": topics({ b: "B" }) });
    const told = await inProcess(["explain", "topic:b", ...words], { cwd: path.join(cwd, "trueup"), env: {} });
    expect(told.code, told.stderr).toBe(0);
    expect(told.stdout).toContain("b.yaml:2:3");
    expect((await inProcess(["validate", path.join(cwd, "trueup"), ...words], { cwd: directory() })).code).toBe(0);
  });
});

describe("a plan of a request", () => {
  const state = (one: string, more = "") => `
groups: { acme: { name: Acme } }
projects:
  acme/web: { description: ${one}, topics: [a] }
  acme/api: { description: Api }
${more}`;

  it("tells what the request asks for from what was off before, attribute by attribute", async () => {
    const server = await platform();
    const both = { "trueup/a.yaml": state("Web"), "trueup/t.yaml": topics({ gone: "Gone", kept: "Kept" }) };
    const cwd = withRequest(both, {
      "trueup/a.yaml": state(
        "New",
        "  acme/new: {}\npolicies: { p: { projects: [acme/api], set: { wiki_access_level: disabled } } }\n",
      ),
    });
    expect((await inProcess(["apply", "--yes"], { cwd, env: server.env })).code).toBe(0);
    await server.call("PUT", "/projects/acme%2Fweb", { topics: ["b"] });
    const { id } =
      ((await server.call("GET", "/topics")) as { id: number; name: string }[]).find(({ name }) => name === "kept") ?? {};
    await server.call("PUT", `/topics/${id}`, { title: "Changed" });
    const told = await inProcess(["plan", ...words, "--json"], { cwd, env: server.env });
    expect(told.code, told.stderr).toBe(0);
    const { changes } = planOf(told.stdout);
    const marks = changes.map(({ address, origin, attributes }) => [
      address,
      origin,
      attributes.filter((one) => one.origin !== undefined).map((one) => [one.path, one.origin]),
    ]);
    expect(Object.fromEntries(marks.map(([address, ...rest]) => [address, rest]))).toEqual({
      "topic:kept": ["before", []],
      "project:acme/web": ["request", [["topics", "before"]]],
      "project:acme/api": ["request", []],
      "project:acme/new": ["request", []],
    });
    const text = (await inProcess(["plan", ...words], { cwd, env: server.env })).stdout;
    expect(text).toContain("1 more difference was there before this request: 1 to update");
    expect(text).toMatch(/topics .*off before this request/);
    expect(text).not.toContain("topic:kept");
    expect(text.indexOf("project:acme/web")).toBeLessThan(text.indexOf("before this request: 1 to update"));
    expect((await inProcess(["plan", ...words, "--verbose"], { cwd, env: server.env })).stdout).toContain("topic:kept");
    const note = (await inProcess(["drift", ...words, "--format", "markdown"], { cwd, env: server.env })).stdout;
    const folded = note.slice(note.indexOf("<summary>1 more difference was there before this request: 1 to update"));
    expect(folded).toContain("topic:kept");
    expect(note.slice(0, -folded.length)).not.toContain("topic:kept");
    const plain = await inProcess(["plan", "--at", "request", "--json"], { cwd, env: server.env });
    expect(planOf(plain.stdout).changes.map(({ origin }) => origin)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("is saved, and applied once it is merged", async () => {
    const server = await platform();
    const cwd = withRequest({ "trueup/a.yaml": topics({ a: "A" }) }, { "trueup/b.yaml": topics({ b: "B" }) });
    const env = { ...server.env, TRUEUP_PLAN_KEY: "k".repeat(40) };
    expect((await inProcess(["plan", ...words, "--out", "plan.json"], { cwd, env })).code).toBe(0);
    git(cwd, "merge", "-q", "request");
    const applied = await inProcess(["apply", "--yes", "--plan", "plan.json"], { cwd, env });
    expect(applied.code, applied.stderr).toBe(0);
  });

  it("marks deletes: those that the request asks for, and those that were to be made", async () => {
    const server = await platform();
    const first = topics({ a: "A", b: "B" });
    const cwd = withRequest(
      { "trueup/a.yaml": first },
      { "trueup/a.yaml": "topics: { a: { ensure: absent }, b: { title: B } }\n" },
      { "trueup/b.yaml": "topics: { c: { ensure: absent } }\n" },
    );
    await server.call("POST", "/topics", { name: "c", title: "C" });
    git(cwd, "checkout", "-q", "main");
    writeFileSync(path.join(cwd, "all.yaml"), first);
    expect((await inProcess(["apply", "--yes", "all.yaml"], { cwd, env: server.env })).code).toBe(0);
    const told = await inProcess(["plan", ...words, "--json", "trueup"], { cwd, env: server.env });
    expect(planOf(told.stdout).changes.map(({ address, action, origin }) => [address, action, origin])).toEqual([
      ["topic:a", "delete", "request"],
      ["topic:c", "delete", "before"],
    ]);
    for (const format of ["text", "markdown"]) {
      const { stdout } = await inProcess(["plan", ...words, "trueup", "--format", format], { cwd, env: server.env });
      expect(stdout).toMatch(/delete .*topic:c.*\(off before this request\)/);
      expect(stdout).toContain("topic:a");
      expect(stdout).not.toMatch(/topic:a.*\(off before/);
    }
  });
});

describe("a request that reaches for more", () => {
  it("has no variable read that the scopes in force do not list, nor one that holds a token", async () => {
    const server = await platform();
    const project = (env: string): string =>
      `instances: { live: { url: "${server.url}", token_env: OWN } }\nscopes: { trueup/a.yaml: { may: [topics], env: [${env}] } }\n`;
    const cwd = withRequest(
      { "trueup.yaml": project("PLAIN"), "trueup/a.yaml": topics({ a: "A" }) },
      { "trueup.yaml": project("PLAIN, OTHER"), "trueup/a.yaml": topics({ a: '"${env:OTHER}"' }) },
    );
    const env = { OWN: server.env["TRUEUP_TOKEN"], OTHER: "s3cret-other" };
    const told = await inProcess(["plan", ...words, "--json"], { cwd, env, secrets: ["s3cret-other"] });
    expect(told.code, told.stderr).toBe(0);
    const { changes, warnings } = planOf(told.stdout);
    expect(changes[0]?.attributes.find((one) => one.path === "title")?.after).toBe("A");
    expect(warnings[0]?.message).toContain("planned after merge");
    commit(cwd, { "x.txt": "" });
    git(cwd, "checkout", "-q", "request");
    commit(cwd, { "trueup.yaml": "version: 1\n", "trueup/a.yaml": topics({ a: '"${env:OWN}"' }) });
    const without = planOf((await inProcess(["plan", ...words, "--json"], { cwd, env })).stdout);
    expect(without.changes[0]?.attributes.find((one) => one.path === "title")?.after).toBe("A");
    const free = withRequest(
      { "trueup.yaml": project("PLAIN").split("\n")[0] ?? "", "trueup/a.yaml": topics({ a: "A" }) },
      { "trueup.yaml": "version: 1\n", "trueup/a.yaml": topics({ a: '"${env:OWN}"' }) },
    );
    const refused = await inProcess(["plan", ...words], { cwd: free, env });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("trueup/a.yaml:2:");
  });

  it("cannot end a freeze of the base, nor bring options of the run", async () => {
    const server = await platform();
    const freeze = "freeze:\n  - { from: 2026-11-01, until: 2026-12-31, reason: Year end }\n";
    const cwd = withRequest(
      { "trueup.yaml": freeze, "trueup/a.yaml": topics({ a: "A" }) },
      { "trueup.yaml": "defaults: { plan: { format: json } }\n" },
    );
    const told = await inProcess(["plan", ...words], { cwd, env: server.env, now: "2026-12-01T00:00:00Z" });
    expect(told.code, told.stderr).toBe(0);
    expect(told.stderr).toContain("Year end");
    expect(told.stdout).toContain("1 to create");
  });

  it("has what it moves and no longer declares told as its own", async () => {
    const server = await platform();
    const rest = "groups: { acme: { name: Acme } }\n";
    const cwd = withRequest(
      {
        "trueup/a.yaml": `${rest}delete_undeclared: { topics: true }\n${topics({ a: "A" })}projects: { acme/web: { description: W } }\n`,
      },
      {
        "trueup/a.yaml": `${rest}delete_undeclared: { topics: true }\nprojects: { acme/site: { moved_from: acme/web, description: W } }\n`,
      },
    );
    expect((await inProcess(["apply", "--yes"], { cwd, env: server.env })).code).toBe(0);
    await server.call("POST", "/topics", { name: "stray", title: "Stray" });
    await server.call("PUT", "/projects/acme%2Fweb", { description: "by hand" });
    const told = await inProcess(["plan", ...words, "--json"], { cwd, env: server.env });
    const marks = planOf(told.stdout).changes.map(({ address, action, origin, attributes }) => [
      `${action} ${address} ${origin}`,
      attributes.flatMap((one) => (one.origin ? [one.path] : [])),
    ]);
    expect(Object.fromEntries(marks)).toEqual({
      "move project:acme/site request": ["description"],
      "delete topic:a request": [],
      "delete topic:stray before": [],
    });
  });
});
