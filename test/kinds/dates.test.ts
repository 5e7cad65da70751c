import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no file of a kind says by hand since when, or until when, servers know an attribute", () => {
  const top = new URL("../../src/kinds/", import.meta.url);
  const files = readdirSync(top, { recursive: true, encoding: "utf8" }).filter((name) => /(?<!\.gen)\.ts$/.test(name));
  expect(files.length).toBeGreaterThan(20);
  const said = files.flatMap((name) => {
    const lines = readFileSync(new URL(name, top), "utf8").split("\n");
    return lines.flatMap((line, index) => (/\b(?:since|until): "/.test(line) ? [`${name}:${index + 1} ${line.trim()}`] : []));
  });
  // A place of a kind came with a release: that is no attribute.
  expect(said.sort()).toEqual([
    expect.stringMatching(/^job-token-scope\.ts:\d+ .*\bsince: "16\.0",/),
    expect.stringMatching(/^protected-branch\.ts:\d+ since: "17\.6",$/),
  ]);
});
