// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Plan, Result } from "../../src/core/plan.js";
import { inProcess, json } from "../harness/command-line.js";
import { mustBeRefused, openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    tier: "ultimate",
    seed: { groups: [{ full_path: "acme" }, { full_path: "legacy" }], projects: [{ path_with_namespace: "acme/web" }] },
  });
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.server.forget();
  fixture.write(
    "trueup.yaml",
    JSON.stringify({
      groups: { acme: { name: "acme" } },
      projects: { "acme/web": { description: "Web" }, "acme/mirror": { description: "x", import_url: "${env:IMPORT}" } },
    }),
  );
});

const env = { IMPORT: "https://example.com/a.git" };

describe("a glob that matches nothing", () => {
  it.each([
    ["--target", "project:acme/wbe", "Did you mean project:acme/web?"],
    ["--target", "group:acmee/**", "Did you mean group:acme?"],
    ["--target", "topic:**", "An address is kind:full/path"],
    ["--resend-secrets", "project:acme/mirrror", "Did you mean project:acme/mirror?"],
    ["--resend-secrets", "project:acme/web", "has a secret or another value that the server never shows"],
  ])("is an error before any request: %s %s", async (option, pattern, said) => {
    for (const command of [["plan"], ["apply", "--yes"], ["drift"]]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const ran = await fixture.run([...command, option, pattern], env);
      mustBeRefused(ran, `${option} ${pattern} matches nothing that`, said);
    }
    expect(fixture.server.arrived).toEqual([]);
  });

  it("is an error beside one that matches, and where a target leaves out what it means", async () => {
    const [other, outside] = [
      await fixture.run(["plan", "--target", "group:acme", "--target", "group:nothing"], env),
      await fixture.run(["plan", "--target", "group:acme", "--resend-secrets", "project:acme/mirror"], env),
    ];
    mustBeRefused(other, "--target group:nothing");
    mustBeRefused(outside, "--resend-secrets project:acme/mirror matches nothing that the files declare among the targets");
  });

  it("may name what is only live where that is counted, and is an error where it names neither", async () => {
    expect((await fixture.run(["plan", "--unmanaged", "--target", "group:legacy"], env)).code).toBe(0);
    mustBeRefused(await fixture.run(["plan", "--unmanaged", "--target", "group:legcy"], env), "--target group:legcy");
  });

  it("is an error of an export and of an adoption, also beside one that matches", async () => {
    const exported = await fixture.run(["export", "--under", "acme", "--under", "acmee/**", "--out", "out"]);
    mustBeRefused(exported, "nothing was found for --under acmee/**");
    mustBeRefused(
      await fixture.run(["drift", "--adopt", "project:acme/wbe", "--yes"], env),
      "--adopt project:acme/wbe",
      "project:acme/web",
    );
  });

  it("of delete_undeclared is a warning: what it is meant for may be still to come", async () => {
    fixture.write(
      "trueup.yaml",
      JSON.stringify({
        groups: { acme: { name: "acme" } },
        delete_undeclared: { projects: ["acmee/**"], approval_rules: ["acme/*"] },
      }),
    );
    const { code, stdout } = await fixture.run(["plan"]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining("projects: acmee/** matches nothing that is live or declared"),
    });
    expect(stdout).toContain("approval_rules: acme/* matches nothing that the files declare");
  });
});

describe("a glob of many wildcards", () => {
  it("is held against paths at once, wherever files and options have one", async () => {
    const [stars, path] = ["*a".repeat(12), `acme/${"a".repeat(120)}b`];
    const inAcme = `acme/${stars}`;
    const [deep, body] = [`acme/**/${"**/*a*a*a/".repeat(6)}x`, { description: "A" }];
    fixture.write(
      "trueup.yaml",
      JSON.stringify({
        groups: { acme: { name: "acme" } },
        projects: {
          [path]: { ...body, approval_rules: { [`${"a".repeat(120)}b`]: { approvals_required: 1, rule_type: "any_approver" } } },
        },
        delete_undeclared: { projects: [inAcme, deep], approval_rules: [inAcme] },
        policies: {
          some: { projects: [inAcme, deep], set: { merge_method: "ff" } },
          spared: { projects: ["acme/**"], except: [inAcme], ignore: [`approval_rules.${stars}`], set: { merge_method: "ff" } },
        },
        exceptions: [
          { policy: "spared", match: inAcme, attribute: "merge_method", value: "merge", reason: "old", until: "2999-01-01" },
        ],
      }),
    );
    const start = performance.now();
    expect(await fixture.run(["validate"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "--under", inAcme])).toMatchObject({ code: 0 });
    for (const option of ["--target", "--resend-secrets"])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      mustBeRefused(await fixture.run(["plan", option, `project:${inAcme}`]), option);
    mustBeRefused(await fixture.run(["export", "--under", inAcme, "--out", "out"]), "nothing was found for --under");
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe("a plan of a part", () => {
  const target = ["--target", "project:acme/web"];

  it("says so as text, as Markdown and as JSON, in its file and in what comes of it", async () => {
    const part = "Only a part: --target project:acme/web.";
    expect((await fixture.run(["plan", ...target, "--out", "part.json"], env)).stdout).toContain(part);
    expect((await fixture.run(["plan", ...target, "--format", "markdown"], env)).stdout).toMatch(
      /Only a part: .*--target project:acme\/web/,
    );
    const planned = json((await fixture.run(["plan", ...target, "--json"], env)).stdout) as Plan;
    expect(planned.targets).toEqual(["project:acme/web"]);
    const applied = await fixture.run(["apply", "--plan", "part.json", "--yes", "--json"]);
    expect({ code: applied.code, stderr: applied.stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    expect((json(applied.stdout) as Result).targets).toEqual(["project:acme/web"]);
    const again = await fixture.run(["apply", ...target, "--yes"], env);
    expect(again.stdout).toContain(part);
    expect(again.stdout).toContain("Nothing to do in this part");
  });

  it("is another plan than the whole, and the whole says nothing of parts", async () => {
    const [part, whole] = await Promise.all(
      [["--target", "group:acme"], []].map(
        async (words) => json((await fixture.run(["plan", ...words, "--json"], env)).stdout) as Plan,
      ),
    );
    for (const one of [part, whole]) expect(one?.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(part?.digest).not.toBe(whole?.digest);
    expect(whole?.targets).toBeUndefined();
  });
});
