import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { Kind } from "../../src/core/kind-data.js";
import { kindPages } from "../../src/derive/pages/kind-pages.js";
import { prose, sentences } from "../../src/derive/pages/markdown.js";
import { kinds } from "../../src/program/kinds.js";
import { top } from "../harness/command-line.js";

const pages = kindPages(kinds, (content) => stringify(content), new Map());
const all = [...kinds.values()].flatMap(({ name, oddities = {} }: Kind) =>
  Object.entries(oddities).map(([says, source]) => ({ name, says, source })),
);
const sourced = all.flatMap(({ source, ...oddity }) => (source === null ? [] : [{ ...oddity, source }]));
const unsourced = all.filter(({ source }) => source === null);

/** What others publish: a file of a named repository, or an issue, merge request or epic by its number. */
const published =
  /^(?:(?:GitLab|terraform-provider-gitlab|python-gitlab|gitlabform) (?:[\w.-]+\/)*[\w.-]+\.(?:md|rb|go|py|ya?ml)|(?:gitlab|gitlabform|terraform-provider-gitlab|python-gitlab) (?:(?:issue |epic )?#\d+|MR !\d+))$/;
/** A test of this repository, for what trueup itself does. */
const own = /^trueup test\/(?:[\w.-]+\/)*[\w.-]+\.test\.ts$/;

function lines(name: string): string[] {
  return (pages.get(`${name}.md`) ?? "").split("\n");
}

describe("the oddities of the kinds", () => {
  it("carry a source in at least 60 sentences", () => {
    expect(sourced.filter(({ source }) => published.test(source)).length).toBeGreaterThanOrEqual(60);
  });

  it("name sources that a stranger can look up", () => {
    const bad = sourced.filter(({ source }) => !published.test(source) && !own.test(source));
    expect(bad).toEqual([]);
  });

  it("name tests that there are for what trueup itself does", () => {
    const tests = sourced.flatMap(({ source }) => (own.test(source) ? [source.replace("trueup ", "")] : []));
    expect(tests.filter((file) => !existsSync(join(top, file)))).toEqual([]);
  });

  it("stand on the pages with their source", () => {
    expect(sourced.length).toBeGreaterThan(0);
    for (const { name, says, source } of sourced)
      expect(lines(name)).toContain(`- ${sentences([prose(says)])} (source: ${prose(source)})`);
  });

  it("stand on the pages as not verified without one", () => {
    expect(unsourced.length).toBeGreaterThan(0);
    for (const { name, says } of unsourced) expect(lines(name)).toContain(`- ${sentences([prose(says)])} (not verified)`);
  });
});
