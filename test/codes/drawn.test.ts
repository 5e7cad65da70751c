// @module-tag slow
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { allCodes } from "../../src/report/codes.js";
import { cases } from "./cases.js";
import { drawnCases } from "./drawn-cases.js";
import { drawnFunctions } from "./drawn-functions.js";
import { drawnTexts } from "./drawn-texts.js";
import { messageBy } from "./provoked.js";

/** Seed of the draw. A code has the same place in it whatever other codes there are, so a new code changes at most one of the drawn. */
const seed = 41;
const size = 40;

/** Drawn codes that no test provokes in its own process, each with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  "fingerprints.write":
    "needs a directory that the user of the test may not write to, and the user of some test machines may write everywhere",
};

function drawn(): readonly string[] {
  const placed = allCodes().map((code) => ({ code, place: createHash("sha256").update(`${seed} ${code}`).digest("hex") }));
  return placed
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, size)
    .map(({ code }) => code);
}

describe("of forty codes drawn at random", () => {
  it("all are provoked, but for at most three that need another machine", () => {
    const provoked = new Set([...cases, ...drawnCases].map(({ code }) => code).concat(Object.keys(drawnFunctions)));
    const missing = drawn().filter((code) => !provoked.has(code));
    expect(missing.sort()).toEqual(Object.keys(elsewhere).sort());
    expect(missing.length).toBeLessThanOrEqual(3);
  });

  it.each(drawnCases)("$code has its exact text, by the command line", async (provoked) => {
    expect(await messageBy(provoked)).toBe(provoked.text);
  });

  it.each(Object.entries(drawnFunctions))("%s has its exact text, by what a test can call", async (code, provoke) => {
    expect(await provoke()).toBe(drawnTexts[code]);
  });
});
