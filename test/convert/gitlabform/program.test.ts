// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProcess } from "../../harness/command-line.js";
import { directory } from "../../harness/directory.js";
import { everyWordText } from "./converted.js";

const convert = ["convert", "--from", "gitlabform", "config.yml", "--out", "files", "--yes"];

describe("convert --from gitlabform", () => {
  it("writes files that are sound, and says what is left out with its line", async () => {
    const cwd = directory({ "config.yml": everyWordText, "files/hello.txt": "Hello {{ project }} of {{ group }}\n" });
    const { code, stderr } = await inProcess(["convert", "--from", "gitlabform", "config.yml", "--out", "out", "--yes"], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("config.yml:4:3: token is left out") });
    expect(stderr).not.toContain("to be mended");
    expect(readdirSync(join(cwd, "out")).sort()).toEqual([".env.example", "company.yaml", "policies.yaml", "trueup.schema.json"]);
    const text = readdirSync(join(cwd, "out")).map((file) => readFileSync(join(cwd, "out", file), "utf8"));
    expect(text.join("\n")).not.toContain("hunter2");
    expect(await inProcess(["validate", "out"], { cwd })).toMatchObject({ code: 0 });
    expect(await inProcess(["convert", "--from", "gitlabform", "config.yml", "--out", "out", "--yes"], { cwd })).toMatchObject({
      code: 1,
    });
  });

  it("adds the variables that .env.example lacks, and keeps what stands in it", async () => {
    const config =
      "config_version: 4\nprojects_and_groups:\n  a/b:\n    hooks:\n      https://example.com/hook: { token: hunter2, push_events: true }\n";
    const cwd = directory({ "config.yml": config, "files/.env.example": "# Ours\nMY_OWN=\n" });
    expect(await inProcess(convert, { cwd })).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, "files/.env.example"), "utf8")).toMatch(/^# Ours\nMY_OWN=\n[\s\S]*^\w+=$/m);
  });

  it.each([
    ["config_version: 4\nprojects_and_groups:\n  a/*:\n    labels: !include other.yml\n", "config.yml:4:22"],
    ["config_version: 4\nprojects_and_groups:\n  a/*: {}\n  A/*: {}\n", "config.yml:4:3"],
    ["config_version: 3\nprojects_and_groups:\n  a/*: {}\n", "config.yml:1:1"],
    ["config_version: 4\nprojects_and_groups: [\n", "config.yml:"],
    ["config_version: 4\n", "config.yml:1:1"],
  ])("refuses %j with the place of what is wrong", async (text, where) => {
    const cwd = directory({ "config.yml": text });
    const { code, stderr } = await inProcess(convert, { cwd });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(where) });
  });

  it("refuses a file that is not there, and another form than files of ours", async () => {
    const cwd = directory({ "config.yml": everyWordText });
    expect(await inProcess(["convert", "--from", "gitlabform", "none.yml"], { cwd })).toMatchObject({ code: 1 });
    const { code, stderr } = await inProcess([...convert, "--to", "hcl"], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("becomes trueup files") });
  });
});
