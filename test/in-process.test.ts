import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { testFiles, wayToPrograms } from "./in-process.js";

const top = fileURLToPath(new URL("..", import.meta.url));
const helpers = readdirSync(join(top, "test"), { recursive: true, encoding: "utf8" }).filter((name) =>
  /(?<!\.test|\.setup)\.ts$/.test(name),
);

describe("test files that share a process", () => {
  it("are those from which no import leads to what starts a program, and most are", () => {
    expect(wayToPrograms("test/cli/offline.test.ts")).toEqual([
      "test/cli/offline.test.ts",
      "test/harness/built.ts",
      "node:child_process",
    ]);
    expect(wayToPrograms("test/terraform/bench.ts"), "it takes a type of a helper that starts programs").toEqual([]);
    const alone = testFiles().filter((file) => wayToPrograms(file).length > 0);
    expect(alone.length, alone.join("\n")).toBeLessThan(testFiles().length / 2);
  });

  it("begin with the longest: each file that test/longest.txt names is there", () => {
    const named = readFileSync(join(top, "test/longest.txt"), "utf8").trim().split("\n");
    const files = testFiles();
    expect(named.map((line) => line.replace(/^\d+ /, "")).filter((file) => !files.includes(file))).toEqual([]);
  });

  it("get no hooks from helpers: those would be registered for the first file that imports them, and for no other", () => {
    const registering = helpers.filter((name) =>
      /^(?:before|after)(?:All|Each)\(/m.test(readFileSync(join(top, "test", name), "utf8")),
    );
    expect(registering).toEqual([]);
  });
});

/** Files that take a timer, each with what for. None waits for a time in the hope that something has happened by then. */
const timers: Readonly<Record<string, string>> = {
  "built.setup.ts": "looks again and again whether the build is there",
  "e2e/prerequisites.ts": "looks again and again whether a default branch is protected",
  "export/around.ts": "looks again and again whether an import has ended",
  "harness/misbehaving-server.ts": "is a server whose replies are late",
  "platform/lock-race.test.ts": "holds a lock for a moment",
  "platform/pacing.test.ts": "is a server whose replies take a time",
  "program/interleaving.test.ts": "draws the gaps between requests",
  "terraform/echo-service.ts": "is a provider that takes a time",
};

describe("tests", () => {
  it("wait for conditions and never for times: each file that takes a timer says what for", () => {
    const files = readdirSync(join(top, "test"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const takesTimer = (name: string) => /\bsetTimeout(?:\(| as )/.test(readFileSync(join(top, "test", name), "utf8"));
    expect(files.filter((name) => takesTimer(name) && name !== "in-process.test.ts").sort()).toEqual(Object.keys(timers));
  });
});
