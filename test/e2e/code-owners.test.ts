import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "ultimate",
    seed: {
      users: [{ username: "alice" }, { username: "bob.b" }],
      groups: ["acme", "acme/platform", "solo"].map((full_path) => ({ full_path })),
      projects: ["acme/web", "acme/api"].map((path_with_namespace) => ({ path_with_namespace, branches: ["main"] })),
    },
  });
});
afterAll(async () => fixture.close());
beforeEach(() => fixture.server.forget());

interface Told {
  readonly rule: string;
  readonly message: string;
  readonly addresses: readonly string[];
  readonly source: string;
}

/** What a plan says of owners in a file of one project. */
async function told(owners: string, file = "CODEOWNERS", more = ""): Promise<readonly Told[]> {
  fixture.write("files/owners", owners);
  const body = `repository_files: { "${file}": { from: owners } }`;
  fixture.write("files/trueup.yaml", `${more}projects:\n  acme/web:\n    ${body}\n`);
  const { code, stdout, stderr } = await fixture.run(["plan", "files", "--format", "json"]);
  expect(code, stdout + stderr).toBe(0);
  return (JSON.parse(stdout) as { warnings: Told[] }).warnings.filter(({ rule }) => rule === "repository-file.owner");
}

const lookups = () => fixture.server.arrived.filter(({ path }) => /nobody/.test(decodeURIComponent(path)));

describe("an owner whom nobody knows", () => {
  it.each(["CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"])("is told with the line of %s", async (file) => {
    expect(await told("# Owners\n\n* @alice @nobody\n", file)).toEqual([
      {
        rule: "repository-file.owner",
        message: `line 3 of ${file} names @nobody, but there is no user or group nobody that this token may see: the server ignores the owner`,
        addresses: [`repository_file:acme/web:${file}`],
        source: `files/trueup.yaml:3:${file.length + 31}`,
      },
    ]);
  });

  it("is a group if the name has a slash, and is told once for all its lines", async () => {
    const text = "* @acme/nobody\n[Docs] @acme/nobody\n/docs/ @acme/platform @acme/nobody\n";
    expect((await told(text)).map(({ message }) => message)).toEqual([
      "lines 1, 2, 3 of CODEOWNERS name @acme/nobody, but there is no group acme/nobody that this token may see: the server ignores the owner",
    ]);
  });

  it("is looked up once for all files of a plan", async () => {
    const files = '{ CODEOWNERS: { content: "* @nobody\\na @nobody" } }';
    const bodies = ["web", "api"].map((name) => `  acme/${name}: { repository_files: ${files} }\n`).join("");
    fixture.write("files/trueup.yaml", `projects:\n${bodies}`);
    const { stdout } = await fixture.run(["plan", "files"]);
    expect(stdout).toContain("lines 1, 2 of CODEOWNERS name @nobody, but there is no user or group nobody");
    expect(lookups().map(({ method }) => method)).toEqual(["GET", "GET"]);
  });
});

describe("no owner is told", () => {
  it.each([
    ["users and groups that are live", "* @alice @bob.b @solo @acme/platform @Alice\n"],
    ["e-mail addresses and roles", "* nobody@example.com @@maintainer @@developers\n"],
    [
      "patterns, comments and headings",
      "/@nobody/ @alice # @nobody\n# @nobody\n^[@nobody][2] @alice\n@nobody\npath\\ @nobody @alice\n",
    ],
    ["punctuation behind a name", "* @alice, @acme/platform/.\n"],
  ])("of %s", async (_, text) => {
    expect(await told(text)).toEqual([]);
  });

  it("of a group that the plan makes, at any branch of the file", async () => {
    expect(await told("* @acme/new\n", "CODEOWNERS", "groups: { acme/new: { name: New } }\n")).toEqual([]);
    expect(await told("* @acme/nobody\n", "CODEOWNERS@main")).toHaveLength(1);
  });

  it.each(["src/CODEOWNERS", "CODEOWNERS.md", "codeowners"])("of %s, which the server does not read", async (file) => {
    expect(await told("* @nobody\n", file)).toEqual([]);
    expect(lookups()).toEqual([]);
  });
});
