// @module-tag slow
import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { masked, secret } from "../../src/core/placeholders.js";
import type { AttributeChange, Plan } from "../../src/core/plan.js";
import { kinds } from "../../src/program/kinds.js";
import { renderPlan } from "../../src/report/index.js";
import { draws } from "../ring.js";
import { anyPlan } from "./arbitrary.js";
import { emptyPlan, refusedPlan, samplePlan } from "./sample.js";

const plain = { color: false, width: 120, kinds };

/** The lines of a plan that changes these attributes of one project. */
function linesOf(attributes: readonly AttributeChange[], look: { verbose?: boolean; width?: number } = {}): string[] {
  const change = { ...samplePlan.changes[3]!, attributes, kept: [], unverifiable: [] };
  const plan: Plan = { ...emptyPlan, changes: [change] };
  return renderPlan(plan, { ...plain, ...look })
    .split("\n")
    .slice(3, -3);
}

describe("a plan as text", () => {
  test("says once for each kind and status on how many things something could not be read, and names some", () => {
    const paths = ["a", "b", "c", "d", "e", "f"].map((name) => `acme/${name}`);
    const unread = [
      { kind: "hook", path: "acme/a", status: 500 },
      ...paths.map((path) => ({ kind: "label", path, status: 403 })),
    ];
    const lines = renderPlan({ ...emptyPlan, unread }, plain).split("\n");
    expect(lines.filter((line) => line.includes("hint:"))).toEqual([
      "  hint: 403: The user of the token lacks the role, or the token lacks the scope read_api or api.",
    ]);
    expect(lines.filter((line) => line.startsWith("Unread "))).toEqual([
      "Unread label  403  6 things: acme/a, acme/b, acme/c, acme/d, acme/e, …",
      "Unread hook  500  1 thing: acme/a",
    ]);
    expect(lines.at(-2)).toContain("; 7 unread");
  });

  test("on a wide terminal shows every change aligned, with the place that asks for it", () => {
    expect(renderPlan(samplePlan, plain))
      .toBe(`Instance https://platform.example.com, version 15.4.0, tier premium, dialect neutral

- delete topic:old
    title  Old

~ update appearance  settings.yaml:3:1
    logo         /uploads/logo.png (sha256 aaaaaaaa…) -> assets/logo.png (sha256 11111111…)  settings.yaml:4:3
    description  (text)                                                                      settings.yaml:5:3
        Welcome.
      - Write to help@example.com.
      + Ask in the chat.

> move group:acme/platform from acme/infra  groups.yaml:2:3
    name  Infra -> Platform  groups.yaml:3:5

+ create project:acme/new  projects.yaml:2:3
    path        acme/new                                                                             projects.yaml:2:3
    id          (known after apply)
    import_url  (secret from \${env:IMPORT_TOKEN}) (cannot be compared: the server never returns it)  projects.yaml:4:5

~ update project:acme/web  projects.yaml:10:3
    merge_method                         merge -> ff                                        projects.yaml:12:5
    topics                               + typescript  - go                                 projects.yaml:13:5
    container_expiration_policy.enabled  false -> true                                      projects.yaml:15:7
    description                          null  -> ""                                        projects.yaml:16:5
    issues_template                      Say what you saw. (kept)
    runners_token                        (cannot be compared: the server never returns it)  projects.yaml:17:5
~ update approval_rule:acme/web:Coverage {rule_type: report_approver}  projects.yaml:18:7
    approvals_required  1 -> 2  projects.yaml:19:9

^ restore project:acme/back  projects.yaml:20:3

Warning [tier.assumed]  projects.yaml:10:3
  the tier was not shown; premium is assumed
  project:acme/web

Plan: 1 to create, 3 to update, 1 to move, 1 to restore, 1 to delete; 12 unchanged. 8 calls; 14 requests to read.
`);
  });

  test("on a narrow terminal puts below what does not fit beside", () => {
    const text = renderPlan({ ...samplePlan, changes: samplePlan.changes.slice(3, 4) }, { color: false, width: 50, kinds });
    expect(text).toContain(`
    merge_method     merge -> ff
      at projects.yaml:12:5
`);
    expect(text).toContain(`
    container_expiration_policy.enabled
      false
      -> true
      at projects.yaml:15:7
`);
  });

  test("says the same with colours as without", () => {
    for (const plan of [samplePlan, emptyPlan, refusedPlan]) {
      const colored = renderPlan(plan, { color: true, width: 100, kinds });
      expect(colored).not.toBe(stripVTControlCharacters(colored));
      expect(stripVTControlCharacters(colored)).toBe(renderPlan(plan, { color: false, width: 100, kinds }));
    }
  });

  test("colours by action: the address bold, the place dim", () => {
    const colored = renderPlan(samplePlan, { color: true, width: 120, kinds });
    expect(colored).toContain(
      "\u001b[32m+ create\u001b[39m \u001b[1mproject:acme/new\u001b[22m  \u001b[2mprojects.yaml:2:3\u001b[22m",
    );
    expect(colored).toContain("\u001b[31m- delete\u001b[39m \u001b[1mtopic:old\u001b[22m");
    expect(colored).toContain("\u001b[31mmerge\u001b[39m \u001b[2m->\u001b[22m \u001b[32mff\u001b[39m");
  });

  test("an empty plan says in one line that there is nothing to do", () => {
    expect(renderPlan(emptyPlan, plain)).toMatch(/\n\nNothing to do: 12 things are as the files say\. 14 requests to read\.\n$/);
  });

  test("a refused plan shows each reason with its place and says that nothing will be applied", () => {
    expect(renderPlan(refusedPlan, { color: false, width: 80, kinds })).toContain(`
Refused [guard.max-deletes]  topics.yaml:30:1
  12 deletes are more than the 10 that are allowed; say --max-deletes 12 if that
  is meant
  topic:t1, topic:t2, topic:t3, topic:t4, topic:t5, topic:t6, topic:t7,
  topic:t8, topic:t9, topic:t10, and 2 more

Refused [tier]
  needs tier ultimate

- delete topic:old
    title  Old

Refused for 2 reasons, nothing will be applied: 0 to create, 0 to update, 1 to delete; 12 unchanged. 1 call; 14 requests to read.
`);
  });

  test("with verbose shows the calls, secrets still masked", () => {
    const text = renderPlan(samplePlan, { ...plain, verbose: true });
    expect(text).toContain("    c5  PUT /projects/42 {merge_method: ff}\n");
    expect(text).toContain(
      "    c3  POST /projects {path: new, import_url: (secret from ${env:IMPORT_TOKEN})} after c2, then wait for import\n",
    );
    expect(text).toContain(
      "    c8  PUT /projects/42/approval_rules/5 {approvals_required: 2}, then wait for branch protection\n",
    );
    expect(text).not.toContain("bot:");
  });
});

describe("values in a plan", () => {
  test("strings that look like something else stand in quotes", () => {
    const texts = ["true", "12", "", " x", "(none)", "a: b", "line\u0007", "plain words, here".replace(",", "")];
    const shown = texts.map((after) => linesOf([{ path: "p", before: 1, after }])[0]);
    expect(shown).toEqual(
      ['"true"', '"12"', '""', '" x"', '"(none)"', '"a: b"', '"line\\u0007"', "plain words here"].map(
        (text) => `    p  1 -> ${text}`,
      ),
    );
  });

  test("a masked live secret says no more than that it is one", () => {
    expect(linesOf([{ path: "p", before: masked(), after: secret("no reference: $${env:X}") }])).toEqual([
      "    p  (secret) -> (secret)",
    ]);
  });

  test("objects in sets are added and removed as a whole", () => {
    const before = [{ user: "alice", required_approvals: 1 }, { group: "a/b" }];
    expect(linesOf([{ path: "rules", before, after: [{ group: "a/b" }, { required_approvals: 2, user: "alice" }] }])).toEqual([
      "    rules  + {required_approvals: 2, user: alice}  - {user: alice, required_approvals: 1}",
    ]);
  });

  test("a list in another order is shown whole", () => {
    expect(linesOf([{ path: "order", before: ["a", "b"], after: ["b", "a"] }])).toEqual(["    order  [a, b] -> [b, a]"]);
  });

  test("a large set is shortened unless verbose", () => {
    const after = Array.from({ length: 30 }, (_, index) => index);
    expect(linesOf([{ path: "ids", before: [], after }]).join()).toMatch(/\+ 10 more$/);
    expect(linesOf([{ path: "ids", before: [], after }], { verbose: true }).join()).toContain("+ 29");
  });

  test("a long value is shortened with its length unless verbose", () => {
    const after = "x".repeat(500);
    expect(linesOf([{ path: "p", before: "y", after }], { width: 200 })).toEqual([
      `    p  y -> "${"x".repeat(80)}"… (500 characters)`,
    ]);
    expect(linesOf([{ path: "p", before: "y", after }], { verbose: true }).join()).toContain(after);
  });

  test("a text of many lines shows only what changes, with two lines around it", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
    const before = lines.join("\n");
    const after = lines.map((line) => (line === "line 10" ? "LINE 10" : line)).join("\n");
    expect(linesOf([{ path: "text", before, after }])).toEqual([
      "    text  (text)",
      "      … 7 unchanged lines",
      "        line 8",
      "        line 9",
      "      - line 10",
      "      + LINE 10",
      "        line 11",
      "        line 12",
      "      … 8 unchanged lines",
    ]);
  });

  test("a change of only the last line break can be seen", () => {
    const shown = linesOf([{ path: "text", before: "a\nb", after: "a\nb\n" }]);
    expect(shown.at(-1)).toBe("      … the line break at the end is added");
  });

  test("wide characters keep the columns straight", () => {
    const shown = linesOf([
      { path: "a", before: "日本", after: "x", source: "f:1:1" },
      { path: "b", before: "four", after: "y", source: "f:2:1" },
    ]);
    expect(shown).toEqual(["    a  日本 -> x  f:1:1", "    b  four -> y  f:2:1"]);
  });
});

describe("text from outside", { tags: ["slow"] }, () => {
  const looks = fc.record({ width: fc.integer({ min: 1, max: 200 }), verbose: fc.boolean() });

  test("never brings a control, bidirectional or invisible character to the terminal", () => {
    fc.assert(
      fc.property(anyPlan, looks, (plan, look) => {
        expect(renderPlan(plan, { ...look, color: false, kinds })).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: draws(300) },
    );
  });

  test("never changes our colours", () => {
    fc.assert(
      fc.property(anyPlan, looks, (plan, look) => {
        const colored = renderPlan(plan, { ...look, color: true, kinds });
        // oxlint-disable-next-line no-control-regex -- the colours that picocolors writes
        expect(colored.replace(/\u001b\[\d{1,2}m/g, "")).toBe(renderPlan(plan, { ...look, color: false, kinds }));
      }),
      { numRuns: draws(300) },
    );
  });

  test("never makes the last line anything but the summary", () => {
    fc.assert(
      fc.property(anyPlan, looks, (plan, look) => {
        const last = renderPlan(plan, { ...look, color: false, kinds })
          .split("\n")
          .at(-2);
        expect(last).toMatch(
          /^(Plan:|Nothing to do:|Refused for \d+ reasons?, nothing will be applied).* 14 requests to read\.$/,
        );
      }),
      { numRuns: draws(300) },
    );
  });

  test("of a secret's template shows only the references", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{12}$/), (password) => {
        const shown = linesOf([{ path: "p", after: secret(`${password}\${env:X}${password}`) }], { verbose: true }).join("\n");
        expect(shown).toContain("(secret from ${env:X})");
        expect(shown).not.toContain(password);
      }),
    );
  });
});
