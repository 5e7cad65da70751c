import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileDiagnostic } from "../../src/core/errors.js";
import { renderDiagnostics } from "../../src/report/index.js";
import { draws } from "../ring.js";
import { hostileText } from "./arbitrary.js";

const at = (line: number, column: number) => ({ file: "projects.yaml", line, column });
const visibility: FileDiagnostic = {
  severity: "error",
  rule: "schema.enum",
  origin: at(3, 17),
  address: "project:acme/web",
  attribute: "visibility",
  message: '"intrnal" is not a visibility',
  allowed: 'must be one of private, internal, public (did you mean "internal"?)',
};
const deprecated: FileDiagnostic = {
  severity: "warning",
  rule: "deprecated",
  origin: at(6, 5),
  message: "is deprecated",
  related: [at(1, 1)],
};

const file = (lines: readonly string[]): ReadonlyMap<string, string> => new Map([["projects.yaml", lines.join("\n")]]);
const lines = ["projects:", "  acme/web:", "    visibility: intrnal", "    topics: [a]", "", "    old: 1", ""];

describe("problems of the files", () => {
  test("each say where, what is wrong and what is allowed, with the lines of the file", () => {
    expect(renderDiagnostics([visibility, deprecated], { color: false, frames: file(lines) }))
      .toBe(`projects.yaml:3:17  project:acme/web.visibility  "intrnal" is not a visibility  must be one of private, internal, public (did you mean "internal"?)  [schema.enum]
    1 | projects:
    2 |   acme/web:
  > 3 |     visibility: intrnal
      |                 ^
    4 |     topics: [a]
    5 |

projects.yaml:6:5  warning: is deprecated  [deprecated]
    4 |     topics: [a]
    5 |
  > 6 |     old: 1
      |     ^
  see also projects.yaml:1:1

1 error, 1 warning
`);
  });

  test("without the files' texts are one line each", () => {
    expect(renderDiagnostics([visibility, { ...deprecated, related: [] }], { color: false }).split("\n")).toHaveLength(5);
  });

  test("that say the same in many places are shown twenty times, and counted", () => {
    const many = Array.from({ length: 3000 }, (_, index) => ({ ...visibility, origin: at(index + 1, 1) }));
    const text = renderDiagnostics([...many, deprecated], { color: false });
    expect(text.match(/^projects\.yaml:\d+:1 .*not a visibility/gm)).toHaveLength(20);
    expect(text.split("\n").slice(20)).toEqual([
      "projects.yaml:6:5  warning: is deprecated  [deprecated]",
      "  see also projects.yaml:1:1",
      'and 2980 more of: "intrnal" is not a visibility  (trueup validate --format json has all)  [schema.enum]',
      "",
      "3000 errors, 1 warning",
      "",
    ]);
  });

  test("in no number are no text", () => {
    expect(renderDiagnostics([], { color: true })).toBe("");
  });

  test("outside the file have no frame", () => {
    const text = renderDiagnostics([{ ...visibility, origin: at(99, 1) }], { color: false, frames: file(lines) });
    expect(text).not.toContain(" | ");
  });

  test("say the same with colours as without", () => {
    const look = { frames: file(lines) };
    const colored = renderDiagnostics([visibility, deprecated], { ...look, color: true });
    expect(colored).toContain("\u001b[31m");
    expect(stripVTControlCharacters(colored)).toBe(renderDiagnostics([visibility, deprecated], { ...look, color: false }));
  });
});

describe("a code frame", () => {
  test("points at the column also behind tabs and wide characters", () => {
    const problem = { ...visibility, origin: at(1, 5) };
    const text = renderDiagnostics([problem], { color: false, frames: file(["\t日: x"]) });
    expect(text).toContain("\n  > 1 |   日: x\n      |       ^\n");
  });

  const secrets = [
    { title: "under a name that sounds secret", hidden: ["    runners_token: hunter2"] },
    { title: "in quotes", hidden: ['    "password": "hunter2"  # hunter2'] },
    { title: "in a flow mapping", hidden: ["    slack: { webhook: hunter2, channel: hunter2 }"] },
    { title: "in a block of lines", hidden: ["    private_key: |", "      hunter2", "", "      hunter2"] },
    { title: "that begins on the next line", hidden: ["    api_key:", "      hunter2"] },
    { title: "next to a reference", hidden: ["    token: ${env:USER}hunter2"] },
    { title: "as the login of a URL", hidden: ["    mirror: https://bot:hunter2@example.com/x.git"] },
  ];
  test.each(secrets)("does not show a secret $title", ({ hidden }) => {
    const all = ["a:", ...hidden, "    visibility: intrnal", "    b: 1"];
    const number = hidden.length + 2;
    const text = renderDiagnostics([{ ...visibility, origin: at(number, 5) }], { color: false, frames: file(all) });
    expect(text).toContain("visibility: intrnal");
    expect(text).toContain("(hidden)");
    expect(text).not.toContain("hunter2");
    expect(text).toContain("b: 1");
  });

  test("does not show the value that a rule about secrets complains about", () => {
    const problem = { ...visibility, rule: "secret.literal", origin: at(2, 5) };
    const text = renderDiagnostics([problem, visibility], { color: false, frames: file(["a:", "  pin: hunter2", "  c: d"]) });
    expect(text).toContain("  pin: (hidden)");
    expect(text).not.toContain("hunter2");
  });

  test("shows references, flags and numbers under such names", () => {
    const all = ["  token: ${env:TOKEN}", "  ci_job_token_scope_enabled: true", "  token_expires_days: 30"];
    const text = renderDiagnostics([{ ...visibility, origin: at(2, 1) }], { color: false, frames: file(all) });
    for (const line of all) expect(text).toContain(line);
  });

  test("never brings a control character to the terminal", () => {
    const problem = fc.record({
      severity: fc.constantFrom("error" as const, "warning" as const),
      rule: hostileText,
      origin: fc.record({
        file: fc.constantFrom("projects.yaml", "x\u001b[2J"),
        line: fc.integer({ min: 1, max: 9 }),
        column: fc.nat(400),
      }),
      address: hostileText,
      message: hostileText,
      allowed: hostileText,
    });
    fc.assert(
      fc.property(fc.array(problem, { maxLength: 4 }), fc.array(hostileText, { maxLength: 8 }), (problems, text) => {
        const rendered = renderDiagnostics(problems, { color: false, frames: file(text) });
        expect(rendered).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: draws(300) },
    );
  });
});
