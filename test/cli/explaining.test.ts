// @module-tag slow
import { describe, expect, test } from "vitest";
import type { ExplainedAttribute } from "../../src/core/explained.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const files = `policies:
  baseline:
    projects: ["acme/**"]
    undeclared: include
    set:
      merge_method: ff
      squash_option: always
      description: As everywhere
      approval_rules:
        Two eyes:
          rule_type: any_approver
          approvals_required: { at_least: 1 }
  strict:
    projects: ["acme/**"]
    over: [baseline]
    set:
      approval_rules:
        Two eyes:
          approvals_required: { at_least: 2 }
  public:
    projects: ["acme/*"]
    over: [strict]
    where: { visibility: public }
    set:
      lfs_enabled: false
presets:
  service:
    topics: [service]
    squash_option: default_on
projects:
  acme/web:
    extends: [service]
    description: Storefront
    topics:
      add: [shop]
exceptions:
  - { policy: baseline, match: acme/web, attribute: merge_method, value: merge, reason: moves in May }
`;

interface Explained {
  readonly attributes: readonly (ExplainedAttribute & { readonly live?: unknown })[];
  readonly notInForce: Readonly<Record<string, string>>;
}

async function explain(words: readonly string[], text = files, env: Readonly<Record<string, string>> = {}) {
  const cwd = directory({ "trueup/all.yaml": text });
  return inProcess(["explain", ...words], { cwd, env });
}

async function explained(address: string, attribute: string, text = files): Promise<ExplainedAttribute | undefined> {
  const { stdout } = await explain([address, attribute, "--format", "json"], text);
  return (JSON.parse(stdout) as Explained).attributes[0];
}

describe("explain", () => {
  test("shows every line that speaks of an attribute, weakest first, which one won and why", async () => {
    const { code, stdout } = await explain(["project:acme/web", "squash_option"]);
    expect(code).toBe(0);
    expect(stdout).toContain("project:acme/web says default_on\n  at trueup/all.yaml:29:5 (preset service)");
    const rows = stdout.split("\n").filter((line) => line.includes("without this line"));
    expect(rows.map((row) => row.trim().replaceAll(/ {2,}/g, " | "))).toEqual([
      "policy baseline | always | trueup/all.yaml:7:7 | loses: overridden by preset service at trueup/all.yaml:29:5; without this line: default_on",
      "preset service | default_on | trueup/all.yaml:29:5 | wins; without this line: always",
    ]);
    expect(stdout).toContain("policy public: whether its where is fulfilled can be told from what is live alone (--live)");
  });

  test("names what an exception takes from a policy, and its reason", async () => {
    const told = await explained("project:acme/web", "merge_method");
    expect(told).toMatchObject({ value: "merge", layer: "exception of baseline" });
    expect(told?.lines.map(({ outcome, because }) => [outcome, because])).toEqual([
      ["loses", "excepted at trueup/all.yaml:37:5: moves in May"],
      ["wins", undefined],
    ]);
  });

  test("says which bound is the strictest, of something that hangs on what no file declares, too", async () => {
    const told = await explained("approval_rule:acme/other:Two eyes", "approvals_required");
    expect(told?.lines.map(({ layer, outcome, because }) => [layer, outcome, because])).toEqual([
      ["policy baseline", "bounds", "the strictest"],
      ["policy strict", "loses", "it is for declared things alone"],
    ]);
    const web = await explained("approval_rule:acme/web:Two eyes", "approvals_required");
    expect(web?.lines.map(({ layer, because }) => [layer, because])).toEqual([
      ["policy baseline", "holds, and what is said at trueup/all.yaml:19:33 is stricter"],
      ["policy strict", "the strictest"],
    ]);
  });

  test("says what is decided by what is live, and of no such line that it loses", async () => {
    const text = `policies:
  base: { projects: ["acme/**"], set: { merge_method: ff, squash_option: always } }
  public:
    projects: ["acme/**"]
    over: [base]
    where: { visibility: public }
    set: { merge_method: merge, squash_option: never, description: Open }
projects:
  acme/web: { squash_option: default_on }
`;
    const whether = "whether its where is fulfilled can be told from what is live alone (--live)";
    const open = "decided by what is live";
    const outcomesOf = async (attribute: string) =>
      (await explained("project:acme/web", attribute, text))?.lines.map(({ layer, outcome, because }) => [
        layer,
        outcome,
        because,
      ]);
    expect(await outcomesOf("merge_method")).toEqual([
      ["policy base", open, "overridden by policy public at trueup/all.yaml:7:12, if that policy holds"],
      ["policy public", open, whether],
    ]);
    expect(await outcomesOf("description")).toEqual([["policy public", open, whether]]);
    const by = "overridden by its own body at trueup/all.yaml:9:15";
    expect(await outcomesOf("squash_option")).toEqual([
      ["policy base", "loses", by],
      ["policy public", "loses", by],
      ["", "wins", undefined],
    ]);
  });

  test.each([
    ["project:acme/web", "squash_option"],
    ["project:acme/web", "merge_method"],
    ["project:acme/web", "description"],
    ["project:acme/web", "topics"],
  ])("tells of %s %s what it becomes once a line is gone from the file", async (address, attribute) => {
    const told = await explained(address, attribute);
    expect(told?.lines.length).toBeGreaterThan(0);
    for (const { source, without } of told?.lines ?? []) {
      const line = Number(source.split(":")[1]);
      const lines = files.split("\n");
      // What edits a list stands on two lines.
      const gone = lines.filter(
        (text, index) => index + 1 !== line && !(text.includes("topics:") && line === index + 2 && text.endsWith("topics:")),
      );
      const after = await explained(address, attribute, gone.join("\n"));
      expect(after?.value).toEqual(without);
    }
  });

  test("asks the platform only if told to, and then says what is live and which policies hold there", async () => {
    const { env } = await platform({
      tier: "ultimate",
      seed: {
        groups: [{ full_path: "acme", visibility: "public" }],
        projects: [{ path_with_namespace: "acme/web", visibility: "public" }],
      },
    });
    const { stdout, stderr } = await explain(["project:acme/web", "lfs_enabled", "--live"], files, env);
    expect(stderr).toBe("");
    expect(stdout).toContain("project:acme/web says false");
    expect(stdout).toContain("live: true");
    expect(stdout).toContain("wins; without this line: not given");
  });
});

describe("explain --effective", () => {
  test("prints one declaration that validates by itself and says the same, with origins as comments", async () => {
    const { code, stdout } = await explain(["--effective", "project:acme/web"]);
    expect(code).toBe(0);
    expect(stdout).toContain("merge_method: merge # exception of baseline, trueup/all.yaml:37:67\n");
    expect(stdout).toContain("description: Storefront # trueup/all.yaml:33:5\n");
    expect(stdout).toContain("- shop # trueup/all.yaml:35:13");
    expect(stdout).toContain("at_least: 2 # policy strict, trueup/all.yaml:19:33\n");
    const cwd = directory({ "trueup/merged.yaml": stdout });
    expect((await inProcess(["validate"], { cwd })).code).toBe(0);
    for (const attribute of ["merge_method", "squash_option", "topics", "description"]) {
      const [before, after] = [
        await explained("project:acme/web", attribute),
        await explained("project:acme/web", attribute, stdout),
      ];
      expect(after?.value).toEqual(before?.value);
    }
  });

  test("of what only a policy reaches says what the policy says, and of what nothing says anything is an error", async () => {
    expect((await explain(["--effective", "project:acme/other"])).stdout).toContain(
      "merge_method: ff # policy baseline, trueup/all.yaml:6:7\n",
    );
    const { code, stderr } = await explain(["--effective", "project:elsewhere/web"]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no file declares project:elsewhere/web") as string,
    });
  });
});

test("a kind of which a project has one is explained by its name alone", async () => {
  const { stdout } = await explain(["push_rules"]);
  expect(stdout).toMatch(/^Push rules \(push_rules\)\n/);
});
