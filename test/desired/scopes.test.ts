import { symlinkSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatOrigin } from "../../src/core/errors.js";
import { loadDesired, type FileScope } from "../../src/desired/index.js";
import { kinds } from "../../src/program/kinds.js";
import { line, workspace } from "./workspace.js";

const scope = (files: string, words: readonly string[], paths: readonly string[] = [], row = 1): FileScope => ({
  files,
  words,
  paths,
  origin: { file: "trueup.yaml", line: row, column: 3 },
});

const shop = scope("teams/shop/**", [], ["acme/shop/**"]);

async function loaded(cwd: string, entries: readonly FileScope[]) {
  const project = { file: path.join(cwd, "trueup.yaml"), scopes: { directory: cwd, entries } };
  return loadDesired(["."], { kinds, cwd, env: {}, projectPlace: project });
}

async function linesOf(files: Readonly<Record<string, string>>, entries: readonly FileScope[]): Promise<string[]> {
  return (await loaded(workspace(files), entries)).diagnostics.filter(({ rule }) => rule.startsWith("scope")).map(line);
}

describe("a team's file", () => {
  test("may declare groups and projects below its paths, and all that hangs on them", async () => {
    const text =
      "groups: { acme/shop: {}, ACME/Shop/web: {} }\nprojects:\n  acme/shop/till:\n    approval_rules: { Two: { approvals_required: 2 } }\n";
    expect(await linesOf({ "teams/shop/a.yaml": text }, [shop])).toEqual([]);
  });

  test("is held against scopes at once, however many wildcards these have", async () => {
    const [stars, path] = ["*a".repeat(12), `${"a".repeat(120)}b`];
    const start = performance.now();
    const files = { [`${path}.yaml`]: `projects: { acme/${path}: {} }\n`, ["a".repeat(120)]: "" };
    const lines = await linesOf(files, [scope(`${stars}*`, [], [`acme/${stars}`]), scope(stars, [], ["acme"], 2)]);
    expect(lines).toEqual([expect.stringContaining("is out of the scope of this file")]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test("may say nothing of another path: the error names the key, and the scope's line that would allow it", async () => {
    const text = "projects:\n  acme/shop/till: {}\n  acme/bank/vault: { merge_method: ff }\n";
    const bank = scope("teams/bank/**", [], ["acme/bank/**"], 2);
    const { diagnostics } = await loaded(workspace({ "teams/shop/a.yaml": text }), [shop, bank]);
    expect(diagnostics.map(line)).toEqual([
      "teams/shop/a.yaml:3:3 | scope | project:acme/bank/vault | acme/bank/vault is out of the scope of this file | it may stand where these scopes allow it: teams/bank/**: [acme/bank/**] (trueup.yaml:2:3)",
    ]);
    expect(diagnostics[0]?.related?.map(formatOrigin)).toEqual(["trueup.yaml:2:3"]);
  });

  test("may say no settings, no pin and no deletes of what is undeclared", async () => {
    const text =
      "version: 1\ninstance: { url: https://p.example }\napplication_settings: {}\ntopics: { web: {} }\ndelete_undeclared: { topics: true }\n";
    expect(await linesOf({ "teams/shop/a.yaml": text }, [shop, scope("all.yaml", ["settings", "instance"], [], 2)])).toEqual([
      expect.stringMatching(/^teams\/shop\/a.yaml:2:1 \| scope \| instance \| .*it may stand where .*trueup.yaml:2:3/),
      expect.stringMatching(/^teams\/shop\/a.yaml:3:1 \| scope \| application_settings \| .*trueup.yaml:2:3/),
      expect.stringMatching(/^teams\/shop\/a.yaml:4:11 \| scope \| topic:web \| .*trueup.yaml:2:3/),
      expect.stringMatching(
        /^teams\/shop\/a.yaml:5:1 \| scope \| delete_undeclared \| .*no scope allows it; this file has teams\/shop/,
      ),
    ]);
  });

  test("may move nothing to itself from elsewhere", async () => {
    const text = "projects:\n  acme/shop/till:\n    moved_from: acme/bank/till\n";
    expect(await linesOf({ "teams/shop/a.yaml": text }, [shop])).toEqual([
      expect.stringContaining(
        "teams/shop/a.yaml:3:5 | scope | project:acme/shop/till.moved_from | moved_from acme/bank/till is out of the scope",
      ),
    ]);
  });

  test("reaches no further by what looks like a path", async () => {
    const text = "projects:\n  acme/shop/../bank: {}\n  acme/shop//vault: {}\n  acme/shopping/a: {}\n";
    expect((await linesOf({ "teams/shop/a.yaml": text }, [shop])).map((one) => one.split(" | ")[0])).toEqual([
      "teams/shop/a.yaml:2:3",
      "teams/shop/a.yaml:3:3",
      "teams/shop/a.yaml:4:3",
    ]);
  });
});

describe("which scopes a file has", () => {
  const settings = "topics: { web: {} }\n";

  test("a file that none names is an error, whatever it says", async () => {
    expect(await linesOf({ "lost.yaml": settings, "empty.yaml": "" }, [shop])).toEqual([
      expect.stringMatching(/^empty.yaml:1:1 \| scope.file \| .*no scope names this file/),
      expect.stringMatching(/^lost.yaml:1:1 \| scope.file \|/),
    ]);
  });

  test("one that several name may say what any of them lets it", async () => {
    const both = "topics: { web: {} }\nprojects: { acme/shop/a: {} }\n";
    expect(await linesOf({ "teams/shop/a.yaml": both }, [shop, scope("teams/**", ["topics"])])).toEqual([]);
  });

  test("letter case of files counts, because that of their owners does", async () => {
    expect(await linesOf({ "Teams/shop/a.yaml": "groups: { acme/shop: {} }\n" }, [shop])).toEqual([
      expect.stringContaining("Teams/shop/a.yaml:1:1 | scope.file"),
    ]);
  });

  test("a link has the scopes of the file that it leads to", async () => {
    const cwd = workspace({ "teams/shop/own/topics.yaml": settings });
    symlinkSync("own/topics.yaml", path.join(cwd, "teams/shop/link.yaml"));
    const entries = [scope("teams/shop/*", ["topics"], ["**"]), scope("teams/shop/own/*", [])];
    expect((await loaded(cwd, entries)).diagnostics.map(line)).toEqual([
      expect.stringMatching(/topic:web \| topics is out of the scope/),
    ]);
  });

  test("one outside of the directory of the project file has none", async () => {
    const cwd = workspace({ "project/a.yaml": settings, "other.yaml": settings });
    const entries = [scope("**", ["topics"])];
    const project = { file: path.join(cwd, "project/trueup.yaml"), scopes: { directory: path.join(cwd, "project"), entries } };
    const { diagnostics } = await loadDesired(["other.yaml"], { kinds, cwd, env: {}, projectPlace: project });
    expect(diagnostics.map(line)).toEqual([expect.stringContaining("other.yaml:1:1 | scope.file | ")]);
  });
});

test("the project file is no file of desired state", async () => {
  const cwd = workspace({ "trueup.yaml": "instances: {}\n", "a.yaml": "topics: { web: {} }\n" });
  const project = { file: path.join(cwd, "trueup.yaml") };
  const { diagnostics, texts } = await loadDesired(["."], { kinds, cwd, env: {}, projectPlace: project });
  expect({ diagnostics, files: [...texts().keys()] }).toEqual({ diagnostics: [], files: ["a.yaml"] });
  symlinkSync("trueup.yaml", path.join(cwd, "link.yaml"));
  for (const name of ["trueup.yaml", "./trueup.yaml", "link.yaml"]) {
    await expect(loadDesired([name], { kinds, cwd, env: {}, projectPlace: project })).rejects.toMatchObject({
      code: "files.project",
    });
  }
});

test("whatever paths there are: a file may say just those that lie at or below its glob's, in any letter case", async () => {
  const segment = fc.constantFrom("shop", "Shop", "bank", "shopping", "a.b");
  const paths = fc.uniqueArray(
    fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => ["acme", ...segments].join("/")),
    { minLength: 1, maxLength: 5, selector: (one) => one.toLowerCase() },
  );
  await fc.assert(
    fc.asyncProperty(paths, async (all) => {
      const text = `groups:\n${all.map((one) => `  ${one}: {}\n`).join("")}`;
      const outside = all.filter((one) => !`${one.toLowerCase()}/`.startsWith("acme/shop/"));
      const found = await linesOf({ "teams/shop/a.yaml": text }, [shop]);
      expect(found.map((one) => one.split(" | ")[2])).toEqual(outside.map((one) => `group:${one}`));
    }),
    { numRuns: 20 },
  );
});
