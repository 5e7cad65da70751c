// @module-tag slow
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { inProcess, json } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

const files = `vars:
  team: { description: Who to ask, default: platform }
  words: { type: list }
groups:
  acme: { name: Acme }
projects:
  acme/web:
    description: "Ask \${var:team}"
    topics: ["\${var:team}", shop]
    merge_method: ff
  acme/app: { topics: "\${var:words}" }
`;
const words = ["--var", "words=b,a"];

describe("one set of files for several instances", () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await openFixture(inProcess, { seed: "none" });
    fixture.write("trueup/a.yaml", files);
    fixture.write("production.yaml", "# of production\nteam: operations\n");
  });

  afterAll(() => fixture.close());

  const run = (...given: readonly string[]) => fixture.run(given);
  const planned = async (...given: readonly string[]) => json((await run("plan", "--json", ...given)).stdout) as Plan;

  it("plans show each value, and where it came from", async () => {
    const { changes } = await planned(...words, "--vars", "production.yaml");
    const of = (address: string, path: string) =>
      changes.find((one) => one.address === address)?.attributes.find((one) => one.path === path);
    expect(of("project:acme/web", "description")).toEqual({
      path: "description",
      after: "Ask operations",
      source: "trueup/a.yaml:8:5",
      variables: [{ name: "team", from: "production.yaml:2:1" }],
    });
    expect(of("project:acme/web", "topics")).toMatchObject({ variables: [{ name: "team", from: "production.yaml:2:1" }] });
    expect(of("project:acme/web", "merge_method")).not.toHaveProperty("variables");
    expect(of("project:acme/app", "topics")).toMatchObject({ after: ["b", "a"], variables: [{ name: "words", from: "--var" }] });
    const text = await run("plan", ...words);
    expect(text.stdout).toMatch(
      /description +"?Ask platform"? +trueup\/a.yaml:8:5 \(\$\{var:team\} from default at trueup\/a.yaml:2:45\)/,
    );
    const note = await run("plan", ...words, "--format", "markdown");
    expect(note.stdout).toContain("trueup/a.yaml:11:15 (&#36;&#123;var:words&#125; from --var)");
  });

  it("explain shows them, too", async () => {
    const { stdout } = await run("explain", "project:acme/web", "description", "--var", "team=x", ...words);
    expect(stdout).toContain("at trueup/a.yaml:8:5 (${var:team} from --var)");
  });

  it("validate needs no network, and every value", async () => {
    expect((await run("validate", "trueup")).stdout).toContain("the variable words has no value");
    expect((await fixture.run(["validate", "trueup"], { TRUEUP_VAR_words: "a" })).code).toBe(0);
    expect((await run("validate", "trueup", "--var", "words")).stderr).toContain("--var takes NAME=value");
  });

  it("a saved plan has the values: apply needs none, and takes a plan that names variables", async () => {
    await run("plan", ...words, "--out", "plan.json");
    const applied = await run("apply", "--plan", "plan.json", "--yes");
    expect(applied.code, applied.stderr).toBe(0);
    expect((await run("drift", ...words)).code).toBe(0);
    expect((await run("drift", ...words, "--var", "team=others")).code).toBe(2);
  });

  it("drift --adopt never puts a value in the place of a variable, and leaves it where it still says what is live", async () => {
    await fixture.platform.call("PUT", `/projects/${encodeURIComponent("acme/web")}`, {
      description: "Mine",
      topics: ["platform", "shop", "more"],
    });
    const adopted = await run("drift", "--adopt-all", "--yes", ...words);
    expect((adopted.stdout + adopted.stderr).replaceAll(/\s+/g, " ")).toContain(
      "project:acme/web: description its value comes from ${var:team}, which an edit never replaces: give the variable another value, or write one here",
    );
    const text = readFileSync(join(fixture.directory, "trueup/a.yaml"), "utf8");
    expect(text).toContain('description: "Ask ${var:team}"');
    expect(text).toMatch(/topics: \["\$\{var:team\}", shop, more\]/);
  });

  it("an instance of the project file gives values, where the run says nothing else", async () => {
    const project =
      "version: 1\npaths: [trueup]\ninstances:\n  staging:\n    url: https://a.example.com\n    vars: { words: [x], team: qa }\n";
    fixture.write("trueup.yaml", project);
    const explained = (...more: string[]) => run("explain", "project:acme/web", "description", "--instance", "staging", ...more);
    expect((await explained()).stdout).toContain("(${var:team} from trueup.yaml:6:25)");
    expect((await explained("--var", "team=x")).stdout).toContain("(${var:team} from --var)");
    expect((await run("validate", "--instance", "staging")).code).toBe(0);
    fixture.write("trueup.yaml", project.replace("team: qa", "taem: qa"));
    const wrong = await run("validate", "--instance", "staging");
    expect(wrong.stdout).toContain("trueup.yaml:6:25  no file declares the variable taem  did you mean team?");
    rmSync(join(fixture.directory, "trueup.yaml"));
  });

  it("convert writes the values", async () => {
    const { code, stderr } = await run("convert", "trueup", ...words, "--out", "infra");
    expect(code, stderr).toBe(0);
    expect(readFileSync(join(fixture.directory, "infra/acme.tf"), "utf8")).toContain('"Ask platform"');
  });
});
