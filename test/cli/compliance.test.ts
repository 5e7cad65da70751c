// @module-tag slow
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Compliance, PolicyCompliance } from "../../src/core/compliance.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";
import { misbehavingServer } from "../harness/misbehaving-server.js";

let platform: RunningEmulator;
beforeAll(async () => {
  const project = (name: string, more: object = {}) => ({
    path_with_namespace: `acme/${name}`,
    attributes: { merge_method: "merge", ...more },
  });
  platform = await openEmulator({
    tier: "ultimate",
    seed: {
      groups: [{ full_path: "acme" }],
      projects: [
        project("kept", { merge_method: "ff" }),
        project("wrong"),
        project("spared"),
        project("closed"),
        project("late"),
      ],
    },
  });
  await platform.call("POST", `/projects/${encodeURIComponent("acme/closed")}/archive`);
});
afterAll(() => platform.close());

const files = `
policies:
  baseline:
    projects: ["acme/**"]
    except: [acme/late]
    undeclared: include
    set: { merge_method: ff }
  slow:
    projects: ["acme/late"]
    undeclared: include
    rollout: 0%
    set: { squash_option: always }
  approvals:
    projects: [acme/kept]
    undeclared: include
    set: { approval_settings: { reset_approvals_on_push: true } }
exceptions:
  - { policy: baseline, match: acme/spared, attribute: merge_method, value: merge, reason: moves in May, until: 2027-05-31 }
`;

async function report(more: readonly string[] = [], env = platform.env) {
  const cwd = directory({ "policies.yaml": files });
  return inProcess(["report", "compliance", "--now", "2027-05-30", ...more], { cwd, env });
}

function about({ stdout }: { readonly stdout: string }, name: string): PolicyCompliance | undefined {
  return (JSON.parse(stdout) as Compliance).policies.find(({ policy }) => policy === name);
}

describe("trueup report compliance", () => {
  it("counts what a policy matches, what obeys, what violates and what is excepted, with reason and days left", async () => {
    const told = await report(["--json"]);
    expect(told.code).toBe(2);
    expect(about(told, "baseline")).toMatchObject({ matches: 3, inForce: 3, reported: 0, obeying: 2, violating: 1, excepted: 1 });
    expect(about(told, "baseline")?.violations).toEqual([
      { address: "project:acme/wrong", attribute: "merge_method", live: "merge", asked: "ff", source: "policies.yaml:7:12" },
    ]);
    expect(about(told, "baseline")?.exceptions).toEqual([
      {
        match: "acme/spared",
        attribute: "merge_method",
        reason: "moves in May",
        things: 1,
        until: "2027-05-31",
        daysLeft: 1,
        source: "policies.yaml:18:5",
      },
    ]);
  });

  it("tells what violates a policy that is only reported yet, which a plan leaves alone", async () => {
    const told = await report(["--json"]);
    expect(about(told, "slow")).toMatchObject({ matches: 1, inForce: 0, reported: 1, violating: 1 });
    const cwd = directory({ "policies.yaml": files });
    const planned = await inProcess(["plan", "--target", "project:acme/late"], { cwd, env: platform.env });
    expect(planned.stdout).toContain("Nothing to do");
  });

  it("exits 0 if a rollout only reports what violates", async () => {
    const cwd = directory({
      "policies.yaml": files.replace('    projects: ["acme/**"]', "    projects: [acme/kept]").replace(/exceptions:[^]*/, ""),
    });
    const told = await inProcess(["report", "compliance", "--json"], { cwd, env: platform.env });
    expect(about(told, "slow")).toMatchObject({ reported: 1, violating: 1 });
    expect(about(told, "approvals")?.violations.map(({ address }) => address)).toEqual([]);
    expect(told.code).toBe(0);
  });

  it("never takes for obeying what this token may not read", async () => {
    const server = await misbehavingServer(platform.url);
    server.misbehave({ path: /^\/projects\/\d+\/approvals/, trouble: { answer: { status: 403, body: "{}" } } });
    const told = await report(["--json"], { ...platform.env, TRUEUP_URL: server.url });
    expect(about(told, "approvals")).toMatchObject({ matches: 1, obeying: 0, violating: 0, unreadable: 1 });
    expect(about(told, "approvals")?.hidden).toEqual(["project:acme/kept"]);
  });

  it("writes a document that has the form of its schema, and the same as text and as Markdown", async () => {
    const schema = JSON.parse(readFileSync("schemas/compliance.schema.json", "utf8")) as object;
    const check = new Ajv2020({ strict: true }).compile(schema);
    const told = await report(["--json"]);
    expect(check(JSON.parse(told.stdout)), JSON.stringify(check.errors)).toBe(true);
    const [text, markdown] = [await report(), await report(["--format", "markdown"])];
    expect(text.stdout).toContain("project:acme/wrong  merge_method: merge instead of ff  policies.yaml:7:12");
    expect(text.stdout).toContain("moves in May; until 2027-05-31, 1 day left");
    expect(markdown.stdout).toContain("| <code>baseline</code> | 1 of 3 violating | 3 | 3 | 0 | 2 | 1 | 1 | 0 | 0 |");
  });
});
