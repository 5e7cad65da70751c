// @module-tag slow
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Plan, Result } from "../../src/core/plan.js";
import { inProcess, json } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

const policies = {
  held: { projects: ["acme/**"], undeclared: "include", set: { merge_method: "ff" } },
  told: { groups: ["acme", "acme/**"], undeclared: "include", set: { description: "Ours" } },
};
const server = { tier: "premium", dialect: "vendor", serverVersion: "19.0.0-ee" } as const;
const addresses = ({ changes }: Plan) => changes.map(({ action, address }) => `${action} ${address}`).sort();

const schemaOf = (name: string) =>
  new Ajv2020({ strictTypes: false, strictRequired: false }).compile(
    JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8")) as object,
  );

/** A company in which somebody ordered that a project and a group with a project in it go. */
async function opened(): Promise<Fixture> {
  const fixture = await openFixture(inProcess, {
    ...server,
    seed: {
      groups: ["acme", "acme/old", "acme/kept"].map((full_path) => ({ full_path })),
      projects: ["acme/web", "acme/gone", "acme/old/tool"].map((path_with_namespace) => ({ path_with_namespace })),
    },
  });
  onTestFinished(() => fixture.close());
  fixture.write("trueup.yaml", JSON.stringify({ policies }));
  expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 0 });
  fixture.write(
    "trueup.yaml",
    JSON.stringify({ policies, groups: { "acme/old": { ensure: "absent" } }, projects: { "acme/gone": { ensure: "absent" } } }),
  );
  const allowed = ["--allow-delete", "group", "--allow-delete", "project"];
  expect(await fixture.run(["apply", "--yes", ...allowed])).toMatchObject({ code: 0 });
  return fixture;
}

async function planned(fixture: Fixture, ...more: readonly string[]): Promise<{ code: number | null; plan: Plan }> {
  const { code, stdout } = await fixture.run(["plan", "--json", ...more]);
  return { code, plan: json(stdout) as Plan };
}

const declared = {
  policies,
  groups: { "acme/old": { description: "Old", members: { root: "owner" } }, "acme/kept": { description: "New" } },
  projects: { "acme/gone": { description: "Back" }, "acme/old/tool": { description: "Tool" } },
};

describe("a deletion that somebody ordered", () => {
  it("is taken back by no policy, whatever it reaches", async () => {
    const fixture = await opened();
    expect(await planned(fixture)).toMatchObject({ code: 0, plan: { changes: [] } });
    fixture.write("trueup.yaml", JSON.stringify({ policies }));
    expect(await planned(fixture)).toMatchObject({ code: 0, plan: { changes: [], warnings: [] } });
    expect(await fixture.run(["drift"])).toMatchObject({ code: 0 });
  });

  it("is taken back for a declaration only with --allow-restore, and what is not allowed waits alone", async () => {
    const fixture = await opened();
    fixture.write("trueup.yaml", JSON.stringify(declared, undefined, 1));
    const { code, plan } = await planned(fixture);
    expect(code).toBe(3);
    expect(addresses(plan)).toEqual(["update group:acme/kept"]);
    expect(plan.refusals).toEqual([]);
    expect(plan.held?.map(({ addresses: [first], source }) => [first, source])).toEqual([
      ["group:acme/old", expect.stringMatching(/^trueup\.yaml:\d+:\d+$/)],
      ["project:acme/gone", expect.stringMatching(/^trueup\.yaml:\d+:\d+$/)],
    ]);
    expect(schemaOf("plan")(plan)).toBe(true);
    for (const format of ["text", "markdown"]) {
      const told = await fixture.run(["plan", "--format", format]);
      expect(told).toMatchObject({ code: 3, stdout: expect.stringContaining("Held back") });
      expect(told.stdout).toContain("--allow-restore project");
      expect((await fixture.run(["plan", "--summary", "--format", format])).stdout).toContain("Held back");
    }
    expect(await fixture.run(["drift"])).toMatchObject({ code: 3 });
    const applied = await fixture.run(["apply", "--yes", "--json"]);
    expect(applied.code).toBe(3);
    const result = json(applied.stdout) as Result;
    expect(result.outcomes.map(({ address, status }) => `${status} ${address}`)).toEqual(["done group:acme/kept"]);
    expect(result.held).toEqual(plan.held);
    expect(schemaOf("result")(result)).toBe(true);
    // With nothing else to do it is told all the same.
    expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 3 });
  });

  it("is taken back by kind, with all that is in it", async () => {
    const fixture = await opened();
    fixture.write("trueup.yaml", JSON.stringify(declared));
    const some = await planned(fixture, "--allow-restore", "project");
    expect(some.code).toBe(3);
    expect(addresses(some.plan)).toEqual(["restore project:acme/gone", "update group:acme/kept"]);
    const all = ["--allow-restore", "project", "--allow-restore", "group"];
    expect(addresses((await planned(fixture, ...all)).plan)).toContain("restore group:acme/old");
    expect(await fixture.run(["apply", "--yes", ...all])).toMatchObject({ code: 0 });
    expect(await fixture.run(["drift", ...all])).toMatchObject({ code: 0 });
  });

  it("stays where a saved plan is carried out without the same option", async () => {
    const fixture = await opened();
    fixture.write("trueup.yaml", JSON.stringify(declared));
    const all = ["--allow-restore", "project", "--allow-restore", "group"];
    expect(await fixture.run(["plan", ...all, "--out", "plan.json"])).toMatchObject({ code: 0 });
    const refused = await fixture.run(["apply", "--plan", "plan.json", "--yes"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("say --allow-restore group") });
    expect(await fixture.run(["apply", "--plan", "plan.json", "--yes", ...all])).toMatchObject({ code: 0 });
  });

  it("is told for a group that something else names, and nothing else is refused for it", async () => {
    const fixture = await opened();
    const share = { shared_with_groups: [{ group: "acme/old", access_level: "developer" }] };
    fixture.write(
      "trueup.yaml",
      JSON.stringify({ groups: { "acme/old": {} }, projects: { "acme/web": { description: "Web", ...share } } }),
    );
    const { code, plan } = await planned(fixture);
    expect({ code, refusals: plan.refusals }).toEqual({ code: 3, refusals: [] });
  });
});
