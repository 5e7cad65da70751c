import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { convertWorkflowTemplate, parseWorkflow } from "@actions/workflow-parser";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/core/json.js";
import { inProcess, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { openFixture } from "../harness/fixture.js";
import { githubForge } from "../harness/github-forge.js";
import { commit, git, repository } from "../harness/repository.js";
import { evaluated, jobsFor, type WorkflowEvent } from "../harness/workflow.js";

const { validateWorkflow } = createRequire(import.meta.url)("@action-validator/core") as {
  validateWorkflow: (text: string) => { readonly errors: readonly unknown[] };
};
const text = readFileSync(join(top, "examples/ci/github/trueup.yml"), "utf8");
const workflow = parse(text) as JsonObject;

interface Job {
  readonly container: JsonObject;
  readonly environment: string;
  readonly permissions: JsonObject;
  readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
}
const jobs = workflow["jobs"] as unknown as Readonly<Record<string, Job>>;

/** What the two published linters say of a workflow. */
async function complaints(content: string): Promise<readonly unknown[]> {
  const nowhere = { error: () => undefined, info: () => undefined, verbose: () => undefined };
  const { context, value } = parseWorkflow({ name: "trueup.yml", content }, nowhere);
  if (value) await convertWorkflowTemplate(context, value);
  return [...validateWorkflow(content).errors, ...context.errors.getErrors()];
}

describe("trueup init --ci github", () => {
  it("writes the workflow of examples/ci/github and no other file, and says what to do next", async () => {
    const cwd = directory();
    const { code, stdout, stderr } = await inProcess(["init", "--ci", "github"], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "wrote .github/workflows/trueup.yml\n" });
    expect(stderr.match(/^ {2}\d\. \S/gm)).toHaveLength(3);
    expect(readdirSync(cwd, { recursive: true })).toHaveLength(3);
    expect(readFileSync(join(cwd, ".github/workflows/trueup.yml"), "utf8")).toBe(text);
    const again = await inProcess(["init", "--ci", "github"], { cwd });
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("there is already") as string });
  });

  it("has no trusted form, says why, and writes nothing", async () => {
    const cwd = directory();
    const { code, stderr } = await inProcess(["init", "--ci", "github", "--trusted"], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("GitHub has no trusted form") as string });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe("the workflow of examples/ci/github", () => {
  it("passes the published linters, which see a wrong key and a wrong expression", async () => {
    expect(await complaints(text)).toEqual([]);
    expect(await complaints(text.replace("runs-on:", "run-on:"))).not.toEqual([]);
    expect(await complaints(text.replace("github.event_name ==", "github.event_name = "))).not.toEqual([]);
  });

  it("has at most 60 lines without comments, checks nothing out, and gives each job what it needs alone", () => {
    expect(text.split("\n").filter((line) => !/^\s*(?:#|$)/.test(line)).length).toBeLessThanOrEqual(60);
    expect(workflow["permissions"]).toEqual({});
    expect(jobs["plan"]?.permissions).toEqual({ contents: "read", "pull-requests": "write" });
    for (const name of ["apply", "apply-rest"])
      expect(jobs[name]?.permissions).toEqual({ contents: "read", "pull-requests": "write", deployments: "write" });
    expect(jobs["drift"]?.permissions).toEqual({ contents: "read", issues: "write" });
    for (const [name, { container, environment, steps }] of Object.entries(jobs)) {
      expect(container).toEqual({
        image: expect.stringMatching(/^registry\.example\.com\/trueup@sha256:[0-9a-f]{64}$/) as string,
        // The files of the runner belong to its user 1001, and the image runs as another one.
        options: "--user 1001",
      });
      expect(environment).toBe(`trueup-${name.replace("-rest", "")}`);
      expect(steps.map((step) => Object.keys(step))).toEqual([["run", "env"]]);
      // An expression in a command would be a text of the request in a shell.
      expect(steps[0]?.run).toMatch(/^trueup ci \w+ (?:--unapproved )?--url https:\/\/platform\.example\.com$/);
      const [server, ...others] = Object.keys(steps[0]?.env ?? {});
      expect(server).toBe(name.startsWith("apply") ? "TRUEUP_WRITE_TOKEN" : "TRUEUP_READ_TOKEN");
      expect(others).toEqual(["TRUEUP_NOTES_TOKEN", ...(name === "drift" ? [] : ["TRUEUP_PLAN_KEY"])]);
    }
  });

  it.each<[WorkflowEvent, string[]]>([
    [{ name: "pull_request_target", action: "opened", branch: "main", number: 7 }, ["plan"]],
    [{ name: "pull_request_target", action: "synchronize", branch: "main", number: 7 }, ["plan"]],
    [{ name: "pull_request_target", action: "edited", branch: "main", number: 7 }, ["plan"]],
    [{ name: "pull_request_target", action: "labeled", branch: "main", number: 7 }, []],
    [{ name: "pull_request_target", action: "opened", branch: "release", number: 7 }, []],
    [{ name: "pull_request", action: "opened", branch: "main", number: 7 }, []],
    [{ name: "schedule", branch: "main" }, ["apply", "drift"]],
    [{ name: "push", branch: "main" }, ["apply"]],
    [{ name: "push", branch: "release" }, []],
    [{ name: "workflow_dispatch", branch: "main", inputs: { unapproved: false } }, ["apply"]],
    [{ name: "workflow_dispatch", branch: "main", inputs: { unapproved: true } }, ["apply-rest"]],
  ])("runs what its on: and if: say: $name $action $branch", (event, expected) => {
    expect(jobsFor(workflow, event)).toEqual(expected);
  });

  it.each([
    ["a branch of the repository", false],
    ["a fork", true],
  ])("plans a pull request from %s with the service's variables and no others", async (_name, isFork) => {
    const forge = await githubForge();
    const fixture = await openFixture(inProcess, { asks: true, dialect: "vendor", serverVersion: "19.0.0-ee" });
    onTestFinished(async () => fixture.close());
    const clone = repository({ "trueup/a.yaml": "topics: { a: { title: A } }\n" });
    git(clone, "push", "-q", forge.repository, "main");
    commit(clone, { "trueup/b.yaml": "topics: { b: { title: B } }\n" });
    git(clone, "push", "-q", forge.repository, "HEAD:refs/pull/7/head");
    const head = git(clone, "rev-parse", "HEAD").trim();
    forge.setHead(head);
    forge.setFork(isFork);
    const [name = ""] = jobsFor(workflow, { name: "pull_request_target", action: "opened", branch: "main", number: 7 });
    const [step] = jobs[name]?.steps ?? [];
    const contexts = {
      github: { token: "token-of-github-actions[bot]" },
      secrets: { TRUEUP_READ_TOKEN: fixture.platform.token, TRUEUP_PLAN_KEY: "a-key-of-more-than-sixteen-bytes" },
    };
    const own = Object.entries(step?.env ?? {}).map(([key, value]) => [key, evaluated(value, contexts)]);
    const { TRUEUP_NOTES_TOKEN: _none, ...given } = forge.variables(head);
    const words = (step?.run ?? "").replace("https://platform.example.com", fixture.server.url).split(" ").slice(1);
    const told = await inProcess(words, {
      cwd: directory(),
      env: { ...given, ...(Object.fromEntries(own) as Record<string, string>) },
    });
    expect(told, told.stderr).toMatchObject({ code: 0 });
    const body = forge.comments[0]?.body ?? "";
    expect(forge.comments.map(({ by }) => by)).toEqual(["github-actions[bot]"]);
    expect(body.startsWith(told.stdout.trimEnd())).toBe(true);
    // What comes from a fork was not planned, so nothing of it can be approved.
    expect(body.includes("<!-- trueup:approval:1 ")).toBe(!isFork);
    expect(readFileSync(given["GITHUB_STEP_SUMMARY"] ?? "", "utf8")).toBe(told.stdout);
    expect(new Set(fixture.server.arrived.map(({ method }) => method))).toEqual(new Set(isFork ? [] : ["GET"]));
    expect(told.stdout.includes("from a fork")).toBe(isFork);
  });

  it("applies after the merge what the comment approves, makes the rest by hand, and finds no drift at night", async () => {
    const forge = await githubForge();
    const fixture = await openFixture(inProcess, { asks: true, dialect: "vendor", serverVersion: "19.0.0-ee" });
    onTestFinished(async () => fixture.close());
    const clone = repository({ "trueup/a.yaml": "topics: {}\n" });
    const at = () => git(clone, "rev-parse", "HEAD").trim();
    const secrets = {
      TRUEUP_READ_TOKEN: fixture.platform.token,
      TRUEUP_WRITE_TOKEN: fixture.platform.token,
      TRUEUP_PLAN_KEY: "a-key-of-more-than-sixteen-bytes",
    };
    const run = async (event: WorkflowEvent, name: string) => {
      expect(jobsFor(workflow, event)).toContain(name);
      const [step] = jobs[name]?.steps ?? [];
      const contexts = { github: { token: "token-of-github-actions[bot]" }, secrets };
      const own = Object.entries(step?.env ?? {}).map(([key, value]) => [key, evaluated(value, contexts)]);
      const given = event.number === undefined ? forge.branchVariables(at()) : forge.variables(at());
      const { TRUEUP_NOTES_TOKEN: _none, ...rest } = given;
      const words = (step?.run ?? "").replace("https://platform.example.com", fixture.server.url).split(" ").slice(1);
      const env = { ...rest, GITHUB_EVENT_NAME: event.name, ...(Object.fromEntries(own) as Record<string, string>) };
      const { code } = await inProcess(words, { cwd: directory(), env });
      return code;
    };
    const push = () => git(clone, "push", "-q", forge.repository, "main");
    push();
    const on = (name: string, more: Partial<WorkflowEvent> = {}) => ({ name, branch: "main", ...more });
    expect(await run(on("push"), "apply")).toBe(0);
    commit(clone, { "trueup/b.yaml": "topics: { b: { title: B } }\n" });
    git(clone, "push", "-q", forge.repository, "HEAD:refs/pull/7/head");
    forge.setHead(at());
    expect(await run(on("pull_request_target", { action: "opened", number: 7 }), "plan")).toBe(0);
    push();
    forge.pulls.get(7)!.merged = [at()];
    expect(await run(on("push"), "apply")).toBe(0);
    expect(await fixture.platform.call("GET", "/topics")).toEqual([expect.objectContaining({ title: "B" })]);
    commit(clone, { "trueup/c.yaml": "topics: { c: { title: C } }\n" });
    push();
    expect(await run(on("push"), "apply")).toBe(3);
    expect(await run(on("workflow_dispatch", { inputs: { unapproved: true } }), "apply-rest")).toBe(0);
    expect(await run(on("schedule"), "apply")).toBe(0);
    expect(await run(on("schedule"), "drift")).toBe(0);
    expect(fixture.server.arrived.length).toBeGreaterThan(0);
  });
});
