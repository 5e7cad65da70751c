// @module-tag slow
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Plan, Result } from "../../src/core/plan.js";
import { inProcess, json } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import type { Rule } from "../harness/misbehaving-server.js";

const server = { tier: "premium", dialect: "vendor", serverVersion: "19.0.0-ee" } as const;
const names = ["a", "b", "c", "d", "e"];
const project = { protected_branches: { main: { allow_force_push: false } }, labels: { bug: { color: "#ff0000" } } };
const filesOf = (projects: object) => JSON.stringify({ groups: { acme: {} }, projects }, undefined, 1);
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
      groups: [{ full_path: "acme" }],
      projects: own.map((name) => ({ path_with_namespace: `acme/${name}`, attributes: { initialize_with_readme: true } })),
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
});
