import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { convertWorkflowTemplate, parseWorkflow } from "@actions/workflow-parser";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/core/json.js";
import { holds } from "../harness/ci-rules.js";
import { top } from "../harness/command-line.js";
import { isTriggered } from "../harness/workflow.js";

const { validateWorkflow } = createRequire(import.meta.url)("@action-validator/core") as {
  validateWorkflow: (text: string) => { readonly errors: readonly unknown[] };
};
const read = (file: string): string => readFileSync(join(top, file), "utf8");

describe("examples/ci/gitlab/sharded-drift.yml", () => {
  const text = read("examples/ci/gitlab/sharded-drift.yml");
  const pipeline = parse(text) as JsonObject;
  const schema = JSON.parse(read("test/fixtures/gitlab-ci.schema.json")) as JsonObject;
  const isPipeline = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const job = (name: string) => pipeline[name] as JsonObject & { rules: { if: string; when?: string }[]; script: string };

  it("is valid by the service's own schema, which sees a wrong key", () => {
    isPipeline(pipeline);
    expect(isPipeline.errors ?? []).toEqual([]);
    expect(isPipeline({ ...pipeline, shard: { ...job("shard"), paralel: 8 } })).toBe(false);
  });

  it("runs on a schedule of the default branch alone, and the last job also after a shard that failed", () => {
    const night = { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" };
    for (const name of ["shard", "report"]) {
      const [rule] = job(name).rules;
      expect(holds(rule?.if ?? "", night)).toBe(true);
      expect(holds(rule?.if ?? "", { ...night, CI_COMMIT_BRANCH: "topic" })).toBe(false);
      expect(holds(rule?.if ?? "", { ...night, CI_PIPELINE_SOURCE: "push" })).toBe(false);
    }
    expect(job("report")).toMatchObject({ needs: ["shard"], rules: [{ when: "always" }] });
  });

  it("hands the parts of all shards to the last job, which names no shard", () => {
    expect(job("shard")).toMatchObject({ parallel: 8, artifacts: { when: "always", access: "developer" } });
    expect(job("shard").script).toContain("--shard $CI_NODE_INDEX/$CI_NODE_TOTAL --parts parts-$CI_PIPELINE_ID");
    expect((job("shard")["artifacts"] as JsonObject)["paths"]).toEqual(["parts-$CI_PIPELINE_ID/"]);
    expect(job("report").script).toContain("--parts parts-$CI_PIPELINE_ID");
    expect(job("report").script).not.toContain("--shard");
  });
});

describe("examples/ci/github/sharded-drift.yml", () => {
  const text = read("examples/ci/github/sharded-drift.yml");
  const workflow = parse(text) as JsonObject;
  interface Step {
    readonly run?: string;
    readonly uses?: string;
    readonly if?: string;
    readonly with?: JsonObject;
  }
  const jobs = workflow["jobs"] as unknown as Record<string, JsonObject & { steps: readonly Step[] }>;

  it("passes the published linters, which see a wrong key", async () => {
    const complaints = async (content: string): Promise<readonly unknown[]> => {
      const nowhere = { error: () => undefined, info: () => undefined, verbose: () => undefined };
      const { context, value } = parseWorkflow({ name: "drift.yml", content }, nowhere);
      if (value) await convertWorkflowTemplate(context, value);
      return [...validateWorkflow(content).errors, ...context.errors.getErrors()];
    };
    expect(await complaints(text)).toEqual([]);
    expect(await complaints(text.replace("runs-on:", "run-on:"))).not.toEqual([]);
  });

  it("runs each night alone, has no expression in a command, and pins actions and image", () => {
    const on = workflow["on"] as JsonObject;
    expect(isTriggered(on, { name: "schedule", branch: "main" })).toBe(true);
    expect(Object.keys(on)).toEqual(["schedule"]);
    expect(workflow["permissions"]).toEqual({});
    for (const [name, { steps, container, permissions }] of Object.entries(jobs)) {
      expect(container).toEqual({ image: expect.stringMatching(/@sha256:[0-9a-f]{64}$/) as string, options: "--user 1001" });
      expect(permissions).toEqual(name === "report" ? { contents: "read", issues: "write" } : { contents: "read" });
      for (const { run = "", uses = `x@${"0".repeat(40)}` } of steps) {
        expect(run).not.toContain("${{");
        expect(uses).toMatch(/@[0-9a-f]{40}$/);
      }
    }
  });

  it("has a shard for each number, and hands the parts of all to the last job, which names no shard", () => {
    const strategy = jobs["shard"]?.["strategy"];
    const [shard, upload] = jobs["shard"]?.steps ?? [];
    const { matrix } = strategy as { matrix: { shard: number[] } };
    expect(strategy).toMatchObject({ "fail-fast": false });
    expect(matrix.shard).toEqual(matrix.shard.map((_, index) => index + 1));
    expect(shard?.run).toContain(`--shard "$SHARD/${matrix.shard.length}" --parts "parts-$GITHUB_RUN_ID"`);
    expect(upload).toMatchObject({
      if: "always()",
      with: { name: "part-${{ matrix.shard }}", path: "parts-${{ github.run_id }}/" },
    });
    expect(jobs["report"]).toMatchObject({ if: "always()", needs: "shard" });
    const [download, report] = jobs["report"]?.steps ?? [];
    expect(download?.with).toEqual({ pattern: "part-*", "merge-multiple": true, path: "parts-${{ github.run_id }}" });
    expect(report?.run).toContain('--parts "parts-$GITHUB_RUN_ID"');
    expect(report?.run).not.toContain("--shard");
  });
});
