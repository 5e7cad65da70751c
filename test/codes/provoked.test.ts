import { describe, expect, it } from "vitest";
import { explainedCode } from "../../src/report/codes.js";
import { cases } from "./cases.js";
import { messageBy } from "./provoked.js";

describe("a message", () => {
  it.each(cases)("has its exact text and its code: $code", async (provoked) => {
    expect(await messageBy(provoked)).toBe(provoked.text);
    expect(explainedCode(provoked.code)).toBeDefined();
  });

  it("is tested for at least forty codes", () => {
    expect(new Set(cases.map(({ code }) => code)).size).toBeGreaterThanOrEqual(40);
  });
});
