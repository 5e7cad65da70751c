import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { canonicalJson } from "../../src/core/json.js";
import { formatter } from "../../src/desired/edit/format.js";
import { commentsOf } from "../../src/desired/edit/page.js";
import { loadDesired, readSource } from "../../src/desired/index.js";
import { kinds } from "../../src/program/kinds.js";
import { workspace } from "./workspace.js";

const format = formatter(kinds);

/** A text in its canonical form. */
function formatted(text: string, name = "a.yaml"): string {
  const directory = workspace({ [name]: text });
  return format(readSource({ absolute: path.join(directory, name), file: name, directory }, []));
}

it("sorts the keys that the format knows, and leaves names, lists and unknown keys in their order", () => {
  expect(
    formatted(`# Head.

projects:
    # About web.
    acme/web:
        merge_method: ff  # fast
        # Why it has a description.
        description: 'a "b"'
        later: 1
        earlier: 2
        labels: {zeta: '#f00', alpha: "#0f0"}
        topics: [b, a]
groups:
    "zeta": {visibility: 'private', name: Zeta}
    acme: { name: "yes" }

version: 1
# The end.
`),
  ).toBe(`# Head.

version: 1
groups:
  zeta: { name: Zeta, visibility: private }
  acme: { name: "yes" }

projects:
  # About web.
  acme/web:
    # Why it has a description.
    description: a "b"
    topics: [b, a]
    merge_method: ff # fast
    labels: { zeta: "#f00", alpha: "#0f0" }
    later: 1
    earlier: 2

# The end.
`);
});

it("quotes only what needs quotes, keeps blocks of text, and shows odd characters as escapes", () => {
  expect(
    formatted(`topics:
  a:
    title: 'plain text'
    description: "two\\nlines"
  'b':
    title: "\\u202e"
    description: >-
      folded text
      on two lines
  c:
    title: '12'
    description: |
      one
        two
`),
  ).toBe(`topics:
  a:
    title: plain text
    description: "two\\nlines"
  b:
    title: "\\u202e"
    description: >-
      folded text on two lines
  c:
    title: "12"
    description: |
      one
        two
`);
});

it("puts in single quotes what has escapes in double ones, unless it needs them there, too", () => {
  const lines = (texts: readonly string[]) => `topics:\n${texts.map((text, at) => `  t${at}: { title: ${text} }\n`).join("")}`;
  const before = ['"^[A-Z]+-\\\\d+ "', '"say \\"yes\\""', `"# it's \\\\d"`, '"tab\\t\\\\"', "'plain'", '"# none"'];
  const after = [`'^[A-Z]+-\\d+ '`, `say "yes"`, `"# it's \\\\d"`, '"tab\\t\\\\"', "plain", '"# none"'];
  expect(formatted(lines(before))).toBe(lines(after));
  expect(formatted(lines(after))).toBe(lines(after));
});

it.each([
  [
    "a file with anchors keeps its order",
    "projects:\n  acme/a: &a\n    visibility: private\n    description: a\n  acme/b: *a\ngroups: {}\n",
  ],
  ["an editor's comment stays at the top", "# yaml-language-server: $schema=x.json\n\nversion: 1\n"],
  ["an empty file", ""],
  ["a file of comments", "# nothing\n"],
])("%s", (_, text) => {
  expect(formatted(text)).toBe(text);
});

it("moves no comment for an editor, keeps line ends, and leaves JSON as it is", () => {
  expect(formatted("# yaml-language-server: $schema=x.json\ngroups: {}\nversion: 1\n")).toBe(
    "# yaml-language-server: $schema=x.json\nversion: 1\ngroups: {}\n",
  );
  expect(formatted("groups: {}\r\nversion:   1\r\n")).toBe("version: 1\r\ngroups: {}\r\n");
  expect(formatted('{"groups":{},"version":1}', "a.json")).toBe('{"groups":{},"version":1}');
});

const examples = readdirSync("examples", { recursive: true, encoding: "utf8" }).filter(
  (name) => /^(?:acme|everyday|kinds|policies)\/.*\.yaml$/.test(name) && path.basename(name) !== "trueup.yaml",
);

it.each(examples)(
  "examples/%s says the same in its canonical form, with all comments, and the second time nothing changes",
  async (name) => {
    const text = readFileSync(path.join("examples", name), "utf8");
    const after = formatted(text);
    expect(formatted(after)).toBe(after);
    expect(
      commentsOf(after)
        .map(({ text: comment }) => comment)
        .sort(),
    ).toEqual(
      commentsOf(text)
        .map(({ text: comment }) => comment)
        .sort(),
    );
    const absolute = path.resolve("examples", name);
    const load = async (content: string) => {
      const { state, diagnostics } = await loadDesired([absolute], {
        kinds,
        cwd: path.resolve("."),
        env: {},
        overlay: new Map([[absolute, content]]),
      });
      const resources = state.resources.map(({ address, spec, ensure }) => canonicalJson({ address, spec, ensure }));
      return { resources, problems: diagnostics.map(({ rule, address = "" }) => `${rule} ${address}`).sort() };
    };
    expect(await load(after)).toEqual(await load(text));
  },
);

it("leaves a comment beside a key, and a comment for editors right above the first key", () => {
  const text = `# yaml-language-server: $schema=trueup.schema.json
#
# All that Acme has.
version: 1

groups: # by their full paths
  acme: { name: Acme }

projects:
  acme/web:
    topics: # in their order
      - b
      - a
    labels: # one for each team
      # It comes first.
      zeta: { color: "#f00" }
`;
  expect(formatted(text)).toBe(text);
});

it("keeps comments at the end of brackets within brackets, however deep", () => {
  const text = `projects:
  acme/two: {
    approval_rules: {
      One: {
        users: [
          "carol", # c

        ]
      }, # d
    },

  }
`;
  const once = formatted(text);
  expect(once).toContain("# c\n");
  expect(once).toContain("# d\n");
  expect(formatted(once)).toBe(once);
});
