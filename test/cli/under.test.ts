// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Plan, Result } from "../../src/core/plan.js";
import { inProcess, json } from "../harness/command-line.js";
import { type Fixture, mustBeRefused, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  const projects = ["acme/shop/web", "acme/shop/lost", "acme/lab/lost", "other/web"];
  fixture = await openFixture(inProcess, {
    tier: "ultimate",
    seed: {
      groups: ["acme", "acme/shop", "acme/lab", "other"].map((full_path) => ({ full_path })),
      projects: projects.map((path_with_namespace) => ({ path_with_namespace })),
    },
  });
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.server.forget();
  fixture.write(
    "trueup.yaml",
    JSON.stringify({
      topics: { shops: {} },
      groups: { "acme/shop": { description: "Shop" }, other: { description: "Other" } },
      projects: { "acme/shop/web": { description: "Web" }, "other/web": { description: "Web" } },
      delete_undeclared: { topics: true, projects: ["acme/**"] },
    }),
  );
});

const under = ["--under", "acme/shop"];
const deletes = ["--allow-delete", "project"];
const addresses = ({ changes }: Plan) => changes.map(({ action, address }) => `${action} ${address}`).sort();

describe("--under", () => {
  it("plans what lies there and what is undeclared there, by requests for that alone", async () => {
    const planned = json((await fixture.run(["plan", ...under, ...deletes, "--json"])).stdout) as Plan;
    expect(addresses(planned)).toEqual([
      "delete project:acme/shop/lost",
      "update group:acme/shop",
      "update project:acme/shop/web",
    ]);
    expect(planned.under).toEqual(["acme/shop"]);
    const paths = fixture.server.arrived.map(({ path }) => decodeURIComponent(path));
    expect(paths.some((path) => path.includes("/groups/acme/shop"))).toBe(true);
    expect(paths.filter((path) => /other|lab|topics/.test(path))).toEqual([]);
    expect(paths.filter((path) => /\/projects\?/.test(path) && !path.includes("/groups/"))).toEqual([]);
  });

  it("is told in every format, in the saved plan and in what comes of it", async () => {
    const part = "Only a part: --under acme/shop/web.";
    const web = ["--under", "acme/shop/web"];
    expect((await fixture.run(["plan", ...web, "--out", "part.json"])).stdout).toContain(part);
    expect((await fixture.run(["plan", ...web, "--format", "markdown"])).stdout).toMatch(
      /Only a part: .*--under acme\/shop\/web/,
    );
    expect((json((await fixture.run(["plan", ...web, "--summary", "--json"])).stdout) as Plan).under).toEqual(["acme/shop/web"]);
    const mixed = await fixture.run(["apply", "--plan", "part.json", ...web, "--yes"]);
    mustBeRefused(mixed, "--plan cannot be combined with --under");
    const applied = await fixture.run(["apply", "--plan", "part.json", "--yes", "--json"]);
    expect(applied).toMatchObject({ code: 0 });
    expect((json(applied.stdout) as Result).under).toEqual(["acme/shop/web"]);
    expect((await fixture.run(["apply", ...web, "--yes"])).stdout).toContain("Nothing to do in this part");
    expect(await fixture.run(["drift", ...web])).toMatchObject({ code: 0 });
  });

  it("counts with --unmanaged what lies there, and no more", async () => {
    const { coverage } = json((await fixture.run(["plan", ...under, ...deletes, "--unmanaged", "--json"])).stdout) as Plan;
    expect(coverage?.unmanaged).toEqual(["project:acme/shop/lost"]);
  });

  it("is an error where the files say nothing, where it is no path, and beside an adoption", async () => {
    mustBeRefused(
      await fixture.run(["plan", "--under", "acme/shpo/**"]),
      "--under acme/shpo/** matches no path in the files",
      "Did you mean acme/shop?",
    );
    mustBeRefused(await fixture.run(["drift", ...under, "--under", "nowhere"]), "--under nowhere matches no path");
    mustBeRefused(await fixture.run(["plan", "--under", "project:acme/shop"]), "an address goes with --target");
    mustBeRefused(await fixture.run(["drift", ...under, "--adopt-all", "--yes"]), "cannot be combined with --under");
  });

  it("is told before any request where no policy and no delete could mean more than the files name", async () => {
    fixture.write("trueup.yaml", JSON.stringify({ groups: { acme: { description: "Acme" } } }));
    mustBeRefused(await fixture.run(["apply", "--yes", "--under", "acmee"]), "--under acmee matches no path");
    expect(fixture.server.arrived).toEqual([]);
  });

  it("lets a policy hold for what lies there, with one list of that subtree", async () => {
    fixture.write(
      "trueup.yaml",
      JSON.stringify({
        policies: { base: { projects: ["**"], undeclared: "include", set: { merge_method: "ff" } } },
      }),
    );
    const planned = json((await fixture.run(["plan", "--under", "acme/lab/**", "--json"])).stdout) as Plan;
    expect(addresses(planned)).toEqual(["update project:acme/lab/lost"]);
    mustBeRefused(await fixture.run(["plan", "--under", "acme/lba/**"]), "--under acme/lba/** matches no path");
  });
});
