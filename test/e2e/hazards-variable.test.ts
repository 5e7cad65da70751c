// @module-tag slow
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

const lived = "live-4711-value";
const given = "given-4712-value";
let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0",
    tier: "premium",
    seed: "none",
    secrets: [lived, given, "two\nlines-of-it"],
  });
  fixture.write("start/trueup.yaml", "groups: { acme: { name: Acme } }\nprojects: { acme/web: {} }\n");
  expect(await fixture.run(["apply", "start", "--yes"])).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());

interface Shown {
  readonly key: string;
  readonly value: string | null;
  readonly environment_scope: string;
}
const places = [
  ["a project", "projects: { acme/web: { variables: VARIABLES } }", "/projects/acme%2Fweb/variables"],
  ["a group", "groups: { acme: { variables: VARIABLES } }", "/groups/acme/variables"],
  ["the instance", "instance_variables: VARIABLES", "/admin/ci/variables"],
] as const;

describe.each(places)("variables of %s", (_, form, at) => {
  const run = async (command: string, variables: string, ...words: string[]) => {
    fixture.write("files/trueup.yaml", `${form.replace("VARIABLES", () => `{ ${variables} }`)}\n`);
    fixture.server.forget();
    return fixture.run([command, "files", ...words], { V: given, SHORT: "a b", LINES: "two\nlines-of-it" });
  };
  const live = async () => (await fixture.platform.call("GET", at)) as Shown[];
  const settles = async (variables: string) => {
    expect(await run("apply", variables, "--yes")).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining("did not stick"),
    });
    expect(await run("plan", variables, "--detailed-exitcode")).toMatchObject({ code: 0 });
  };

  it("are called by letters, digits and _ only: another key is an error of the files", async () => {
    for (const key of ["WITH-DASH", "with blank", "A.B@production"])
      expect(await run("validate", `"${key}": { value: plain }`), key).toMatchObject({
        code: 1,
        stdout: expect.stringContaining("a key has letters, digits and _ only"),
      });
    expect(await run("validate", "OK_1: { value: plain }")).toMatchObject({ code: 0 });
  });

  it("are made, compared in memory, and healed where somebody changed them; no live value is shown", async () => {
    await settles("KEY: { value: '${env:V}', masked: true, raw: true }, Plain: { value: as-it-is }");
    await fixture.platform.call("PUT", `${at}/KEY`, { value: lived });
    await fixture.platform.call("PUT", `${at}/Plain`, { value: lived });
    const drift = await run("drift", "KEY: { value: '${env:V}' }, Plain: { value: as-it-is }");
    expect(drift).toMatchObject({ code: 2, stdout: expect.stringMatching(/value +\(secret\) -> as-it-is/) });
    await settles("KEY: { value: '${env:V}' }, Plain: { value: as-it-is }");
    expect(await live()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: "KEY", value: given, masked: true }),
        expect.objectContaining({ key: "Plain", value: "as-it-is" }),
      ]),
    );
  });

  it("keep newlines at their ends, and may be files", async () => {
    await settles('FILE: { value: "\\nx\\n\\n", variable_type: file }');
    expect(await live()).toContainEqual(expect.objectContaining({ key: "FILE", value: "\nx\n\n", variable_type: "file" }));
  });

  it.each([
    ["value: '${env:SHORT}', masked: true, raw: true", ["at least 8 characters", "no blanks"]],
    ["value: '${env:LINES}', masked: true, raw: true", ["one line"]],
    ["value: 'of$other&characters', masked: true", ["only letters, digits"]],
  ])("that cannot be masked (%s) are refused at plan, by the rule alone", async (body, rules) => {
    const { code, stdout } = await run("plan", `NEW: { ${body} }`);
    expect(code).toBe(1);
    for (const rule of rules) expect(stdout).toContain(rule);
    expect(fixture.writes()).toEqual([]);
  });

  it("go where they are absent or nobody declares them", async () => {
    await settles("Plain: { ensure: absent }");
    fixture.write(
      "files/trueup.yaml",
      `${form.replace("VARIABLES", "{ KEY: { value: '${env:V}' } }")}\ndelete_undeclared: { ${form.includes("instance_") ? "instance_variables" : "variables"}: true }\n`,
    );
    expect(await fixture.run(["apply", "files", "--yes"], { V: given })).toMatchObject({ code: 0 });
    expect(await live()).toMatchObject([{ key: "KEY" }]);
  });
});

describe.each(places.slice(0, 2))("variables of %s", (_, form, at) => {
  const run = async (command: string, variables: string, ...words: string[]) => {
    fixture.write("files/trueup.yaml", `${form.replace("VARIABLES", () => `{ ${variables} }`)}\n`);
    fixture.server.forget();
    return fixture.run([command, "files", ...words], { V: given });
  };
  const live = async () => (await fixture.platform.call("GET", at)) as Shown[];

  it("are of one environment each: another scope is another variable, made before the old one goes", async () => {
    expect(await run("apply", "URL: { value: all }, URL@live: { value: one }", "--yes")).toMatchObject({ code: 0 });
    const moved = "URL: { value: all }, URL@test: { value: one }, URL@live: { ensure: absent }";
    expect(await run("apply", moved, "--yes")).toMatchObject({ code: 0 });
    expect(fixture.writes().map((one) => one.slice(0, 4))).toEqual(["POST", "DELE"]);
    expect(await run("plan", moved, "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect((await live()).filter(({ key }) => key === "URL").map((one) => one.environment_scope)).toEqual(["*", "test"]);
  });

  it("are hidden from their creation on, take a new value, and are neither shown nor unmasked again", async () => {
    expect(await run("apply", "HID: { value: '${env:V}', hidden: true }", "--yes")).toMatchObject({ code: 0 });
    expect(await live()).toContainEqual(expect.objectContaining({ key: "HID", value: null, hidden: true, masked: true }));
    expect(await run("plan", "HID: { value: '${env:V}', hidden: true }", "--detailed-exitcode")).toMatchObject({ code: 0 });
    for (const body of ["hidden: false", "masked: false", "hidden: false, masked: false"]) {
      // oxlint-disable-next-line no-await-in-loop -- the file is one
      expect(await run("plan", `HID: { value: '\${env:V}', ${body} }`)).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/only a create decides it.*ensure: absent/) as string,
      });
    }
    expect(await run("plan", "URL: { value: all, hidden: true }")).toMatchObject({ code: 1 });
    const again = ["--yes", "--resend-secrets", "variable:**"];
    expect(await run("apply", "HID: { value: '${env:V}' }", ...again)).toMatchObject({ code: 0 });
    expect(fixture.writes()).toEqual([expect.stringContaining("PUT")]);
  });
});

it("variables are exported as references with the names to fill, and plan empty with these", async () => {
  fixture.write(
    "files/trueup.yaml",
    "delete_undeclared: { variables: true, instance_variables: true }\nprojects: { acme/web: {} }\ngroups: { acme: {} }\n",
  );
  expect(await fixture.run(["apply", "files", "--yes", "--max-deletes", "20"])).toMatchObject({ code: 0 });
  const at = "/projects/acme%2Fweb/variables";
  await fixture.platform.call("POST", at, { key: "LIVE", value: lived, description: "Who knows" });
  await fixture.platform.call("POST", at, { key: "LIVE", value: lived, environment_scope: "test", masked_and_hidden: true });
  expect(await fixture.run(["export", "--out", "out"])).toMatchObject({ code: 0 });
  const [text, names] = await Promise.all(
    ["acme.yaml", ".env.example"].map(async (file) => readFile(`${fixture.directory}/out/${file}`, "utf8")),
  );
  expect(text).toMatch(/LIVE:\n +value: \$\{env:ACME_WEB_LIVE_VALUE\}/);
  expect(text).toMatch(/LIVE@test:\n +value: \$\{env:ACME_WEB_LIVE_TEST_VALUE\}[^]*hidden: true/);
  expect(names).toMatch(/^ACME_WEB_LIVE_VALUE=$/m);
  const values = { ACME_WEB_LIVE_VALUE: lived, ACME_WEB_LIVE_TEST_VALUE: given };
  expect(await fixture.run(["plan", "out", "--detailed-exitcode"], values)).toMatchObject({ code: 0 });
});

it("a scope of a group's is refused where the server would drop it, a project's is not", async () => {
  const free = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0", tier: "free", seed: "none" });
  free.write("a/trueup.yaml", "groups: { acme: { name: Acme, variables: { A@live: { value: x } } } }\n");
  expect(await free.run(["plan", "a"])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/environment_scope live needs premium/) as string,
  });
  free.write(
    "b/trueup.yaml",
    "groups: { acme: { name: Acme } }\nprojects: { acme/web: { variables: { A@live: { value: x } } } }\n",
  );
  expect(await free.run(["apply", "b", "--yes"])).toMatchObject({ code: 0 });
  expect(await free.run(["plan", "b", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  await free.close();
});
