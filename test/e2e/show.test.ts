import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkOf } from "../../src/core/checks.js";
import type { JsonObject } from "../../src/core/json.js";
import { inProcess, type Ran } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

const key = "a-key-of-thirty-two-bytes-or-more-x";
const names = ["a", "b", "c", "d"];

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    secrets: [key],
    seed: {
      groups: [{ full_path: "acme", name: "Acme" }],
      projects: names.map((name) => ({ path_with_namespace: `acme/${name}`, name })),
    },
  });
  const projects = Object.fromEntries(names.map((name) => [`acme/${name}`, { merge_method: "ff", description: name }]));
  fixture.write("trueup.json", JSON.stringify({ projects }));
});
afterEach(async () => fixture.close());

const run = async (words: string, env: Readonly<Record<string, string | undefined>> = {}): Promise<Ran> =>
  fixture.run(words.split(" "), env);
const nowhere = { TRUEUP_URL: undefined, TRUEUP_TOKEN: undefined };

describe("trueup show", () => {
  it("shows a saved plan as plan does, in every format, and asks no server", async () => {
    expect(await run("plan trueup.json --out plan.json")).toMatchObject({ code: 0 });
    for (const how of [
      "",
      " --format markdown",
      " --json",
      " --summary",
      " --summary --format markdown",
      " --summary --json",
      " --verbose",
    ]) {
      const planned = await run(`plan trueup.json --out plan.json${how}`);
      fixture.server.forget();
      const shown = await run(`show plan.json${how}`, nowhere);
      expect(shown).toMatchObject({ code: 0, stdout: planned.stdout });
      expect(fixture.server.arrived).toEqual([]);
    }
    expect((await run("show plan.json --json", nowhere)).stdout).toBe(readFileSync(join(fixture.directory, "plan.json"), "utf8"));
    const { stderr } = await run("show plan.json", nowhere);
    expect(stderr).toContain("plan.json: It has no seal.");
  });

  it("says whether a seal holds, and never refuses to show one that does not", async () => {
    await run("plan trueup.json --out plan.json", { TRUEUP_PLAN_KEY: key });
    const said = async (env: Readonly<Record<string, string>>) => {
      const { code, stdout, stderr } = await run("show plan.json", { ...nowhere, ...env });
      expect(stdout).toContain("merge_method: merge -> ff on 4 projects");
      return `${code} ${stderr.split("\n")[0] ?? ""}`;
    };
    expect(await said({ TRUEUP_PLAN_KEY: key })).toMatch(/^0 .*the seal fits the key/);
    expect(await said({})).toMatch(/^0 .*Whether the seal holds shows only with the key/);
    expect(await said({ TRUEUP_PLAN_KEY: `${key}-another` })).toMatch(/^1 .*the seal does not fit the key/);
    await run("plan trueup.json --out plan.json");
    expect(await said({ TRUEUP_PLAN_KEY: key })).toMatch(/^0 .*has no seal. Apply refuses it/);
  });

  it("refuses what is no plan, and one that was changed, in the words of apply", async () => {
    await run("plan trueup.json --out plan.json");
    const text = readFileSync(join(fixture.directory, "plan.json"), "utf8");
    for (const broken of ["{", "{}", text.replace('"ff"', '"merge"')]) {
      fixture.write("broken.json", broken);
      const [shown, applied] = [await run("show broken.json"), await run("apply --plan broken.json --yes")];
      expect(shown).toEqual({ ...applied, code: 1, stdout: "" });
    }
    expect(await run("show nothing.json")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("cannot be read") as string,
    });
  });
});

describe("--summary", () => {
  it("says of plan and drift how much of what changes, with the exit codes that they have without it", async () => {
    const { stdout } = await run("plan trueup.json --summary");
    expect(stdout.split("\n").slice(2, -3).join("\n")).toBe(
      `~ update 4 projects

Attributes
  project.description   4
  project.merge_method  4  merge -> ff
`.trimEnd(),
    );
    expect(await run("plan trueup.json --summary --detailed-exitcode")).toMatchObject({ code: 2 });
    expect(await run("drift trueup.json --summary")).toMatchObject({ code: 2 });
    expect(await run("drift trueup.json --summary --target nothing:**")).toMatchObject({ code: 1 });
    fixture.write("refused.json", JSON.stringify({ projects: { "acme/a": { ensure: "absent" } } }));
    const refused = await run("plan refused.json --summary");
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain("Refused [guard.allow-delete]  1\n  project:acme/a: deleting a project");
  });

  it("as JSON has the form that is published", async () => {
    const schema = JSON.parse(readFileSync("schemas/plan-summary.schema.json", "utf8")) as JsonObject;
    const { stdout } = await run("plan trueup.json --summary --json");
    expect(checkOf(schema, "first")(JSON.parse(stdout))).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject({
      format: "trueup.plan-summary/1",
      actions: [{ action: "update", kind: "project", count: 4 }],
    });
  });
});

describe("--note-limit", () => {
  it("bounds a note, and what finds no room is counted with the way to see it", async () => {
    const projects = Object.fromEntries(
      names.map((name) => [
        `acme/${name}`,
        { description: Array.from({ length: 30 }, (_, line) => `${name}, line ${line}`).join("\n") },
      ]),
    );
    fixture.write("trueup.json", JSON.stringify({ projects }));
    const { stdout } = await run("plan trueup.json --format markdown --note-limit 2000 --out plan.json");
    expect(stdout.length).toBeLessThanOrEqual(2_000);
    expect(stdout).toMatch(/_and \d more projects with \d changes: <code>trueup show plan\.json<\/code>/);
    expect((await run("plan trueup.json --format markdown")).stdout).not.toContain("more projects");
    expect((await run("plan trueup.json --note-limit 10")).stderr).toContain("whole number from 2000 to 1000000");
  });
});
