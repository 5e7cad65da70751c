import { describe, expect, it } from "vitest";
import { code, fence } from "../../src/report/markdown.js";

describe("Markdown of what comes from outside", () => {
  it("shows text as text: no link, no picture, no tag", () => {
    expect(code("<b>")).toBe("<code>&#60;b&#62;</code>");
  });

  it("ends a block where it says, whatever stands in it", () => {
    const [first = "", ...rest] = fence("diff", ["+ ```", "+ ````"]).split("\n");
    expect(first).toBe("`````diff");
    expect(rest.at(-1)).toBe("`````");
  });
});
