import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const page = readFileSync(new URL("../docs/ARCHITECTURE.md", import.meta.url), "utf8");
const section = /## A stranger's walk\n(.*?)\n## /s.exec(page)?.[1] ?? "";
const walks = section
  .split(/\nOne /)
  .slice(1)
  .map((text) => ({ title: `one ${text.split(":")[0] ?? ""}`, steps: text.split("\n").filter((line) => /^\d+\. /.test(line)) }));

describe("a stranger's walk through the code", () => {
  it("goes both ways, each in at most 12 steps", () => {
    expect(walks.map(({ title }) => title)).toEqual(["one value from a file to the wire", "one reply from the wire to the plan"]);
    for (const { steps } of walks) {
      expect(steps.length).toBeGreaterThan(5);
      expect(steps.length).toBeLessThanOrEqual(12);
    }
  });

  it.each(walks.flatMap(({ steps }) => steps))("is true of the code: %s", (step) => {
    const places = [...step.matchAll(/`(\w+)` \(`([\w/.-]+)`\)/g)].map(([, name = "", file = ""]) => ({ name, file }));
    expect(places.length).toBeGreaterThan(0);
    for (const { name, file } of places) {
      const url = new URL(`../src/${file}`, import.meta.url);
      expect(existsSync(url), file).toBe(true);
      expect(readFileSync(url, "utf8")).toMatch(new RegExp(`export (?:async )?(?:function|class) ${name}\\b`));
    }
  });
});
