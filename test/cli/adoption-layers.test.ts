// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";

let platform: RunningEmulator;
beforeAll(async () => {
  const project = (name: string) => ({ path_with_namespace: `acme/${name}`, attributes: { merge_method: "merge" } });
  platform = await openEmulator({
    tier: "ultimate",
    seed: { groups: [{ full_path: "acme" }], projects: [project("web"), project("app"), project("lone")] },
  });
});
afterAll(() => platform.close());

const policies = `policies:
  baseline:
    projects: ["acme/**"]
    undeclared: include
    set: { merge_method: ff } # as everywhere
`;
const things = `projects:
  acme/web: { description: Ours }
  acme/app: {}
`;

async function adopting(
  words: readonly string[],
  files: Readonly<Record<string, string>> = { "policies.yaml": policies, "things.yaml": things },
) {
  const cwd = directory(files);
  const run = (more: readonly string[]) => inProcess(more, { cwd, env: platform.env });
  const { code, stderr, stdout } = await run(["drift", "--yes", ...words]);
  const text = (name: string) => readFileSync(join(cwd, name), "utf8");
  const left = async (address: string) => {
    const { stdout: plan } = await run(["plan", "--format", "json", "--target", address]);
    return (JSON.parse(plan) as { changes: { attributes: { path: string }[] }[] }).changes.flatMap(({ attributes }) =>
      attributes.map(({ path }) => path),
    );
  };
  return { code, stderr, stdout, text, left };
}

describe("drift --adopt of what a policy gives", () => {
  test("without a word where to is an error that names the places, and writes nothing", async () => {
    const { code, stderr, text } = await adopting(["--adopt", "project:acme/web"]);
    expect(code).toBe(1);
    expect(stderr).toContain("policies.yaml:5:12");
    expect(stderr).toContain("it is not said where to adopt merge_method of project:acme/web: policy baseline gives it");
    expect(stderr).toContain("--adopt-to thing, --adopt-to policy, or --adopt-to exception --reason TEXT");
    expect([text("policies.yaml"), text("things.yaml")]).toEqual([policies, things]);
  });

  test("to an exception adds one beside its policy, with the reason, and nothing else", async () => {
    const { code, text, left } = await adopting([
      "--adopt",
      "project:acme/lone",
      "--adopt-to",
      "exception",
      "--reason",
      "moves in May",
    ]);
    expect(code).toBe(0);
    expect(text("policies.yaml")).toBe(
      `${policies}\nexceptions:\n  - policy: baseline\n    match: acme/lone\n    attribute: merge_method\n    value: merge\n    reason: moves in May\n`,
    );
    expect(text("things.yaml")).toBe(things);
    expect(await left("project:acme/lone")).toEqual([]);
    expect(await left("project:acme/app")).toEqual(["merge_method"]);
  });

  test("to the thing writes into its body, or declares what only the policy reached", async () => {
    const { code, text, left } = await adopting(["--adopt", "project:acme/**", "--adopt-to", "thing"]);
    expect(code).toBe(0);
    expect(text("policies.yaml")).toBe(policies);
    expect(text("things.yaml").match(/merge_method: merge/g)).toHaveLength(3);
    expect(text("things.yaml")).toContain("acme/lone:");
    expect(await left("project:acme/lone")).toEqual([]);
  });

  test("to the policy changes its line, and says for how many others", async () => {
    const { code, stderr, text, left } = await adopting(["--adopt", "project:acme/web", "--adopt-to", "policy"]);
    expect(code).toBe(0);
    expect(stderr).toContain("policy baseline changes for 2 others: merge_method (policies.yaml:5:12)");
    expect(text("policies.yaml")).toBe(policies.replace("ff", "merge"));
    expect(await left("project:acme/app")).toEqual([]);
  });

  test("is not asked of policies that are for declared things alone, where another reaches what nobody declares", async () => {
    const { code, stderr } = await adopting(["--adopt", "project:acme/lone", "--adopt-to", "policy"], {
      "policies.yaml": `${policies}  declared:\n    projects: ["acme/*"]\n    over: [baseline]\n    set: { merge_method: rebase_merge }\n`,
    });
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("policy baseline changes for 2 others") as string,
    });
  });

  test("never goes against what is enforced", async () => {
    const enforced = policies.replace("    set:", "    enforce: [merge_method]\n    set:");
    const { code, stderr, text } = await adopting(["--adopt", "project:acme/web", "--adopt-to", "thing"], {
      "policies.yaml": enforced,
      "things.yaml": "projects:\n  acme/web: {}\n",
    });
    expect(code).toBe(0);
    expect(stderr).toContain(
      "project:acme/web: merge_method is left as it is: policy baseline enforces it at policies.yaml:5:15",
    );
    expect([text("policies.yaml"), text("things.yaml")]).toEqual([enforced, "projects:\n  acme/web: {}\n"]);
  });

  test("adopts what a body says itself as ever, and leaves alone what is ignored", async () => {
    const { code, text } = await adopting(["--adopt", "project:acme/web"], {
      "things.yaml": "projects:\n  acme/web: { description: Ours, squash_option: always, ignore: [squash_option] }\n",
    });
    expect(code).toBe(0);
    expect(text("things.yaml")).toContain("description: null");
    expect(text("things.yaml")).toContain("squash_option: always");
  });
});
