// @module-tag slow
import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
afterEach(async () => fixture.close());

async function open(dialect: "neutral" | "vendor"): Promise<void> {
  fixture = await openFixture(inProcess, { dialect, tier: "ultimate", serverVersion: "19.0.0" });
  await fixture.platform.call("PUT", "/application/settings", { deletion_adjourned_period: 14 });
}
const period = async () => {
  const settings = (await fixture.platform.call("GET", "/application/settings")) as Record<string, unknown>;
  return settings["deletion_adjourned_period"];
};

/** The same said by the thing itself, and by what it extends. */
const ways = {
  "its own body": "application_settings: { deletion_adjourned_period: $default }\n",
  "a preset": "presets: { usual: { deletion_adjourned_period: $default } }\napplication_settings: { extends: usual }\n",
};

describe.each(Object.entries(ways))("what `$default` of %s means", (_way, text) => {
  it.each([
    ["neutral", 7],
    ["vendor", 30],
  ] as const)("is what a %s server has while nobody sets it: %i", async (dialect, days) => {
    await open(dialect);
    fixture.write("files/trueup.yaml", text);
    expect(await fixture.run(["plan", "files"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`deletion_adjourned_period +14 -> ${days}\\b`)),
    });
    const explained = await fixture.run([
      "explain",
      "application_settings",
      "deletion_adjourned_period",
      "--live",
      "--path",
      "files",
    ]);
    expect(explained).toMatchObject({ code: 0, stdout: expect.stringContaining(`application_settings says ${days}\n`) });
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await period()).toBe(days);
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });
});

it("is no drift that an adoption would write down", async () => {
  await open("vendor");
  await fixture.platform.call("PUT", "/application/settings", { deletion_adjourned_period: 30 });
  fixture.write("files/trueup.yaml", ways["its own body"]);
  expect(await fixture.run(["drift", "files", "--adopt-all", "--yes"])).toMatchObject({ code: 0 });
  expect(await readFile(`${fixture.directory}/files/trueup.yaml`, "utf8")).toBe(ways["its own body"]);
});
