import { describe, expect, it } from "vitest";
import { codeOwnerTest } from "../../src/program/doctor/pipeline/owned-files.js";

type Case = readonly [file: string, path: string, isOwned: boolean];

describe("who CODEOWNERS names", () => {
  it.each<Case>([
    ["* @a", "trueup.yaml", true],
    ["* @a", "x/y/z.yaml", true],
    ["* @a\n/trueup.yaml", "trueup.yaml", false],
    ["/trueup.yaml a@example.com", "trueup.yaml", true],
    ["/trueup.yaml # @a", "trueup.yaml", false],
    ["# /trueup.yaml @a", "trueup.yaml", false],
    ["trueup.yaml @a", "x/trueup.yaml", true],
    ["/teams/ @a", "teams/x/y.yaml", true],
    ["/teams @a", "teams/x.yaml", false],
    ["/teams/* @a", "teams/x/y.yaml", false],
    ["/teams/** @a", "teams/x/y.yaml", false],
    ["/teams/**/* @a", "teams/x/y.yaml", true],
    ["/with\\ space @a", "with space", true],
    ["[Files] @a\n/trueup.yaml", "trueup.yaml", true],
    ["[Files][2] @a\n/trueup.yaml", "trueup.yaml", true],
    ["^[Files] @a\n/trueup.yaml", "trueup.yaml", false],
    ["[A]\n* @a\n[B]\n/trueup.yaml", "trueup.yaml", true],
    ["[A]\n* @a\n[B]\n[a]\n/trueup.yaml", "trueup.yaml", false],
    ["[A]\n* @a\n^[a]\n/x @a", "trueup.yaml", false],
    ["[A][0]\n* @a", "trueup.yaml", false],
    ["* @a\n!/trueup.yaml", "trueup.yaml", false],
  ])("in the syntax of GitLab: %j and %s", (file, path, isOwned) => {
    expect(codeOwnerTest(file, "gitlab")(path)).toBe(isOwned);
  });

  it.each<Case>([
    ["* @a", "x/y.yaml", true],
    ["* @a\n/trueup.yaml", "trueup.yaml", false],
    ["/teams @a", "teams/x/y.yaml", true],
    ["teams/ @a", "x/teams/y.yaml", true],
    ["/teams/* @a", "teams/x.yaml", true],
    ["/teams/* @a", "teams/x/y.yaml", false],
    ["/teams/** @a", "teams/x/y.yaml", true],
    ["teams/shop @a", "x/teams/shop/y.yaml", false],
    ["* @a\n!/trueup.yaml @b", "trueup.yaml", true],
    ["[Files] @a\n", "[Files]", false],
  ])("in the syntax of GitHub: %j and %s", (file, path, isOwned) => {
    expect(codeOwnerTest(file, "github")(path)).toBe(isOwned);
  });

  it("is found in time by the length of the file, whatever its lines are", () => {
    const hostile = `${"*a".repeat(2000)} @a\n`.repeat(50);
    expect(codeOwnerTest(hostile, "gitlab")(`${"a".repeat(4000)}b`)).toBe(false);
  });
});
