// @module-tag slow
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeDefaultWord } from "../../src/core/default-value.js";
import type { Plan } from "../../src/core/plan.js";
import { thisWords, wordsFor } from "../../src/core/this-reference.js";
import { escapeLiteral } from "../../src/desired/secrets.js";
import { acme, planned, project, type Shown } from "../engine/in-memory.js";

const runs = Number(process.env["TRUEUP_LAW_RUNS"] ?? 30);

/** Names as anybody may give them, most of which mean something elsewhere. */
const hostile = [
  "$default",
  "$$default",
  "${env:SECRET}",
  "${this:path}",
  "$${this:id}",
  "${var:x}",
  "a\nb",
  "../..",
  "$",
  "{this:path}",
  "é: #",
];
const name = fc
  .oneof(fc.constantFrom(...hostile), fc.string({ minLength: 1, maxLength: 8 }))
  .filter((text) => text.trim() === text && text !== "");

/** A text by its parts: words, and what stands between them. */
const part = fc.oneof(
  fc.constantFrom(...thisWords).map((word) => ({ word })),
  fc.constantFrom("of ", " ", "$${this:path}", "${HOME}", "x-", "}", "$default").map((text) => ({ text })),
);
const template = fc.array(part, { minLength: 1, maxLength: 5 }).filter((parts) => parts.some((one) => "word" in one));
type Template = typeof template extends fc.Arbitrary<infer T> ? T : never;

/** A project: its path, the name that is declared or live, and which of the two. */
const place = fc.record({
  path: fc.constantFrom("acme/web", "acme/api", "acme/team/web", "acme/team/docs"),
  name: fc.option(name, { nil: undefined }),
  isDeclared: fc.boolean(),
  isLive: fc.boolean(),
});
const places = fc.uniqueArray(place, { minLength: 1, maxLength: 4, selector: ({ path }) => path });
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never;

const written = (parts: Template): string => parts.map((one) => ("word" in one ? `\${this:${one.word}}` : one.text)).join("");

/** What a text reads as for a project, as a person would expand it. */
function expanded(parts: Template, { path, name: called = path.split("/").at(-1) }: Place): string {
  const words = wordsFor(path, called);
  return parts.map((one) => ("word" in one ? (words[one.word] ?? "") : one.text.replaceAll("$${", "${"))).join("");
}

/** How a file says a text as it is. */
const literal = (text: string): string => escapeDefaultWord(escapeLiteral(text));

function body(topic: string, description: string, value: string, content: string, more: object = {}): object {
  return {
    description,
    topics: { add: [topic] },
    variables: { ABOUT: { value } },
    repository_files: { CODEOWNERS: { content: `For ${content}\n`, ...more } },
  };
}

const own = ({ name: called, isDeclared }: Place): object =>
  called === undefined || !isDeclared ? {} : { name: literal(called) };
const isThere = ({ isDeclared, isLive }: Place): boolean => isDeclared || isLive;

function liveOf({ path, name: called, isLive }: Place, index: number): Shown[] {
  const shown = {
    spec: {
      name: called ?? path.split("/").at(-1) ?? "",
      archived: false,
      default_branch: "main",
      description: null,
      topics: [],
    },
  };
  return isLive ? [project(path, index + 10, shown)] : [];
}

/** What a plan does, whatever line says it. */
function done({ changes, calls }: Omit<Plan, "stats">): unknown {
  const what = changes.map(({ address, action, attributes }) => ({
    address,
    action,
    attributes: attributes.map(({ path, before, after }) => ({ path, before, after })),
  }));
  return { what, bodies: calls.map(({ method, path, body: sent }) => ({ method, path, sent })) };
}

const team: Shown = { kind: "group", path: "acme/team", id: 3, spec: { name: "team", visibility: "private" } };
const onServer = { ids: { main: 1 } };

/** A name that ends with the mark which begins a text of its own behind it. */
const found: [Place[], Template, Template] = [
  [{ path: "acme/web", name: "$", isDeclared: false, isLive: true }],
  [{ word: "name" }, { text: "${HOME}" }, { text: "of " }],
  [{ word: "full_path" }, { text: "of " }],
];

describe("a text that says ${this:…}", () => {
  it("plans what bodies with the expanded texts plan, whatever anything is called", async () => {
    await fc.assert(
      fc.asyncProperty(places, template, template, async (all, about, other) => {
        const there = all.filter(isThere);
        const live = [acme, team, ...there.flatMap(liveOf)];
        const said = body("of-${this:path}", written(about), written(other), written(other), { template: true });
        const short = {
          policies: { this: { projects: ["acme/**"], undeclared: "include", set: said } },
          projects: Object.fromEntries(there.filter(({ isDeclared }) => isDeclared).map((one) => [one.path, own(one)])),
        };
        const long = {
          projects: Object.fromEntries(
            there.map((one) => {
              const texts = [about, other].map((parts) => literal(expanded(parts, one)));
              return [
                one.path,
                {
                  ...own(one),
                  ...body(`of-${wordsFor(one.path, "").path}`, texts[0] ?? "", texts[1] ?? "", expanded(other, one)),
                },
              ];
            }),
          ),
        };
        const one = await planned(short, live, onServer).then(done, String);
        expect(one).toEqual(await planned(long, live, onServer).then(done, String));
      }),
      { numRuns: runs, examples: [found] },
    );
  });
});
