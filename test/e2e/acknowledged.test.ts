// @module-tag slow
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { planDigest } from "../../src/trueup.js";
import { inProcess, type Ran } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

const projects = 52;
const named = Array.from({ length: projects }, (_, index) => `p${index}`);
const files = { projects: Object.fromEntries(named.map((name) => [`acme/${name}`, { merge_method: "ff" }])) };

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    seed: {
      groups: [{ full_path: "acme", name: "Acme" }],
      projects: named.map((path) => ({ path_with_namespace: `acme/${path}`, name: path })),
    },
  });
  fixture.write("trueup.json", JSON.stringify(files));
});
afterEach(async () => fixture.close());

const run = async (...words: string[]): Promise<Ran> => fixture.run(words);

/** Saves a plan whose values a policy gave: what a plan file says of layers is all that apply knows of them. */
async function savePlan(acknowledgements: Plan["acknowledgements"]): Promise<void> {
  expect(await run("plan", "trueup.json", "--out", "plan.json")).toMatchObject({ code: 0 });
  const made = JSON.parse(await readFile(join(fixture.directory, "plan.json"), "utf8")) as Plan;
  const changes = made.changes.map((one) => ({
    ...one,
    attributes: one.attributes.map((attribute) => ({ ...attribute, layer: "policy baseline" })),
  }));
  const { digest: _, stats, ...covered } = { ...made, changes, ...(acknowledgements ? { acknowledgements } : {}) };
  fixture.write("plan.json", JSON.stringify({ ...covered, digest: planDigest(covered), stats }));
}

const apply = async (...words: string[]) => run("apply", "--plan", "plan.json", "--yes", ...words);
const claim = [{ name: "baseline", kind: "project", changed: projects, of: projects }];

describe("a saved plan in which one policy changes many things", () => {
  it("is applied only if the policy is acknowledged by name, and refused before the first call else", async () => {
    await savePlan(claim);
    for (const words of [[], ["--ack", "many-updates:baselin"], ["--ack", "baseline"]]) {
      const { code, stderr } = await apply(...words);
      expect(code).toBe(1);
      expect(stderr).toContain("--ack many-updates:baseline");
      expect(fixture.writes()).toEqual([]);
    }
    expect((await apply("--ack", "many-updates:baselin")).stderr).toContain("Did you mean");
    expect(await apply("--ack", "many-updates:baseline")).toMatchObject({ code: 0 });
    expect(fixture.writes()).toHaveLength(projects);
  });

  it("is refused also where the file keeps that to itself", async () => {
    await savePlan(undefined);
    const { code, stderr } = await apply();
    expect({ code, writes: fixture.writes() }).toEqual({ code: 1, writes: [] });
    expect(stderr).toContain("--ack many-updates:baseline");
  });
});

describe("a policy of the files that changes many things", () => {
  const policy = { projects: ["acme/**"], undeclared: "include", set: { merge_method: "ff" } };
  beforeEach(() => {
    fixture.write(
      "trueup.json",
      JSON.stringify({ policies: { baseline: policy, other: { ...policy, set: { description: "x" }, projects: ["else/**"] } } }),
    );
  });

  it("is told by plan in every format, and refused by apply until it is acknowledged", async () => {
    const needs = "needs --ack many-updates:baseline: 52 of 52 projects";
    for (const format of ["", " --summary", " --format markdown", " --summary --format markdown"]) {
      const { code, stdout } = await run(...`plan trueup.json${format}`.split(" "));
      expect({ code, stdout: stdout.replaceAll("&#45;", "-") }).toEqual({
        code: 0,
        stdout: expect.stringContaining(needs) as string,
      });
    }
    const acks = [{ name: "baseline", kind: "project", changed: 52, of: 52 }];
    expect(JSON.parse((await run("plan", "trueup.json", "--json")).stdout)).toMatchObject({ acknowledgements: acks });
    for (const words of [[], ["--ack", "many-updates:other"], ["--ack", "many-updates:basline"]]) {
      const refused = await run("apply", "trueup.json", "--yes", ...words);
      expect({ code: refused.code, writes: fixture.writes() }).toEqual({ code: 1, writes: [] });
      expect(refused.stderr).toContain("many-updates:baseline");
    }
    expect(await run("apply", "trueup.json", "--yes", "--ack", "many-updates:baseline")).toMatchObject({ code: 0 });
    // Once it is done nothing has to be acknowledged, and whoever still does so is not refused.
    expect(await run("apply", "trueup.json", "--yes", "--ack", "many-updates:baseline")).toMatchObject({ code: 0 });
  });
});

describe("--ack", () => {
  it("that names no policy is an error from files, too", async () => {
    const { code, stderr } = await run("apply", "trueup.json", "--yes", "--ack", "many-updates:baseline");
    expect({ code, writes: fixture.writes() }).toEqual({ code: 1, writes: [] });
    expect(stderr).toContain("--ack many-updates:baseline names no rule, or no policy and no preset");
  });
});
