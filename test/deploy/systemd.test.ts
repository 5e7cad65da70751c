import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { checkOut } from "../harness/checkout.js";
import { top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { missing } from "../needs.js";

const run = promisify(execFile);
const read = (name: string): string => readFileSync(join(top, "examples/deploy/systemd", name), "utf8");
const service = read("trueup-drift.service");
const timer = read("trueup-drift.timer");

/** The values of a setting in a unit. */
function valuesOf(unit: string, key: string): readonly string[] {
  return [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);
}

/** The words of a command line of a unit, as systemd.service(5) says: quotes, `\"`, `$$` and `%t`. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g)].map(([, quoted, bare]) =>
    (quoted?.replaceAll(/\\(.)/g, "$1") ?? bare ?? "").replaceAll("$$", "$").replaceAll("%t", "/run"),
  );
}

// A program must be there for systemd to accept its unit, and trueup is not at its place on this machine.
const units = () =>
  directory({
    "trueup-drift.service": service.replaceAll(/(?<==)\/usr\/(local\/)?bin\/\w+/g, process.execPath),
    "trueup-drift.timer": timer,
  });

// Where it cannot run no more is declared: a test that is skipped counts as one that failed.
if (missing("systemd-analyze") === undefined)
  describe("systemd", { tags: ["nightly"] }, () => {
    it("takes the units, and sees a wrong key", async () => {
      const cwd = units();
      const files = ["./trueup-drift.service", "./trueup-drift.timer"];
      expect(await run("systemd-analyze", ["verify", ...files], { cwd })).toMatchObject({ stdout: "", stderr: "" });
      const wrong = directory({
        "wrong.service": `${service.replaceAll(/(?<==)\/usr\/(local\/)?bin\/\w+/g, process.execPath)}ProtectSystems=strict\n`,
      });
      const { stderr } = await run("systemd-analyze", ["verify", "./wrong.service"], { cwd: wrong });
      expect(stderr).toContain("ProtectSystems");
    });

    it("finds the service hardly exposed", async () => {
      const { stdout } = await run("systemd-analyze", ["security", "--offline=true", "./trueup-drift.service"], { cwd: units() });
      const [, exposure = "10"] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
      expect(Number(exposure)).toBeLessThan(2);
    });
  });

it("the service has no token in it, runs as a user of its own, and writes only to its directory", () => {
  expect(valuesOf(service, "EnvironmentFile")).toEqual(["/etc/trueup/drift.env"]);
  expect(valuesOf(service, "Environment").join()).not.toContain("TOKEN");
  for (const [key, value] of [
    ["DynamicUser", "yes"],
    ["NoNewPrivileges", "yes"],
    ["ProtectSystem", "strict"],
    ["CapabilityBoundingSet", ""],
    ["Type", "oneshot"],
  ] as const) {
    expect(valuesOf(service, key), key).toEqual([value]);
  }
  expect([valuesOf(timer, "Persistent"), valuesOf(timer, "RandomizedDelaySec")]).toEqual([["true"], ["30min"]]);
});

it("the service checks out the files by a command that gives Git the token and leaves it nowhere", async () => {
  const [line = ""] = valuesOf(service, "ExecStartPre");
  const [program, ...words] = wordsOf(line);
  expect(program).toBe("/usr/bin/git");
  const { logins, place } = await checkOut(["git", ...words], "/run/trueup/config", "clone-token-01234");
  expect([...logins]).toEqual(["oauth2:clone-token-01234"]);
  expect(existsSync(join(place, "trueup/topics.yaml"))).toBe(true);
  expect(readFileSync(join(place, ".git/config"), "utf8")).not.toContain("clone-token");
});
