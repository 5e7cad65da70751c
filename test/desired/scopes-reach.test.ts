import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FileScope, loadDesired } from "../../src/desired/index.js";
import { kinds } from "../../src/program/kinds.js";
import { line, workspace } from "./workspace.js";

const scope = (files: string, more: Partial<FileScope>): FileScope => ({
  files,
  words: [],
  paths: [],
  env: [],
  origin: { file: "trueup.yaml", line: 1, column: 3 },
  ...more,
});
const shop = scope("teams/shop/**", { paths: ["acme/shop/**"], env: ["SHOP_*"] });
const bank = scope("teams/bank/**", { paths: ["acme/bank/**"] });
const platform = scope("policies/**", { words: ["policies"], paths: ["acme/**"], env: ["*"] });
const entries = [shop, bank, platform];

async function loaded(cwd: string, scopes: readonly FileScope[] = entries, env: Readonly<Record<string, string>> = {}) {
  const projectPlace = { file: path.join(cwd, "trueup.yaml"), scopes: { directory: cwd, entries: scopes } };
  return loadDesired(["."], { kinds, cwd, env, projectPlace });
}

const rulesOf = async (cwd: string, scopes?: readonly FileScope[]) =>
  (await loaded(cwd, scopes)).diagnostics.map(({ rule, origin }) => `${origin.file} ${rule}`);

/** A file of the shop with one variable of this value, and one file in a repository that comes from a path. */
const shopFile = (value: string, from?: string): string =>
  JSON.stringify({
    projects: {
      "acme/shop/web": {
        variables: { V: { value } },
        ...(from === undefined ? {} : { repository_files: { "README.md": { from } } }),
      },
    },
  });

describe("what a file may take from its surroundings", () => {
  const tree = {
    ".git/config": "git",
    ".env": "env",
    "teams/bank/key": "bank",
    "teams/shop/key": "shop",
    "teams/shop/.cache/key": "hidden",
    "teams/shop/sub/key": "sub",
    "policies/key": "policies",
  };

  it.each([
    ["key", true],
    ["./sub/key", true],
    ["sub/../key", true],
    ["../shop/key", true],
    [".cache/key", false],
    ["../bank/key", false],
    ["../../.git/config", false],
    ["../../.env", false],
    ["../../policies/key", false],
    ["../../teams/bank/key", false],
  ])("is what lies in the directory of its scope, and no part of which begins with a dot: %s", async (name, isAllowed) => {
    const cwd = workspace({ ...tree, "teams/shop/a.yaml": shopFile(`\${file:${name}}`, name) });
    const { diagnostics, state } = await loaded(cwd);
    expect(diagnostics.map(({ rule }) => rule)).toEqual(isAllowed ? [] : ["scope.reach", "scope.reach"]);
    expect(JSON.stringify(state.resources).includes("$secret")).toBe(isAllowed);
  });

  it("is told with what may be read", async () => {
    const cwd = workspace({ ...tree, "teams/shop/a.yaml": shopFile("${file:../bank/key}") });
    expect((await loaded(cwd)).diagnostics.map(line)).toEqual([
      "teams/shop/a.yaml:1:57 | scope.reach | variable:acme/shop/web:V.value | teams/bank/key is out of the scope of this file | a path below teams/shop/ of which no part begins with a dot",
    ]);
  });

  it("is each directory by itself where the glob has a wildcard in its place", async () => {
    const all = scope("teams/*/**", { paths: ["**"] });
    const cwd = workspace({ ...tree, "teams/shop/a.yaml": shopFile("${file:../bank/key}") });
    expect(await rulesOf(cwd, [all])).toEqual(["teams/shop/a.yaml scope.reach"]);
    writeFileSync(path.join(cwd, "teams/shop/a.yaml"), shopFile("${file:key}"));
    expect(await rulesOf(cwd, [all])).toEqual([]);
  });

  it("is read beside the file itself, whatever link leads to it", async () => {
    const cwd = workspace({
      "apps/shop/owners.txt": "shop owns all",
      "policies/owners.txt": "the platform",
      "policies/p.yaml": shopFile("x", "owners.txt"),
    });
    symlinkSync("../../policies/p.yaml", path.join(cwd, "apps/shop/p.yaml"));
    const { state, diagnostics } = await loadDesired(["."], { kinds, cwd, env: {} });
    expect(diagnostics).toEqual([]);
    expect(JSON.stringify(state.resources)).toContain("the platform");
    expect(JSON.stringify(state.resources)).not.toContain("shop owns all");
  });

  it("is the same where everything is mounted by Kubernetes, whose links stay inside", async () => {
    const cwd = workspace({ "..2026_11_24/a.yaml": shopFile("${file:key}", "key"), "..2026_11_24/key": "shop" });
    for (const [from, to] of [
      ["..data", "..2026_11_24"],
      ["a.yaml", "..data/a.yaml"],
      ["key", "..data/key"],
    ] as const)
      symlinkSync(to, path.join(cwd, from));
    const own = scope("*.yaml", { paths: ["acme/**"] });
    const { state, diagnostics } = await loaded(cwd, [own]);
    expect(diagnostics.map(line)).toEqual([]);
    expect(JSON.stringify(state.resources)).toContain('{"$secret":"${file:key}"}');
  });
});

describe("a link", () => {
  it("that leaves the directory of its scope is refused, and one inside is not", async () => {
    const cwd = workspace({ "policies/p.yaml": shopFile("x"), "teams/shop/real/a.yaml": "groups: { acme/shop/till: {} }\n" });
    symlinkSync("real/a.yaml", path.join(cwd, "teams/shop/a.yaml"));
    expect(await rulesOf(cwd)).toEqual([]);
    symlinkSync("../../policies/p.yaml", path.join(cwd, "teams/shop/p.yaml"));
    expect((await loaded(cwd)).diagnostics.map(line)).toEqual([
      "teams/shop/p.yaml:1:1 | scope.link |  | this link leads out of its scope, to policies/p.yaml | the file itself, where its scope is",
    ]);
  });

  it("that no scope names is refused", async () => {
    const cwd = workspace({ "teams/shop/a.yaml": "groups: { acme/shop/till: {} }\n" });
    symlinkSync("teams/shop/a.yaml", path.join(cwd, "a.yaml"));
    expect(await rulesOf(cwd)).toEqual(["a.yaml scope.link"]);
  });
});

describe("a variable of the environment", () => {
  it("is sent only where a scope of the file lists it", async () => {
    const cwd = workspace({ "teams/shop/a.yaml": shopFile("${env:SHOP_KEY} ${env:BANK_DB_PASSWORD}") });
    expect((await loaded(cwd, entries, { SHOP_KEY: "s", BANK_DB_PASSWORD: "b" })).diagnostics.map(line)).toEqual([
      "teams/shop/a.yaml:1:57 | scope.env | variable:acme/shop/web:V.value | no scope of this file lists the variable BANK_DB_PASSWORD | add BANK_DB_PASSWORD to env of teams/shop/** (trueup.yaml:1:3)",
    ]);
  });

  it("that is made of a variable of the files is meant, too", async () => {
    const file = JSON.parse(shopFile("${env:${var:which}}")) as object;
    const cwd = workspace({
      "teams/shop/a.yaml": JSON.stringify(file),
      "vars.yaml": "vars: { which: { default: BANK_DB_PASSWORD } }\n",
    });
    const { diagnostics } = await loaded(cwd, [...entries, scope("vars.yaml", { words: ["vars"] })]);
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ origin }) => origin.file)).toContain(
      "teams/shop/a.yaml",
    );
  });

  it("is a warning with what to write in the short form, which lists none", async () => {
    const { env: _, ...short } = shop;
    const cwd = workspace({ "teams/shop/a.yaml": shopFile("${env:B} ${env:A}") });
    const found = await loaded(cwd, [short], { A: "a", B: "b" });
    expect(found.diagnostics.map(line)).toEqual([
      'trueup.yaml:1:3 | warning scope.env |  | its files refer to variables that it does not list: A, B | teams/shop/**: { may: ["acme/shop/**"], env: [A, B] }; the next release refuses what is not listed',
    ]);
  });
});

describe("a move from one scope to another", () => {
  const taken = { "teams/bank/a.yaml": "projects: { acme/bank/till: { moved_from: acme/shop/till } }\n" };

  it("needs that a file of the other says so, too: the error says how", async () => {
    expect((await loaded(workspace(taken))).diagnostics.map(line)).toEqual([
      "teams/bank/a.yaml:1:31 | scope | project:acme/bank/till.moved_from | moved_from acme/shop/till is out of the scope of this file | it may stand where these scopes allow it: teams/shop/**: [acme/shop/**] (trueup.yaml:1:3); policies/**: [policies, acme/**] (trueup.yaml:1:3); or one file speaks of both places; or a file that may speak of acme/shop/till says so too: acme/shop/till: { moved_to: acme/bank/till }",
    ]);
    const given = { ...taken, "teams/shop/a.yaml": "projects: { acme/shop/till: { moved_to: acme/bank/till } }\n" };
    const { diagnostics, state } = await loaded(workspace(given));
    expect(diagnostics.map(line)).toEqual([]);
    expect(state.resources.map(({ address, movedFrom }) => [address, movedFrom])).toEqual([
      ["project:acme/bank/till", "acme/shop/till"],
    ]);
  });

  it.each([
    ["to another place", "projects: { acme/shop/till: { moved_to: acme/bank/other } }", "move.unanswered"],
    ["with an attribute", "projects: { acme/shop/till: { moved_to: acme/bank/till, description: x } }", "move.alone"],
    [
      "with what hangs on it",
      "projects: { acme/shop/till: { moved_to: acme/bank/till, approval_rules: { R: { approvals_required: 1 } } } }",
      "move.alone",
    ],
  ])("is said alone and answered: %s it is an error", async (_, text, rule) => {
    const cwd = workspace({ ...taken, "teams/shop/a.yaml": `${text}\n` });
    expect((await loaded(cwd)).diagnostics.map((one) => one.rule)).toContain(rule);
  });

  it("cannot be said of what somebody else owns", async () => {
    const both = "projects: { acme/bank/till: { moved_from: acme/other/till }, acme/other/till: { moved_to: acme/bank/till } }\n";
    const rules = (await loaded(workspace({ "teams/bank/a.yaml": both }), [bank, shop])).diagnostics.map(({ rule }) => rule);
    expect(rules).toEqual(["scope"]);
  });
});

it("what no schema knows says nothing about which thing is meant, where it lies or who asks", async () => {
  const words = ["path", "namespace_id", "parent_id", "sudo", "private_token", "id", "group_id", "namespace"];
  for (const word of words) {
    const text = JSON.stringify({ projects: { "acme/shop/till": { unchecked: { [word]: 7 } } } });
    const { diagnostics } = await loaded(workspace({ "teams/shop/a.yaml": text }));
    expect(
      diagnostics.map(({ rule }) => rule),
      word,
    ).toEqual(["unchecked.routing"]);
  }
});

describe("random trees of files and links", { tags: ["slow"] }, () => {
  const part = fc.constantFrom("shop", "Shop", "bank", "sub", ".hid", "šhop", "s\u030chop", "..x", "a b");
  const where = fc.array(part, { maxLength: 3 }).map((parts) => ["teams", ...parts].join("/"));
  const step = fc.oneof(part, fc.constantFrom("..", ".", "key", "lnk", "p.yaml"));
  const reference = fc.array(step, { minLength: 1, maxLength: 6 }).map((steps) => steps.join("/"));

  it("nothing outside of a scope is read, named or changed, whatever links, dots, case and letters there are", async () => {
    const world = fc.record({
      directories: fc.uniqueArray(where, { maxLength: 6 }),
      links: fc.array(fc.record({ at: where, name: fc.constantFrom("lnk", "p.yaml", "key"), to: reference }), { maxLength: 4 }),
      names: fc.array(reference, { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ directories, links, names }) => {
        const cwd = workspace({});
        for (const one of new Set(["teams/shop", "teams/bank", ...directories, ...links.map(({ at }) => at)])) {
          mkdirSync(path.join(cwd, one), { recursive: true });
          writeFileSync(path.join(cwd, one, "key"), `content of ${one}`);
        }
        for (const { at, name, to } of links) {
          try {
            symlinkSync(to, path.join(cwd, at, name));
          } catch {
            renameSync(path.join(cwd, at, name), path.join(cwd, at, `${name}.before`));
            symlinkSync(to, path.join(cwd, at, name));
          }
        }
        const own = path.join(cwd, "teams/shop/own.yaml");
        for (const name of names) {
          writeFileSync(own, shopFile(`\${file:${name}}`, name));
          const { state, diagnostics } = await loaded(cwd);
          const isAllowed = mayRead(cwd, "teams/shop", name);
          const said = JSON.stringify(state.resources.find(({ kind }) => kind === "repository_file")?.spec ?? {});
          const contents = said.match(/content of [^"\\]*/g) ?? [];
          expect(
            contents.every((one) => isAllowed && `${one}/`.startsWith("content of teams/shop/")),
            `${name}: ${said}`,
          ).toBe(true);
          const problems = diagnostics.filter(
            ({ origin, attribute }) => origin.file === "teams/shop/own.yaml" && attribute === "value",
          );
          expect(
            problems.some(({ rule }) => rule !== "secret.missing"),
            `${name}: ${problems.map(line).join()}`,
          ).toBe(!isAllowed);
        }
      }),
      { numRuns: 500 },
    );
  });

  /** By paths alone: the name, and what it really leads to, lie below the directory, and no part of them begins with a dot. */
  function mayRead(cwd: string, directory: string, name: string): boolean {
    const absolute = path.resolve(cwd, directory, name);
    return [absolute, really(absolute)].every((one) => {
      const relative = path.relative(cwd, one);
      return relative.startsWith(`${directory}${path.sep}`) && !/(?:^|\/)\./.test(relative);
    });
  }

  function really(absolute: string): string {
    try {
      return realpathSync(absolute);
    } catch {
      return path.join(really(path.dirname(absolute)), path.basename(absolute));
    }
  }
});
