import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Declaration } from "../../src/core/declaration.js";
import { oddCharacter } from "../../src/core/inert-text.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { secret } from "../../src/core/placeholders.js";
import {
  attributeLines,
  bodyLines,
  entryLines,
  flowText,
  indented,
  type BodyContext,
  type Nested,
} from "../../src/desired/write/body.js";
import { kinds } from "../../src/program/kinds.js";
import { anyText } from "./declarations.js";

const context: BodyContext = { kinds, directory: "" };

function nested(declaration: Partial<Declaration> & Pick<Declaration, "kind">, children: readonly Nested[] = []): Nested {
  return { declaration: { address: "", spec: {}, remarks: [], ...declaration }, children };
}

function project(spec: JsonObject, children: readonly Nested[] = []): Nested {
  return nested({ kind: "project", path: "acme/web", spec }, children);
}

describe("the lines of a body", () => {
  it("read as people write: plain words, lists on a line, long texts as they are, children in their places", () => {
    const lines = bodyLines(
      project(
        {
          description: "Sells anvils, by post: to everybody",
          topics: ["payments", "typescript"],
          merge_commit_template: "%{title}\n\nMerged as %{reference}.\n",
          ci_config_path: "ci/main.yml",
          build_timeout: 3600,
          container_expiration_policy: { enabled: true, name_regex: ".*" },
          shared_with_groups: [
            { group: "acme/platform/release", access_level: "developer" },
            { group: "acme/security", access_level: "reporter" },
          ],
          default_branch: null,
        },
        [
          nested({ kind: "integration", key: "pumble", spec: { webhook: secret("${env:CHAT}") } }),
          nested({
            kind: "approval_rule",
            key: "Any: of us",
            remarks: ["One of its users is blocked.\nAnother is gone."],
            spec: { approvals_required: 1, users: [] },
          }),
          nested({ kind: "approval_settings" }),
        ],
      ),
      context,
    );
    expect(lines.join("\n")).toBe(
      `
description: "Sells anvils, by post: to everybody"
topics: [payments, typescript]
merge_commit_template: |
  %{title}

  Merged as %{reference}.
ci_config_path: ci/main.yml
build_timeout: 3600
container_expiration_policy:
  enabled: true
  name_regex: .*
shared_with_groups:
  - { group: acme/platform/release, access_level: developer }
  - { group: acme/security, access_level: reporter }
default_branch: null
approval_settings: {}
approval_rules:
  # One of its users is blocked. Another is gone.
  "Any: of us":
    approvals_required: 1
    users: []
integrations:
  pumble:
    webhook: \${env:CHAT}
`.trim(),
    );
  });

  it("of an empty body are {}, beside its name", () => {
    expect(bodyLines(project({}), context)).toEqual(["{}"]);
    expect(entryLines("acme/web", project({}), context)).toEqual(["acme/web: {}"]);
  });

  it("break a list that is long into one item a line, and an entry that is long into one attribute a line", () => {
    const long = Array.from({ length: 12 }, (_, index) => `a-rather-long-topic-${index}`);
    expect(attributeLines("topics", long)).toEqual(["topics:", ...long.map((name) => `  - ${name}`)]);
    const entry = { group: "g/".repeat(50), access_level: "developer" };
    expect(attributeLines("shared_with_groups", [entry, { access_level: "maintainer" }])).toEqual([
      "shared_with_groups:",
      `  - group: ${entry.group}`,
      "    access_level: developer",
      "  - access_level: maintainer",
    ]);
  });

  it("indent by the step of a file, but for what a dash holds", () => {
    const items = [{ rule: { roles: ["x".repeat(60), "y".repeat(60)] }, note: "one\ntwo" }];
    expect(attributeLines("rules", items, 4)).toEqual([
      "rules:",
      "    - rule:",
      "          roles:",
      `              - ${"x".repeat(60)}`,
      `              - ${"y".repeat(60)}`,
      "      note: |-",
      "          one",
      "          two",
    ]);
  });

  it("bring back any text, whatever stands in it, as a value, an item and a key", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const inside: Json = { [`k${text}`]: text, list: [text, "x"], entries: [{ one: text, two: text }, { one: text }] };
        const lines = [...attributeLines("value", text), ...attributeLines("deep", inside), `flow: ${flowText(inside)}`];
        expect(parse(lines.join("\n"), { version: "1.2", schema: "core", prettyErrors: false })).toEqual({
          value: text,
          deep: inside,
          flow: inside,
        });
      }),
      { numRuns: 500 },
    );
  });

  it("are at most 120 characters wide, indented as deep as in files, where they can be broken without another value", () => {
    const words = fc.array(fc.oneof(anyText, fc.stringMatching(/^[a-z#:'"-]{1,30}$/)), { maxLength: 40 });
    const long = words.map((parts) => parts.join(" "));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z_]{1,20}$/), long, fc.array(long), (name, text, list) => {
        const value: Json = { [name]: text, list, entries: [{ one: text, two: text }] };
        const lines = indented(attributeLines("value", value), 12);
        expect(parse(lines.join("\n"), { version: "1.2", schema: "core", prettyErrors: false })).toEqual({ value });
        const canBreak = (one: string): boolean => one.length > 120 && /[^\s"] [^\s"]/.test(one.slice(50));
        const isWhole = (one: string): boolean => /^[^\n]*\n|^\s|\s$|[^\P{C}\n\t]/u.test(one) || oddCharacter.test(one);
        if (![text, ...list].some(isWhole)) expect(lines.filter(canBreak)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("fold a text that is too long for its line at single blanks, and a second writing is the same", () => {
    const text = `${"Sells anvils  by post: ".repeat(8)}to everybody`;
    const lines = attributeLines("description", text);
    expect(lines).toEqual([
      "description: >-",
      "  Sells anvils  by post: Sells anvils  by post: Sells anvils  by post: Sells anvils  by post: Sells",
      "  anvils  by post: Sells anvils  by post: Sells anvils  by post: Sells anvils  by post: to everybody",
    ]);
    expect(parse(lines.join("\n"))).toEqual({ description: text });
    expect(attributeLines("description", `${text}\n`)[0]).toBe("description: >");
    expect(attributeLines("name_regex", "a".repeat(150))).toEqual([`name_regex: ${"a".repeat(150)}`]);
  });

  it("fold a text that fits on a line, but not beside its key in quotes", () => {
    const text = `${"Sells anvils by post: ".repeat(3)}"all of them"`;
    expect(attributeLines("terms", text)).toEqual([`terms: '${text}'`]);
    expect(attributeLines("external_authorization_classification_label", text)).toEqual([
      "external_authorization_classification_label: >-",
      `  ${text}`,
    ]);
  });

  it("mean the same to readers of YAML 1.1, to whom yes and 12:30 are no texts", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parse(attributeLines("value", text).join("\n"), { version: "1.1", prettyErrors: false })).toEqual({ value: text });
      }),
      { numRuns: 400 },
    );
  });

  it("show no character that cannot be seen: control characters and those that turn text around are escapes", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(attributeLines("value", text).join("")).not.toMatch(/[^\P{Cc}\t]|[\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\uFEFF]/u);
      }),
    );
  });

  it("keep a remark a comment, whatever name it quotes", () => {
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const remark = `${texts.join(" ")}\nyaml-language-server: $$schema=https://example.com`;
        const lines = entryLines(
          "acme/web",
          { ...project({}), declaration: { ...project({}).declaration, remarks: [remark] } },
          context,
        );
        expect(parse(lines.join("\n"))).toEqual({ "acme/web": {} });
        expect(lines.join("\n")).not.toContain("$schema");
      }),
    );
  });
});
