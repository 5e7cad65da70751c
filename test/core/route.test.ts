import { describe, expect, it } from "vitest";
import { fillPath } from "../../src/core/route.js";

describe("a path that is filled in", () => {
  it("has each parameter in its own segment, whatever stands in it", () => {
    expect(fillPath("/projects/{project}/branches/{key}", { project: 7, key: "a/b?c#d é" })).toBe(
      "/projects/7/branches/a%2Fb%3Fc%23d%20%C3%A9",
    );
  });

  it.each(["", ".", ".."])("is refused for %j, which would lead elsewhere", (key) => {
    expect(() => fillPath("/projects/{key}", { key })).toThrow("cannot stand as key");
  });

  it("is refused where a parameter is missing", () => {
    expect(() => fillPath("/projects/{project}", {})).toThrow("lacks its parameter project");
  });
});
