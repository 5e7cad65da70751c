// @module-tag slow
import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/core/json.js";
import { kindOf } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { rewrite } from "../harness/misbehaving-server.js";
import { sample } from "../ring.js";
import { lies } from "./lies.js";

let fixture: Fixture;
const plain = Object.entries(kindOf(kinds, "application_settings").fields).filter(([, { plain: isPlain }]) => isPlain);

beforeAll(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0-ee", tier: "ultimate" });
});
afterAll(() => fixture.close());

const [flag = "", integer = "", set = ""] = ["flag", "integer", "set"].map(
  (type) => plain.find(([, field]) => field.type === type && !field.through && !field.unreadable && !field.tier)?.[0],
);

/** From now on each reply about settings says this of all plain ones, or of one. */
function lie(value: Json, names: readonly string[] = plain.map(([name]) => name)): void {
  fixture.server.misbehave({
    path: /^\/application\/settings/,
    trouble: rewrite((reply: JsonObject) => ({ ...reply, ...Object.fromEntries(names.map((name) => [name, value])) })),
  });
}

describe("a server whose values are of other types than facts of releases let one guess", () => {
  it.each(sample(Object.entries(lies), 11))("with %s is planned and exported all the same", async (_lie, value) => {
    rmSync(join(fixture.directory, "out"), { recursive: true, force: true });
    lie(value);
    fixture.write("files/trueup.yaml", `application_settings: { ${flag}: true, ${integer}: 7, ${set}: [gitea] }\n`);
    const planned = await fixture.run(["plan", "files", "--detailed-exitcode"]);
    expect(planned, planned.stderr).toMatchObject({ code: 2, stderr: "" });
    const exported = await fixture.run(["export", "--out", "out"]);
    expect(exported.code, exported.stderr).toBe(0);
    const checked = await fixture.run(["validate", "out"]);
    expect(checked.code, checked.stdout + checked.stderr).toBe(0);
  });

  it("shows what is there, and an export says why it does not declare it", async () => {
    lie([{ a: 1 }], [integer]);
    fixture.write("files/trueup.yaml", `application_settings: { ${integer}: 7 }\n`);
    const planned = await fixture.run(["plan", "files"]);
    expect(planned.stdout).toMatch(new RegExp(`${integer} +.*a.*1.* -> 7`));
    const exported = await fixture.run(["export", "--out", "said"]);
    expect(exported.stderr).toContain(`${integer} is left out`);
    expect(await readFile(join(fixture.directory, "said/instance.yaml"), "utf8")).not.toMatch(new RegExp(`^ +${integer}:`, "m"));
  });

  it("with a secret that is no text shows nothing of it", async () => {
    const [secret = ""] = plain.find(([, field]) => field.secret && !field.unreadable) ?? [];
    lie({ hidden: "prize-4711" }, [secret]);
    const exported = await fixture.run(["export", "--full", "--out", "held"]);
    expect(exported.code, exported.stderr).toBe(0);
    expect(
      exported.stdout + exported.stderr + (await readFile(join(fixture.directory, "held/instance.yaml"), "utf8")),
    ).not.toContain("prize-4711");
  });

  it("is still told of attributes that the documents describe", async () => {
    lie({ a: 1 }, ["signup_enabled"]);
    fixture.write("files/trueup.yaml", "application_settings: { signup_enabled: false }\n");
    expect(await fixture.run(["plan", "files"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("as signup_enabled, where true or false is due"),
    });
  });
});
