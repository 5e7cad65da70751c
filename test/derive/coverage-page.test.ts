import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ignoredReasons } from "../../src/core/kind-data.js";
import { everyFieldsOf } from "../../src/core/kind.js";
import { coveragePage } from "../../src/derive/pages/coverage-page.js";
import { accountOf } from "../../src/facts/account.js";
import { knownFacts } from "../../src/facts/known.js";
import { operationsOf } from "../../src/facts/parameters.js";
import { kinds as written } from "../../src/kinds/index.gen.js";
import { kinds } from "../../src/program/kinds.js";
import { top } from "../harness/command-line.js";

const folder = join(top, "facts");
const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const));
const { releases } = knownFacts(files);
const accounts = [...written.values()].flatMap((kind) =>
  releases.flatMap((release) => accountOf(kind, kinds.get(kind.name) ?? kind, release)),
);
const page = readFileSync(join(top, "docs/coverage.md"), "utf8");

/** The lines of the table below a heading, as cells without code marks. */
function rows(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

describe("docs/coverage.md", () => {
  it("is what kinds and facts give (run: npm run generate)", () => {
    const releaseNames = releases.map(({ release }) => release);
    expect(page === coveragePage(kinds, accounts, releaseNames)).toBe(true);
    expect(releaseNames).toEqual(expect.arrayContaining(["17.10", "19.0"]));
  });

  it("counts every parameter of every operation by which a kind is written, and none twice", () => {
    const counts = rows("Counts");
    expect(counts.length).toBeGreaterThan(20);
    for (const kind of written.values())
      for (const release of releases) {
        const inBodies = operationsOf(kind, release)
          .filter(({ role }) => role === "create" || role === "update")
          .flatMap(({ facts }) => Object.values(facts.params ?? {}).filter((one) => one.in !== "query"));
        const own = counts.filter(([name, , of]) => name === kind.name && of === release.release);
        const sum = own.flatMap((cells) => cells.slice(3, 8).map(Number)).reduce((one, other) => one + other, 0);
        expect([kind.name, release.release, sum]).toEqual([kind.name, release.release, inBodies.length]);
      }
  });

  it("names each ignored parameter with a reason of the closed list", () => {
    const ignored = accounts.flatMap(({ kind, parameters }) =>
      parameters.filter(({ as }) => as === "ignored").map((one) => ({ kind, ...one })),
    );
    expect(ignored.length).toBeGreaterThan(0);
    for (const { kind, name, reason } of ignored) {
      expect(ignoredReasons, `${kind} ${name}`).toContain(reason);
      expect(rows("Ignored, and why").filter(([of, parameter]) => of === kind && parameter === name)).toHaveLength(1);
    }
    for (const row of rows("Ignored, and why")) expect(row[2], row[1]).toMatch(/\S/);
  });

  it("names the attributes that take any text, number or flag, and no others", () => {
    const untyped = [...kinds.values()].flatMap((kind) => {
      const fields = everyFieldsOf(kind).flatMap((one) => Object.entries(one));
      return fields.filter(([, { type }]) => type === "scalar").map(([name]) => `${kind.name} ${name}`);
    });
    const listed = rows("Types that nothing settles").flatMap(([kind, , names = ""]) =>
      names.split(", ").map((name) => `${kind} ${name.replace(/^.*\./, "")}`),
    );
    expect(new Set(listed)).toEqual(new Set(untyped));
  });
});
