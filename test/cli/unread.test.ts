// @module-tag slow
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Plan, Result } from "../../src/core/plan.js";
import { inProcess, json } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import type { Rule } from "../harness/misbehaving-server.js";
import { planAndApplyBeside } from "./failing-company.js";

const server = { tier: "premium", dialect: "vendor", serverVersion: "19.0.0-ee" } as const;
const names = ["a", "b", "c", "d", "e"];
const project = { protected_branches: { main: { allow_force_push: false } }, labels: { bug: { color: "#ff0000" } } };
const filesOf = (projects: object) => JSON.stringify({ groups: { acme: { visibility: "internal" } }, projects }, undefined, 1);
const declared = Object.fromEntries(names.map((name) => [`acme/${name}`, project]));
const addresses = ({ changes }: Plan) => changes.map(({ action, address }) => `${action} ${address}`).sort();

const schemaOf = (name: string) =>
  new Ajv2020({ strictTypes: false, strictRequired: false }).compile(
    JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8")) as object,
  );

/** A company of projects, with what they declare. */
async function opened(files: string = filesOf(declared), own: readonly string[] = names): Promise<Fixture> {
  const fixture = await openFixture(inProcess, {
    ...server,
    seed: {
      users: [{ username: "alice" }, { username: "bob" }],
      groups: [{ full_path: "acme", visibility: "internal", members: { alice: 40 } }],
      projects: own.map((name) => ({
        path_with_namespace: `acme/${name}`,
        members: { bob: 40 },
        attributes: { initialize_with_readme: true },
      })),
    },
  });
  onTestFinished(() => fixture.close());
  fixture.write("trueup.yaml", files);
  return fixture;
}

/** The rule by which reads of a list of one project answer with a status. */
async function refusing(fixture: Fixture, path: string, list: string, status: number): Promise<Rule> {
  const { id } = (await fixture.platform.call("GET", `/projects/${encodeURIComponent(path)}`)) as { id: number };
  return {
    method: "GET",
    path: new RegExp(`^/projects/${id}/${list}(?:$|[/?])`),
    trouble: { answer: { status, body: JSON.stringify({ message: `${status} for a test` }) } },
  };
}

async function planned(fixture: Fixture, ...more: readonly string[]): Promise<{ code: number | null; plan: Plan }> {
  const { code, stdout, stderr } = await fixture.run(["plan", "--json", ...more]);
  expect(stderr).toBe("");
  return { code, plan: json(stdout) as Plan };
}

describe("what cannot be read", () => {
  it("is told once per kind, left as it is, and stops nothing else", async () => {
    const fixture = await opened();
    fixture.server.misbehave(
      await refusing(fixture, "acme/a", "labels", 403),
      await refusing(fixture, "acme/b", "protected_branches", 404),
      await refusing(fixture, "acme/c", "labels", 500),
      await refusing(fixture, "acme/d", "labels", 403),
    );
    const { code, plan } = await planned(fixture);
    expect(plan.unread).toEqual([
      { kind: "label", path: "acme/a", status: 403 },
      { kind: "label", path: "acme/c", status: 500 },
      { kind: "label", path: "acme/d", status: 403 },
      { kind: "protected_branch", path: "acme/b", status: 404 },
    ]);
    expect(code).toBe(3);
    expect(addresses(plan)).toEqual([
      "create label:acme/b:bug",
      "create label:acme/e:bug",
      ...["a", "c", "d", "e"].map((name) => `create protected_branch:acme/${name}:main`),
    ]);
    expect(schemaOf("plan")(plan)).toBe(true);
    const summary = json((await fixture.run(["plan", "--summary", "--json"])).stdout);
    expect(schemaOf("plan-summary")(summary)).toBe(true);
    for (const words of [["plan"], ["plan", "--summary"], ["drift"]]) {
      const told = await fixture.run(words);
      expect(told.code).toBe(3);
      expect(told.stdout.split("\n").filter((line) => line.startsWith("Unread "))).toEqual([
        "Unread label  403  2 things: acme/a, acme/d",
        "Unread label  500  1 thing: acme/c",
        "Unread protected_branch  404  1 thing: acme/b",
      ]);
      expect(told.stdout).toContain("; 4 unread");
    }
    for (const words of [["plan"], ["plan", "--summary"]])
      expect((await fixture.run([...words, "--format", "markdown"])).stdout).toContain(
        "> **Unread** <code>label</code> 403: 2 things, <code>acme/a</code>, <code>acme/d</code>",
      );
    const applied = await fixture.run(["apply", "--yes", "--json"]);
    const result = json(applied.stdout) as Result;
    expect(applied.code).toBe(3);
    expect(result.outcomes.map(({ status }) => status)).toEqual(plan.changes.map(() => "done"));
    expect(result.unread).toEqual(plan.unread);
    expect(schemaOf("result")(result)).toBe(true);
    // With nothing else to do it is told all the same.
    expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 3 });
    fixture.server.misbehave();
    expect(addresses((await planned(fixture)).plan)).toHaveLength(4);
  });

  it("ends the run where the token counts no more, and where it decides about others", async () => {
    const fixture = await opened();
    const ended = async () => {
      const { code, stderr } = await fixture.run(["plan"]);
      return { code, stderr };
    };
    fixture.server.misbehave(await refusing(fixture, "acme/a", "labels", 401));
    expect(await ended()).toMatchObject({ code: 1, stderr: expect.stringContaining("401") });
    const answer = { status: 403, body: JSON.stringify({ message: "403 Forbidden" }) };
    fixture.server.misbehave({ method: "GET", path: /^\/groups\/acme(?:\/projects)?(?:$|\?)/, trouble: { answer } });
    expect(await ended()).toMatchObject({ code: 1, stderr: expect.stringContaining("403") });
  });

  it("lets wait what could loosen something or delete on the same project, and all else goes on", async () => {
    const variables = { TOKEN: { value: "${env:TOKEN}" } };
    const before = { visibility: "private", labels: { bug: { color: "#ff0000" }, old: { color: "#00ff00" } } };
    const fixture = await opened(filesOf({ "acme/a": { ...before, variables }, "acme/b": before }), ["a", "b"]);
    const env = { TOKEN: "not-secret" };
    expect(await fixture.run(["apply", "--yes"], env)).toMatchObject({ code: 0 });
    const after = {
      description: "New",
      visibility: "internal",
      labels: { bug: { color: "#0000ff" }, old: { ensure: "absent" }, more: { color: "#000000" } },
    };
    fixture.write("trueup.yaml", filesOf({ "acme/a": { ...after, variables }, "acme/b": after }));
    fixture.server.misbehave(await refusing(fixture, "acme/a", "variables", 403));
    const { code, stdout } = await fixture.run(["plan", "--json", "--out", "plan.json"], env);
    const plan = json(stdout) as Plan;
    expect({ code, unread: plan.unread }).toEqual({ code: 3, unread: [{ kind: "variable", path: "acme/a", status: 403 }] });
    expect(plan.held?.map(({ rule, addresses: [address], message }) => [rule, address, message])).toEqual([
      ["unread", "label:acme/a:bug", "its change waits until this can be read: variable of acme/a (403)"],
      ["unread", "label:acme/a:old", "its delete waits until this can be read: variable of acme/a (403)"],
      ["unread", "project:acme/a", "its change waits until this can be read: variable of acme/a (403)"],
    ]);
    expect(addresses(plan)).toEqual([
      "create label:acme/a:more",
      "create label:acme/b:more",
      "delete label:acme/b:old",
      "update label:acme/b:bug",
      "update project:acme/b",
    ]);
    const applied = await fixture.run(["apply", "--plan", "plan.json", "--yes", "--json"], env);
    expect(applied).toMatchObject({ code: 3 });
    expect(json(applied.stdout)).toMatchObject({ unread: plan.unread, held: plan.held });
  });

  it("lets what weakens the protection of the project itself wait, and not what strengthens it", async () => {
    const variables = { TOKEN: { value: "a-plain-value" } };
    const name = "only_allow_merge_if_pipeline_succeeds";
    const fixture = await opened(filesOf({ "acme/a": { [name]: false, variables } }), ["a"]);
    const planWith = async (value: boolean) => {
      fixture.write("trueup.yaml", filesOf({ "acme/a": { [name]: value, variables } }));
      const { code, stdout } = await fixture.run(["plan", "--json"]);
      expect(code).toBe(3);
      return json(stdout) as Plan;
    };
    expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 0 });
    const faults = await refusing(fixture, "acme/a", "variables", 403);
    fixture.server.misbehave(faults);
    expect(addresses(await planWith(true))).toEqual(["update project:acme/a"]);
    fixture.server.misbehave();
    expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 0 });
    fixture.server.misbehave(faults);
    const plan = await planWith(false);
    expect(addresses(plan)).toEqual([]);
    expect(plan.held).toMatchObject([{ rule: "unread", addresses: ["project:acme/a"] }]);
  });

  it("lets the delete of a group wait that holds such a project", async () => {
    const files = { groups: { acme: {} }, delete_undeclared: { groups: ["acme/**"] }, projects: { "acme/old/tool": project } };
    const fixture = await openFixture(inProcess, {
      ...server,
      seed: {
        groups: ["acme", "acme/old", "acme/idle"].map((full_path) => ({ full_path })),
        projects: [{ path_with_namespace: "acme/old/tool", attributes: { initialize_with_readme: true } }],
      },
    });
    onTestFinished(() => fixture.close());
    fixture.write("trueup.yaml", JSON.stringify(files));
    fixture.server.misbehave(await refusing(fixture, "acme/old/tool", "protected_branches", 403));
    const { plan } = await planned(fixture, "--allow-delete", "group");
    expect(addresses(plan)).toEqual(["create label:acme/old/tool:bug", "delete group:acme/idle"]);
    expect(plan.held).toMatchObject([{ rule: "unread", addresses: ["group:acme/old"] }]);
  });

  it("is no matter of single things where it is much, unless --unread-limit says so", async () => {
    const many = Array.from({ length: 22 }, (_, index) => `p${index}`);
    const fixture = await opened(filesOf(Object.fromEntries(many.map((name) => [`acme/${name}`, project]))), many);
    const answer = { status: 403, body: JSON.stringify({ message: "403 Forbidden" }) };
    fixture.server.misbehave({ method: "GET", path: /^\/projects\/\d+\/labels/, trouble: { answer } });
    const refused = await fixture.run(["plan"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("22 of 44 lists and things could not be read") });
    expect(refused.stderr).toContain("label of acme/p0 (403)");
    expect(refused.stderr).toContain("--unread-limit 22");
    expect(await fixture.run(["plan", "--unread-limit", "21"])).toMatchObject({ code: 1 });
    const { code, plan } = await planned(fixture, "--unread-limit", "22");
    expect({ code, unread: plan.unread?.length, changes: plan.changes.length }).toEqual({ code: 3, unread: 22, changes: 22 });
  });

  it("takes along what names something that cannot be looked up", async () => {
    const rule = { approvals_required: 1, users: ["alice"] };
    const { labels: _, ...protecting } = project;
    const own = { ...protecting, approval_rules: { Web: { ...rule, protected_branches: ["main"] }, All: rule } };
    const files = { "acme/a": own, "acme/b": own };
    const fixture = await opened(filesOf(files), ["a", "b"]);
    fixture.server.misbehave(await refusing(fixture, "acme/a", "protected_branches", 403));
    const { code, plan } = await planned(fixture);
    expect({ code, refusals: plan.refusals }).toEqual({ code: 3, refusals: [] });
    expect(plan.unread).toEqual(["approval_rule", "protected_branch"].map((kind) => ({ kind, path: "acme/a", status: 403 })));
    expect(addresses(plan)).toEqual([
      "create approval_rule:acme/a:All",
      "create approval_rule:acme/b:All",
      "create approval_rule:acme/b:Web",
      "create protected_branch:acme/b:main",
    ]);
  });

  it("takes along what names somebody of whom it cannot be told whether they are members", async () => {
    const rules = { Two: { approvals_required: 1, users: ["bob"] }, One: { approvals_required: 1, users: ["alice"] } };
    const fixture = await opened(filesOf({ "acme/a": { approval_rules: rules }, "acme/b": { approval_rules: rules } }), [
      "a",
      "b",
    ]);
    fixture.server.misbehave(await refusing(fixture, "acme/a", "members/all", 403));
    const { code, plan } = await planned(fixture);
    expect({ code, refusals: plan.refusals }).toEqual({ code: 3, refusals: [] });
    expect(plan.unread).toEqual([{ kind: "approval_rule", path: "acme/a", status: 403 }]);
    expect(addresses(plan)).toEqual(["a:One", "b:One", "b:Two"].map((key) => `create approval_rule:acme/${key}`));
  });

  it("stops nobody where it is a repository that is switched off", async () => {
    const files = { repository_files: { "a.txt": { content: "a" } }, labels: project.labels };
    const fixture = await opened(filesOf({ "acme/a": files, "acme/b": files }), ["a", "b"]);
    fixture.server.misbehave(await refusing(fixture, "acme/a", "repository/tree", 403));
    const { code, plan } = await planned(fixture);
    expect({ code, unread: plan.unread }).toEqual({
      code: 3,
      unread: [{ kind: "repository_file", path: "acme/a", status: 403 }],
    });
    expect(addresses(plan)).toEqual([
      "create label:acme/a:bug",
      "create label:acme/b:bug",
      "create repository_file:acme/b:a.txt",
    ]);
  });

  it("stops nobody where a token is a Developer's on one project and a Maintainer's on the next", async () => {
    const fixture = await openFixture(inProcess, {
      ...server,
      secrets: ["token-of-dora"],
      seed: {
        users: [{ username: "dora", token: "token-of-dora" }],
        groups: [{ full_path: "acme" }],
        projects: [
          { path_with_namespace: "acme/a", members: { dora: 30 }, attributes: { initialize_with_readme: true } },
          { path_with_namespace: "acme/b", members: { dora: 40 }, attributes: { initialize_with_readme: true } },
        ],
      },
    });
    onTestFinished(() => fixture.close());
    const more = {
      ...project,
      variables: { MODE: { value: "fast" } },
      hooks: { "https://ci.example.com/": { push_events: true } },
    };
    fixture.write("trueup.yaml", JSON.stringify({ projects: { "acme/a": more, "acme/b": more } }));
    const { code, stdout } = await fixture.run(["plan", "--json"], { TRUEUP_TOKEN: "token-of-dora" });
    const plan = json(stdout) as Plan;
    expect(code).toBe(3);
    expect(plan.unread).toEqual(["hook", "variable"].map((kind) => ({ kind, path: "acme/a", status: 403 })));
    expect(addresses(plan).filter((one) => one.includes("acme/b"))).toEqual([
      "create hook:acme/b:https://ci.example.com/",
      "create label:acme/b:bug",
      "create protected_branch:acme/b:main",
      "create variable:acme/b:MODE",
    ]);
  });

  it("stops none of the other 57 projects where three of 60 fail", async () => planAndApplyBeside(60));
});
