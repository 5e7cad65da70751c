// @module-tag slow
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadDesired } from "../../src/desired/index.js";
import { kinds } from "../../src/program/kinds.js";
import { line, load, loadText, problemsOf, resource, workspace } from "./workspace.js";

const topic = (name: string) => `topics: { ${name}: { title: Some title } }\n`;

function addresses(loaded: Awaited<ReturnType<typeof load>>): string[] {
  return loaded.state.resources.map((one) => one.address);
}

describe("which files are read", () => {
  it("takes *.yaml and *.yml of a directory and those below it, and nothing else", async () => {
    const loaded = await load({
      "a.yaml": topic("one"),
      "sub/deep/b.yml": topic("two"),
      "c.json": topic("json"),
      "notes.txt": "nothing",
      ".hidden.yaml": topic("hidden"),
      "_draft.yaml": topic("draft"),
      "_parts/x.yaml": topic("part"),
      ".git/x.yaml": topic("git"),
      "node_modules/x.yaml": topic("module"),
    });
    expect(addresses(loaded)).toEqual(["topic:one", "topic:two"]);
    expect(loaded.diagnostics).toEqual([]);
  });

  it("does not follow links to directories, and refuses links to files outside", async () => {
    const outside = workspace({ "x.yaml": topic("outside") });
    const inside = workspace({ "a.yaml": topic("one"), "real/b.yaml": topic("two") });
    symlinkSync(outside, path.join(inside, "linked"));
    symlinkSync(path.join(outside, "x.yaml"), path.join(inside, "x.yaml"));
    const loaded = await loadDesired(["."], { kinds, cwd: inside, env: {} });
    expect(addresses(loaded)).toEqual(["topic:one", "topic:two"]);
    expect(loaded.diagnostics.map((diagnostic) => [diagnostic.rule, diagnostic.origin.file])).toEqual([
      ["file.outside", "x.yaml"],
    ]);
  });

  it("takes ./trueup if it is there, else the directory itself", async () => {
    const both = await load({ "trueup/a.yaml": topic("inner"), "b.yaml": topic("outer") }, {}, []);
    expect(addresses(both)).toEqual(["topic:inner"]);
    expect(both.state.root).toBe("trueup");
    const plain = await load({ "b.yaml": topic("outer") }, {}, []);
    expect(addresses(plain)).toEqual(["topic:outer"]);
    expect(plain.state.root).toBe(".");
  });

  it("reads a JSON file when it is named, with positions", async () => {
    const json = `{\n\t"topics": {\n\t\t"one": { "title": "One", "titel": 1 }\n\t}\n}\n`;
    const loaded = await load({ "a.json": json }, {}, ["a.json"]);
    expect(resource(loaded, "topic:one").origin).toEqual({ file: "a.json", line: 3, column: 3 });
    expect(loaded.diagnostics.map(line)).toEqual([
      'a.json:3:28 | schema.unknown | topic:one.titel | there is no attribute "titel" | did you mean title?',
    ]);
  });

  it("reads a file once however often it is named", async () => {
    const loaded = await load({ "a.yaml": topic("one") }, {}, [".", "a.yaml", "./a.yaml"]);
    expect(loaded.diagnostics).toEqual([]);
  });

  it("says which path is missing and which directory is empty", async () => {
    await expect(load({ "a.yaml": "" }, {}, ["nowhere"])).rejects.toMatchObject({
      code: "files.missing",
      message: "there is no nowhere",
    });
    await expect(load({ "a.yaml": "" }, {}, [""])).rejects.toMatchObject({
      code: "files.missing",
      message: 'there is no "": the path is empty',
    });
    const empty = workspace({});
    mkdirSync(path.join(empty, "void"));
    await expect(loadDesired(["void"], { kinds, cwd: empty, env: {} })).rejects.toMatchObject({ code: "files.none" });
  });

  it("takes an empty file, one of comments only, a byte order mark, and Windows line ends", async () => {
    const loaded = await load({
      "a.yaml": "",
      "b.yaml": "# nothing yet\n",
      "c.yaml": `\uFEFF${topic("one")}`,
      "d.yaml": "---\n",
      "e.yaml": "topics:\r\n  two:\r\n    title: Two\r\n",
    });
    expect(addresses(loaded)).toEqual(["topic:one", "topic:two"]);
    expect(resource(loaded, "topic:two").origin).toEqual({ file: "e.yaml", line: 2, column: 3 });
    expect(loaded.diagnostics).toEqual([]);
  });
});

describe("bad YAML", () => {
  it.each([
    ["topics: [1\nx: 2\n", "a.yaml:2:1 | yaml.syntax"],
    ["topics:\n\tone: {}\n", "a.yaml:2:1 | yaml.syntax"],
    ["topics: {}\n---\ntopics: {}\n", "a.yaml:3:1 | yaml.documents"],
    ["topics:\n  one: { title: A }\n  one: { title: B }\n", "a.yaml:3:3 | yaml.duplicate"],
    ["topics: { one: !mine { title: A } }\n", "a.yaml:1:22 | yaml.tag"],
    ["topics: { one: !!python/name:os.system { title: A } }\n", "a.yaml:1:40 | yaml.tag"],
    ["topics: !!omap\n  - one: { title: A }\n", "a.yaml:2:3 | yaml.value"],
    ["projects: { acme/web: { topics: !!set { a, b } } }\n", "a.yaml:1:39 | yaml.value"],
    ["topics:\n  __proto__: { title: A }\n", "a.yaml:2:3 | yaml.key"],
    ["topics:\n  constructor: { title: A }\n", "a.yaml:2:3 | yaml.key"],
    ["topics:\n  one: { prototype: 1 }\n", "a.yaml:2:10 | schema.unknown"],
    ["topics:\n  ? [a, b]\n  : { title: A }\n", "a.yaml:2:5 | yaml.key"],
    ["topics:\n  one: *nowhere\n", "a.yaml:2:8 | yaml.alias"],
    ["topics: &t\n  one: *t\n", "a.yaml:2:8 | yaml.alias"],
    ["- topics\n", "a.yaml:1:1 | schema.type"],
    ["application_settings: { max_attachment_size: .inf }\n", "a.yaml:1:46 | yaml.number"],
    ["application_settings: { max_attachment_size: 99999999999999999999 }\n", "a.yaml:1:46 | yaml.number"],
    ["topics:\n  one: { title: a\0b }\n", "a.yaml:2:17 | yaml.value"],
    ['topics:\n  one: { title: "\\ud800" }\n', "a.yaml:2:17 | yaml.value"],
    ['{"topics": {"one\\u0000": {"title": "T"}}}', "a.yaml:1:13 | yaml.key"],
    [`topics:\n  ${"k".repeat(1010)}: { title: T }\n`, "a.yaml:2:3 | name"],
    [`topics:\n  ${"k".repeat(1100)}: { title: T }\n`, "a.yaml:2:3 | yaml.syntax"],
  ])("%j is refused with its place", async (text, start) => {
    const diagnostics = await problemsOf(text);
    expect(diagnostics.some((diagnostic) => diagnostic.startsWith(start))).toBe(true);
  });

  it.each(["../a", "a/../b", "/a", "a//b", "a/", "./a", "a/.", ".git/config", "a/.GIT/b"])(
    "refuses %j as the path of a file in a repository",
    async (file) => {
      expect(
        await problemsOf(`projects: { acme/web: { repository_files: { ${JSON.stringify(file)}: { content: x } } } }\n`),
      ).toEqual([
        `a.yaml:1:45 | name |  | ${JSON.stringify(file)}: the path of a file begins and ends with no slash, and no part of it is empty, .., . or .git | `,
      ]);
    },
  );

  it.each([".gitignore", "a/.gitlab-ci.yml", "..a/b..", "a.git/b", "a b", "...", "README@feature/x"])(
    "takes %j as the path of a file in a repository",
    async (file) => {
      expect(
        await problemsOf(`projects: { acme/web: { repository_files: { ${JSON.stringify(file)}: { content: x } } } }\n`),
      ).toEqual([]);
    },
  );

  it("says of a value that cannot be read only that", async () => {
    expect(
      await problemsOf("projects: { acme/web: { build_timeout: .nan } }\ngroups: { acme: { name: !!binary aGk= } }\n"),
    ).toEqual([
      "a.yaml:1:40 | yaml.number |  | this is no number that JSON can hold | ",
      "a.yaml:2:34 | yaml.value |  | this kind of value is not allowed | text, number, true, false, null, list or mapping",
    ]);
  });

  it("takes characters that are written in two halves", async () => {
    expect(await problemsOf(`topics:\n  one: { title: "\\ud83d\\ude00 😀" }\n`)).toEqual([]);
  });

  it("leaves the language's own objects as they were", async () => {
    await problemsOf('{"topics": {"__proto__": {"polluted": 1}}, "__proto__": {"polluted": 1}}');
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("gives the errors of every file in one run, sorted", async () => {
    const loaded = await load({ "b.yaml": "topics: {x: {titel: 1}}", "a.yaml": "groups: [", "c.yaml": "projcts: {}" });
    expect(loaded.diagnostics.map((diagnostic) => [diagnostic.origin.file, diagnostic.rule])).toEqual([
      ["a.yaml", "yaml.syntax"],
      ["b.yaml", "schema.unknown"],
      ["c.yaml", "schema.unknown"],
    ]);
  });

  it("refuses an alias bomb, and takes a thousand uses of one anchor", async () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) =>
        `k${level}: &k${level} [${Array(10)
          .fill(level === 0 ? "x" : `*k${level - 1}`)
          .join(",")}]`,
    );
    const bomb = await loadText(levels.join("\n"));
    expect(bomb.diagnostics.filter((diagnostic) => diagnostic.rule === "yaml.alias")).toHaveLength(1);
    const shared = Array.from(
      { length: 1000 },
      (_, index) => `  t${index}: ${index === 0 ? "&t { title: T, description: D }" : "*t"}`,
    );
    const many = await loadText(`topics:\n${shared.join("\n")}\n`);
    expect(many.diagnostics).toEqual([]);
    expect(many.state.resources).toHaveLength(1000);
  });

  it.each([
    ["flow lists", `topics: ${"[".repeat(5_000_000)}`],
    ["lists in a line", "- ".repeat(2_000_000)],
    ["keys in a line", "a: ".repeat(2_000_000)],
    ["mappings", Array.from({ length: 2000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ])("refuses deep nesting of %s without running out of stack or memory", async (_, text) => {
    const loaded = await loadText(text);
    expect(loaded.diagnostics.map((diagnostic) => diagnostic.message)).toContain("this is nested too deeply");
  });

  it("refuses a file of 50 MB unread, and one that is no text", async () => {
    const loaded = await load({
      "a.yaml": Buffer.alloc(50 * 1024 * 1024, "a"),
      "b.yaml": Buffer.from("a: 1\n\u00e9: \u00e9", "latin1"),
    });
    expect(loaded.diagnostics.map((diagnostic) => [diagnostic.origin, diagnostic.rule])).toEqual([
      [{ file: "a.yaml", line: 1, column: 1 }, "file.size"],
      [{ file: "b.yaml", line: 2, column: 1 }, "file.encoding"],
    ]);
  });

  it("says where bytes that are no text stand, whatever characters stand before them", async () => {
    const before = "\uFEFF# \uFFFD \u{1F600}\na: \uFFFD";
    const damaged = [Buffer.from([0xe9]), Buffer.from([0xef, 0xbf, 0x41]), Buffer.from([0xf0, 0x9f])];
    const loaded = await load(
      Object.fromEntries(damaged.map((bytes, index) => [`${index}.yaml`, Buffer.concat([Buffer.from(before), bytes])])),
    );
    expect(loaded.diagnostics.map(({ rule, origin }) => [rule, origin.line, origin.column])).toEqual(
      damaged.map(() => ["file.encoding", 2, 5]),
    );
  });

  it("does not quote the file in a syntax error", async () => {
    const diagnostics = await problemsOf('application_settings:\n  spamfilter_api_key: "hunter2hunter2\n');
    expect(diagnostics.join("\n")).not.toContain("hunter2");
    expect(diagnostics[0]).toMatch(/^a\.yaml:2:23 \| yaml\.syntax/);
  });
});
