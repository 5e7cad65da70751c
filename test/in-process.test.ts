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
