import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inProcess, type Ran } from "../harness/command-line.js";
import { mustBeRefused, openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess);
});
afterAll(async () => fixture.close());
beforeEach(() => {
  fixture.server.misbehave();
  fixture.server.forget();
});

/** A file that is right. */
const topic = "topics:\n  typescript: { title: TypeScript }\n";

/** What is wrong with one file, and what the error must say; the file is `files/trueup.yaml`. */
const badFiles: readonly [what: string, text: string, ...said: (string | RegExp)[]][] = [
  ["malformed YAML", "topics:\n  a: [one, two\n", /trueup\.yaml:3:1 .*malformed YAML/],
  ["a tab as indentation", "topics:\n\ta: {}\n", /trueup\.yaml:2:\d+ .*malformed YAML/],
  ["a value of the wrong type", "topics:\n  a: { title: [x] }\n", /trueup\.yaml:2:15 .*topic:a\.title/],
  ["a list where a mapping belongs", "topics: [typescript]\n", /trueup\.yaml:1:\d+ /],
  ["a scalar document", "just text\n", /trueup\.yaml:1:1 /],
  ["an unknown attribute", "topics:\n  a: { titel: A }\n", /trueup\.yaml:2:8 .*titel.*did you mean/i, "title"],
  ["an unknown section", "topic:\n  a: { title: A }\n", /trueup\.yaml:1:1 .*did you mean/i, "topics"],
  ["a key that stands twice", "topics:\n  a: { title: A }\n  a: { title: A }\n", /trueup\.yaml:3:3 /, /trueup\.yaml:2:3/],
  ["two spellings of one name", "topics:\n  a: { title: A }\n  A: { description: A }\n", /trueup\.yaml:3:3 /, /trueup\.yaml:2:3/],
  ["a text that is too long", `topics:\n  a: { title: ${"x".repeat(256)} }\n`, /trueup\.yaml:2:15 .*255/],
  ["a second document", `${topic}---\n${topic}`, /trueup\.yaml:\d+:\d+ .*document/],
  ["a custom tag", "topics: !ruby/object:Gem {}\n", /trueup\.yaml:1:\d+ .*tag/],
  ["a version from the future", `version: 2\n${topic}`, /trueup\.yaml:1:10 /],
  ["the key __proto__", "topics:\n  __proto__: { title: A }\n", /trueup\.yaml:2:3 .*__proto__/],
  ["the key constructor", "topics:\n  a: { constructor: A }\n", /trueup\.yaml:2:\d+ .*constructor/],
  [
    "a number that is too large",
    "application_settings:\n  max_import_size: 99999999999999999999\n",
    /trueup\.yaml:2:\d+ .*number/,
  ],
  [
    "an image outside of the directory",
    "topics:\n  a: { title: A, avatar: ../outside.png }\n",
    /trueup\.yaml:2:26 .*out of the directory/,
  ],
  [
    "an image with an absolute path",
    "topics:\n  a: { title: A, avatar: /etc/hostname }\n",
    /trueup\.yaml:2:26 .*out of the directory/,
  ],
  ["an image behind a link", "topics:\n  a: { title: A, avatar: ./linked.png }\n", /trueup\.yaml:2:26 .*out of the directory/],
  ["an image that is not there", "topics:\n  a: { title: A, avatar: ./none.png }\n", /trueup\.yaml:2:26 .*no such file/],
  ["a secret from a file outside", "topics:\n  a: { title: '${file:../outside.txt}' }\n", /trueup\.yaml:2:15 .*(out of|outside)/],
  ["a secret from a linked file", "topics:\n  a: { title: '${file:linked.txt}' }\n", /trueup\.yaml:2:15 .*(out of|outside)/],
  ["trueup's own token", "topics:\n  a: { title: '${env:TRUEUP_TOKEN}' }\n", /trueup\.yaml:2:15 .*credential of trueup/],
];

/** Anchors of ten aliases each: nine levels would be ten to the ninth values. */
function aliasBomb(): string {
  const levels = [...Array(9).keys()].map((n) => `  l${n + 1}: &l${n + 1} [${Array(10).fill(`*l${n}`).join(", ")}]\n`);
  return `unknown:\n  l0: &l0 [x]\n${levels.join("")}`;
}

describe("files that are wrong", () => {
  beforeAll(async () => {
    fixture.write("outside.png", "png");
    fixture.write("outside.txt", "text");
    fixture.write("files/here.txt", "text");
    await symlink(join(fixture.directory, "outside.png"), join(fixture.directory, "files/linked.png"));
    await symlink(join(fixture.directory, "outside.txt"), join(fixture.directory, "files/linked.txt"));
  });

  /** Applies one file: what is wrong with it must show before the platform gets a single request. */
  const apply = async (text: string | Uint8Array): Promise<Ran> => {
    fixture.write("files/trueup.yaml", text);
    const ended = await fixture.run(["apply", "--yes", "files"]);
    expect(fixture.server.arrived).toEqual([]);
    return ended;
  };

  it.each(badFiles)("%s gives an error with its place, and no request", async (_, text, ...said) => {
    const ended = await apply(text);
    mustBeRefused(ended, ...said);
    expect(ended.stderr).toMatch(/\b1 error, 0 warnings/);
  });

  it("an alias bomb is refused at once", async () => mustBeRefused(await apply(aliasBomb()), /trueup\.yaml:\d+:\d+ .*aliases/));

  it("nesting without end is refused", async () =>
    mustBeRefused(await apply(`topics: ${"[".repeat(100_000)}`), /trueup\.yaml:1:\d+ .*nested too deeply/));

  it("a file of 50 MB is refused by its size", async () =>
    mustBeRefused(await apply(Buffer.alloc(50 * 1024 * 1024, topic)), /trueup\.yaml:1:1 .*50 MB.*at most 10 MB/));

  it("a file that is no text is refused", async () =>
    mustBeRefused(await apply(Uint8Array.of(0xff, 0xfe, 0x00, 0xd8)), /trueup\.yaml:1:1 .*UTF-8/));

  it("a declaration behind a link out of the directory is refused", async () => {
    fixture.write("files/trueup.yaml", topic);
    fixture.write("elsewhere.yaml", "topics:\n  other: { title: Other }\n");
    fixture.write("linked/own.yaml", topic);
    await symlink(join(fixture.directory, "elsewhere.yaml"), join(fixture.directory, "linked/elsewhere.yaml"));
    mustBeRefused(await fixture.run(["apply", "--yes", "linked"]), /linked\/elsewhere\.yaml:1:1 .*link that leads out/);
    expect(fixture.server.arrived).toEqual([]);
  });

  it("one attribute in two files names both places", async () => {
    fixture.write("two/one.yaml", topic);
    fixture.write("two/two.yaml", topic);
    mustBeRefused(await fixture.run(["apply", "--yes", "two"]), /two\/two\.yaml:2:\d+ /, /two\/one\.yaml:2:\d+/);
    expect(fixture.server.arrived).toEqual([]);
  });

  it("all errors of all files come in one run", async () => {
    fixture.write("many/one.yaml", "topics:\n  a: { titel: A }\n");
    fixture.write("many/two.yaml", "topics:\n  b: { title: [] }\n");
    fixture.write("many/three.yaml", "groups: {\n");
    const ended = await fixture.run(["apply", "--yes", "many"]);
    mustBeRefused(ended, /many\/one\.yaml:2:8 /, /many\/two\.yaml:2:15 /, /many\/three\.yaml:2:1 /);
    expect(ended.stderr).toMatch(/\b[34] errors, 0 warnings/);
  });

  it("a path that is not there and a directory without files are named", async () => {
    mustBeRefused(await fixture.run(["apply", "--yes", "nowhere"]), "there is no nowhere");
    fixture.write("empty/readme.txt", "");
    mustBeRefused(await fixture.run(["apply", "--yes", "empty"]), /no \*\.yaml or \*\.yml file in empty/);
    expect(fixture.server.arrived).toEqual([]);
  });

  it("errors are machine-readable with --json: one document on stdout, and one a line on stderr", async () => {
    fixture.write("files/trueup.yaml", "topics:\n  a: { titel: A }\n");
    const { code, stdout, stderr } = await fixture.run(["plan", "--json", "files"]);
    const lines = stderr.trim().split("\n");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ valid: false });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { severity: "error", code: "schema.unknown", where: "files/trueup.yaml:2:8", address: "topic:a", attribute: "titel" },
    ]);
  });
});

describe("words on the command line that are wrong", () => {
  it.each([
    [["plan", "--no-such-option"], "--no-such-option"],
    [["plam"], "plam"],
    [["plan", "--format", "xml"], "xml"],
    [["plan", "--concurrency", "0"], "1"],
    [["apply", "--allow-delete", "grop", "--yes"], "grop"],
    [["apply", "--plan", "none.json", "--yes"], "none.json"],
    [["apply", "--plan", "none.json", "--target", "topic:x"], "--plan cannot be combined"],
  ])("%j is refused with a sentence", async (words, said) => {
    mustBeRefused(await fixture.run(words), said, "Error:");
    expect(fixture.server.arrived).toEqual([]);
  });
});
