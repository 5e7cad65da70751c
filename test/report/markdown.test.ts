import { describe, expect, it } from "vitest";
import { code, fence, prose } from "../../src/report/markdown.js";

describe("Markdown of what comes from outside", () => {
  it("shows text as text: no link, no picture, no tag", () => {
    expect(code("<b>")).toBe("<code>&#60;b&#62;</code>");
  });

  it("begins no item of a list with a sentence", () => {
    expect(["- x", "+ x", "1. x", "22) x", "-", "-x", "1.5 x"].map((text) => prose(text))).toEqual([
      "&#45; x",
      "&#43; x",
      "1&#46;&#8203; x",
      "22&#41; x",
      "&#45;",
      "-x",
      "1.5 x",
    ]);
  });

  it("ends a block where it says, whatever stands in it", () => {
    const [first = "", ...rest] = fence("diff", ["+ ```", "+ ````"]).split("\n");
    expect(first).toBe("`````diff");
    expect(rest.at(-1)).toBe("`````");
  });
});
