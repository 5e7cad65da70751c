import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

/** Named pipes that nobody writes into: whoever opens one to read waits for ever. */
const isUnix = process.platform !== "win32";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess);
  fixture.write("files/trueup.yaml", "topics: { web: { title: Web } }\n");
  execFileSync("mkfifo", [at("pipe"), at("files/pipe.png"), at("files/pipe.txt"), at("pipe.yaml"), at("pipe.json")]);
  symlinkSync("/dev/null", at("to-device"));
  symlinkSync("nowhere", at("to-nowhere"));
  symlinkSync("pipe", at("to-pipe"));
  mkdirSync(at("directory"));
});
afterAll(() => fixture.close());
beforeEach(() => fixture.server.forget());

function at(name: string): string {
  return join(fixture.directory, name);
}

describe.runIf(isUnix)("what is no regular file", () => {
  test.each([
    ["to-device", "it is a device"],
    ["to-nowhere", "it is a link that leads nowhere"],
    ["to-pipe", "it is a named pipe"],
    ["pipe", "it is a named pipe"],
    ["directory", "it is a directory"],
  ])("is no place for a plan: %s, which is found before anything is read", async (name, says) => {
    const before = lstatSync(at(name)).ino;
    const { code, stderr } = await fixture.run(["plan", "files", "--out", name]);
    expect(stderr).toContain(`the plan cannot be written to ${name}: ${says}`);
    expect([code, lstatSync(at(name)).ino, fixture.server.arrived]).toEqual([1, before, []]);
  });

  test("a link to a regular file stays one, and the plan is where it leads", async () => {
    writeFileSync(at("real.json"), "");
    symlinkSync("real.json", at("link.json"));
    expect(await fixture.run(["plan", "files", "--out", "link.json"])).toMatchObject({ code: 0 });
    expect(readlinkSync(at("link.json"))).toBe("real.json");
    expect(readFileSync(at("real.json"), "utf8")).toContain('"format"');
  });

  test.each([
    ["as a file of desired state", ["plan", "pipe.yaml"]],
    ["as a plan", ["apply", "--yes", "--plan", "pipe.json"]],
    ["as a Terraform state", ["convert", "--from", "gitlab-terraform", "pipe.json"]],
    ["as a body", ["api", "POST", "/topics", "--input", "pipe.json"]],
    ["as a file of a request", ["api", "POST", "/topics", "-f", "name=x", "-f", "avatar=@files/pipe.png"]],
    ["as a seed", ["emulator", "--seed", "pipe.yaml"]],
    ["as a data file", ["emulator", "--data", "pipe"]],
    ["as a data file by a link", ["emulator", "--data", "to-device"]],
  ])("is not read %s, and nobody waits for it", async (_, words) => {
    const { code, stderr } = await fixture.run(words);
    expect(stderr).toMatch(/it is a named pipe, and only regular files are read|is no regular file/);
    expect(stderr).not.toMatch(/^\s+at .*\.[jt]s:/m);
    expect([code, fixture.writes()]).toEqual([1, []]);
  });

  test.each([
    ["a picture", "projects: { acme/web: { avatar: pipe.png } }", /it is a named pipe/],
    [
      "a secret",
      'application_settings: { spamfilter_api_key: "${file:pipe.txt}" }',
      /the file pipe\.txt cannot be read: it is a named pipe/,
    ],
  ])("is no %s that a file names", async (_, text, says) => {
    fixture.write("files/trueup.yaml", `${text}\n`);
    const { stdout, stderr } = await fixture.run(["validate", "files"]);
    expect(`${stdout}${stderr}`).toMatch(says);
    fixture.write("files/trueup.yaml", "topics: { web: { title: Web } }\n");
  });

  test("is not replaced by an export", async () => {
    mkdirSync(at("exported"));
    symlinkSync("../nowhere", at("exported/.env.example"));
    execFileSync("mkfifo", [at("exported/trueup.schema.json")]);
    await fixture.platform.call("PUT", "/application/settings", {
      spamfilter_enabled: true,
      spamfilter_api_key: "a-key-of-this-test",
    });
    const { code, stderr } = await fixture.run(["export", "--out", "exported", "--yes"]);
    expect(stderr).toContain("exported/.env.example");
    expect([code, readlinkSync(at("exported/.env.example"))]).toEqual([1, "../nowhere"]);
    expect(lstatSync(at("exported/trueup.schema.json")).isFIFO()).toBe(true);
  });

  test("is not replaced by a start", async () => {
    mkdirSync(at("start/trueup"), { recursive: true });
    symlinkSync("nowhere", at("start/trueup/groups.yaml"));
    const { code, stderr } = await fixture.run(["init", "start"]);
    expect(stderr).toMatch(/nothing was written|already/);
    expect(code).toBe(1);
  });
});
