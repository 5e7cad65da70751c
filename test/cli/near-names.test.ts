// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";

let platform: RunningEmulator;
beforeAll(async () => {
  platform = await openEmulator({
    tier: "ultimate",
    dialect: "vendor",
    seed: {
      users: [{ username: "alice" }, { username: "bob" }],
      groups: [{ full_path: "acme", members: { alice: 40 } }, { full_path: "acme/release" }],
      projects: [{ path_with_namespace: "acme/web", branches: ["main", "develop"] }, { path_with_namespace: "acme/empty" }],
    },
  });
});
afterAll(() => platform.close());

function run(command: readonly string[], files: object) {
  const cwd = directory({ "trueup.yaml": JSON.stringify({ version: 1, ...files }) });
  return inProcess(command, { cwd, env: platform.env });
}
const web = (body: object) => ({ projects: { "acme/web": body } });
const rule = (body: object) => web({ approval_rules: { Two: { approvals_required: 1, ...body } } });

describe("a name that nothing has", () => {
  it.each([
    ["a user", rule({ users: ["alcie"] }), "there is no user alcie that this token may see (did you mean alice?)"],
    [
      "a group",
      rule({ groups: ["acme/relaese"] }),
      "there is no group acme/relaese that this token may see (did you mean acme/release?)",
    ],
    ["a group in a wrong one", rule({ groups: ["acmee/release"] }), "(did you mean acme/release?)"],
    [
      "a branch that is protected",
      web({
        protected_branches: { develop: {} },
        approval_rules: { Two: { approvals_required: 1, users: ["alice"], protected_branches: ["devlop"] } },
      }),
      "(did you mean develop?)",
    ],
    [
      "a default branch",
      web({ default_branch: "devel0p" }),
      "default_branch: acme/web has no branch devel0p (did you mean develop?)",
    ],
    [
      "nothing like any",
      rule({ users: ["somebody-else-altogether"] }),
      "there is no user somebody-else-altogether that this token may see",
    ],
  ])("is refused at plan with the nearest one: %s", async (_, files, said) => {
    const { code, stdout } = await run(["plan"], files);
    expect({ code, stdout: stdout.replaceAll(/\s+/g, " ") }).toEqual({ code: 1, stdout: expect.stringContaining(said) });
    if (!said.includes("did you mean")) expect(stdout).not.toContain("did you mean");
  });
});

describe("default_branch", () => {
  it("may be any that is there, and any in an empty repository", async () => {
    expect(await run(["plan"], web({ default_branch: "develop" }))).toMatchObject({ code: 0 });
    expect(await run(["plan"], { projects: { "acme/empty": { default_branch: "whatever" } } })).toMatchObject({ code: 0 });
    expect(
      await run(["plan"], { projects: { "acme/new": { default_branch: "trunk", initialize_with_readme: true } } }),
    ).toMatchObject({ code: 0 });
  });
});

describe("a path that the platform takes", () => {
  it("can be declared: of a project one letter", async () => {
    const files = { projects: { "acme/x": { description: "short" }, "acme/_": {} } };
    expect(await run(["apply", "--yes"], files)).toMatchObject({ code: 0 });
    expect(await run(["plan", "--detailed-exitcode"], files)).toMatchObject({ code: 0 });
    expect(await run(["validate"], { projects: { "a/web": {} } })).toMatchObject({ code: 1 });
  });
});

describe("validate", () => {
  it("tells all that is wrong with a thing, also when it is called wrongly", async () => {
    const files = {
      groups: { x: { name: "X", visibility: "secret" } },
      projects: {
        web: { merge_method: "fast", approval_rules: { " Two": { approvals_required: 500, usrs: [] } } },
        "acme/web": { integrations: { asanna: { api_key: 5, nonsense: true }, "no-such-thing-at-all": { anything: 1 } } },
      },
    };
    const { code, stdout, stderr } = await run(["validate", "--json"], files);
    expect(code).toBe(1);
    const { problems } = JSON.parse(stdout || stderr) as { problems: { rule: string; address?: string; attribute?: string }[] };
    const told = problems.map(({ rule, address = "", attribute = "" }) => `${rule} ${address} ${attribute}`.trim()).sort();
    expect(told).toEqual([
      "name",
      "name.path",
      "name.path",
      "schema.enum group:x visibility",
      "schema.enum project:web merge_method",
      "schema.key",
      "schema.key",
      "schema.maximum approval_rule:web: Two approvals_required",
      "schema.unknown approval_rule:web: Two usrs",
      "schema.unknown integration:acme/web:asanna nonsense",
      "secret.literal integration:acme/web:asanna api_key",
    ]);
  });
});
