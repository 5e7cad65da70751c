// @module-tag slow
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

const paths = Array.from({ length: 30 }, (_, index) => `acme/p${String(index + 10)}`);
const files = (each: string): string =>
  `version: 1\ngroups: { acme: { name: Acme } }\nprojects:\n${paths.map((path) => `  ${path}: ${each}\n`).join("")}`;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", tier: "ultimate" });
  fixture.write("files/company.yaml", files("{}"));
  expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());

const times = (text: string, words: string): number => text.split(words).length - 1;
const planned = async (...more: readonly string[]) => fixture.run(["plan", "files", ...more]);

it("equal creates of 30 projects are said once, as text and as Markdown, and 30 times in JSON", async () => {
  fixture.write("files/company.yaml", files("{ push_rules: { max_file_size: 10, deny_delete_tag: true } }"));
  const { code, stdout } = await planned();
  expect(code).toBe(0);
  expect(stdout).toContain("+ create push_rules on 30 projects\n    push_rules:acme/p10  files/company.yaml:4:15\n");
  expect(times(stdout, "max_file_size")).toBe(1);
  expect(stdout).toContain("and 25 more");
  const verbose = await planned("--verbose");
  for (const path of paths) expect(times(verbose.stdout, `    push_rules:${path}  `)).toBe(1);
  const note = await planned("--format", "markdown");
  expect(times(note.stdout, "<details>")).toBe(1);
  expect(note.stdout).toContain("create <b><code>push_rules</code></b> on <b>30 projects</b>");
  const { changes } = JSON.parse((await planned("--json")).stdout) as Plan;
  expect(changes).toHaveLength(30);
});

it("equal refusals of 30 projects are said once, with all addresses where --verbose asks, and 30 times in JSON", async () => {
  fixture.write("files/company.yaml", files("{ protected_branches: { none-such: { allowed_to_push: [{ user: nobody }] } } }"));
  const { code, stdout } = await planned();
  expect(code).toBe(1);
  expect(times(stdout, "Refused [reference]\n")).toBe(1);
  expect(stdout).toContain("Refused for 30 reasons");
  expect(stdout).toContain("and 20 more: --verbose names them");
  const whole = await planned("--verbose");
  const note = await planned("--verbose", "--format", "markdown");
  expect(times(note.stdout, "**Refused**")).toBe(1);
  for (const path of paths) {
    expect(times(whole.stdout, `  protected_branch:${path}:none-such  files/company.yaml:`)).toBeGreaterThan(0);
    expect(note.stdout).toContain(`protected_branch:${path}:none-such`);
  }
  const { refusals } = JSON.parse((await planned("--json")).stdout) as Plan;
  expect(refusals).toHaveLength(30);
});
