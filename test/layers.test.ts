// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { everyFieldsOf } from "../src/core/kind.js";
import { directory } from "../src/kinds/directory.js";
import { kinds } from "../src/program/kinds.js";

const source = fileURLToPath(new URL("../src", import.meta.url));

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
const texts = new Map(files.map((name) => [name, readFileSync(join(source, name), "utf8")]));
const imports: readonly Import[] = files.flatMap((name) =>
  [...(texts.get(name) ?? "").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => ({
    from: name,
    to: relative(source, resolve(source, dirname(name), (match[1] ?? "").replace(/\.js$/, ".ts"))),
  })),
);
const folder = (name: string) => name.split("/")[0] ?? name;

interface Named {
  /** File and line. */
  readonly place: string;
  readonly text: string;
}

/** The texts that a source says as they are, and the names of properties of its objects and types: all but what it imports. */
function namesIn(name: string, source: string): Named[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found: Named[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const isName =
      ts.isIdentifier(node) && (isOfObject(node.parent) || ts.isPropertySignature(node.parent)) && node.parent.name === node;
    if (isName || ts.isStringLiteralLike(node))
      found.push({ place: `${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`, text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isOfObject(node: ts.Node): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment | ts.MethodDeclaration {
  return ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isMethodDeclaration(node);
}

describe("the layers", () => {
  it("have no cycles", () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const visit = (name: string, trail: readonly string[]): void => {
      if (trail.includes(name)) throw new Error(`cycle: ${[...trail, name].join(" -> ")}`);
      if (done.has(name)) return;
      for (const other of next.get(name) ?? []) visit(other, [...trail, name]);
      done.add(name);
    };
    for (const name of files) visit(name, []);
  });

  it("send requests from platform/ only: no other file takes an HTTP client", () => {
    const client = /from "(undici|node:https?)"|\bfetch\(/;
    const allowed = new Set(["platform", "emulator"]);
    expect(files.filter((name) => !allowed.has(folder(name)) && client.test(texts.get(name) ?? ""))).toEqual([]);
  });

  it("compare values in engine/forms/diff.ts only: nothing else takes deep-diff", () => {
    expect(files.filter((name) => (texts.get(name) ?? "").includes('"deep-diff"'))).toEqual(["engine/forms/diff.ts"]);
  });

  it("make placeholders only where the files, the planner, or a plan that is read says them", () => {
    const makers: Readonly<Record<string, readonly string[]>> = {
      ref: [
        "engine/plan/change-content.ts",
        "engine/plan/names.ts",
        "engine/plan/number-calls.ts",
        "engine/plan/parents.ts",
        "engine/plan/read-plan.ts",
      ],
      lookup: ["engine/plan/commits.ts", "engine/plan/names.ts", "engine/plan/read-plan.ts"],
      secret: [
        "core/secret-variables.ts",
        "derive/terraform/spec-of.ts",
        "desired/texts.ts",
        "engine/export/replica.ts",
        "engine/plan/read-plan.ts",
        "kinds/push-mirror.ts",
      ],
      file: [
        "desired/assets.ts",
        "desired/write/expressible.ts",
        "engine/live/pictures.ts",
        "engine/plan/read-plan.ts",
        "engine/export/replica.ts",
        "terraform/configured.ts",
      ],
      masked: [
        "convert/gitlab/values.ts",
        "engine/export/without-defaults.ts",
        "engine/plan/compare.ts",
        "engine/plan/read-plan.ts",
      ],
      picture: ["engine/plan/compare.ts", "engine/plan/read-plan.ts", "engine/live/resource-reader.ts"],
    };
    const takes = (text: string, name: string) =>
      [...text.matchAll(/import \{([^}]*)\} from "[^"]*placeholders\.js"/g)].some((match) =>
        (match[1] ?? "").split(",").some((one) => one.trim().split(" as ")[0] === name),
      );
    for (const [name, allowed] of Object.entries(makers))
      expect(files.filter((one) => takes(texts.get(one) ?? "", name)).sort(), name).toEqual([...allowed].sort());
    expect(files.filter((one) => /import \* as .*placeholders/.test(texts.get(one) ?? ""))).toEqual([]);
    expect(files.filter((one) => /\bextends Placeholder\b/.test(texts.get(one) ?? ""))).toEqual(["core/placeholders.ts"]);
  });

  it("find placeholders by their type: no text is searched for one", () => {
    const searches =
      /"\\?\$(?:ref|lookup|secret|file)\\?":?|["'`/]\{?\\?"\\?\$(?:ref|lookup|secret|file)|\["\$(?:ref|lookup|secret|file)"\]|"\$(?:ref|lookup|secret|file)" in /;
    const allowed = ["core/placeholders.ts", "engine/plan/read-plan.ts"];
    const planner = ["core", "engine", "desired", "program", "report", "convert"];
    const wrong = files.filter(
      (name) => planner.includes(folder(name)) && !allowed.includes(name) && name !== "core/file-schema.ts",
    );
    expect(wrong.filter((name) => searches.test((texts.get(name) ?? "").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")))).toEqual([]);
  });

  it("take the attributes of a member from fieldsOf only: what they are may depend on more than the kind", () => {
    const isKind = String.raw`(?:\b\w*[kK]ind|\bkindOf\([^()]*\)|\bkinds\.get\([^()]*\)|\bshapes?(?:\??\.?\[[^\]]*\])?|\b(?:parent|holder|under))`;
    const reads = [
      String.raw`${isKind}[?!]?\.(?:fields\b|\[?"fields")`,
      String.raw`\{[^{}]*\bfields\b[^{}]*\}: (?:Kind|Shape)\b`,
      String.raw`\{[^{}]*\bfields\b[^{}]*\} = ${isKind}[;,)]`,
      String.raw`kinds\.values\(\)\]?\)?\.\w+\(\(\{[^{}]*\bfields\b`,
    ].map((read) => new RegExp(read));
    const readers = files.filter((name) => reads.some((read) => read.test(texts.get(name) ?? "")));
    expect(readers).toEqual(["core/kind.ts", "core/release-facts.ts"]);
  });

  it("name no attribute in the engine: what it must know of one is a word", () => {
    const attributes = [...kinds.values()].flatMap(everyFieldsOf).flatMap((fields) => Object.keys(fields));
    const names = new Set([...attributes.filter((name) => name.includes("_")), "visibility", ...Object.keys(directory.lookups)]);
    const wrong = files
      .filter((name) => folder(name) === "engine")
      .flatMap((file) => {
        // A rule of a notice is called what it is about.
        const text = (texts.get(file) ?? "").replaceAll(/rule: "[^"]*"/g, "");
        return [...names].filter((name) => text.includes(`"${name}"`)).map((name) => `${file}: ${name}`);
      });
    expect(wrong).toEqual([]);
  });

  /** Words that mean something else there: a column of any reply, a command of other tools, the topic of a diagnostic, a parameter of the service that holds the requests, and a word of `${this:…}`. */
  const isAnotherWord = (file: string, word: string): boolean =>
    (["cli/api/render.ts", "program/ci/gitlab.ts", "program/ci/github.ts"].includes(file) && word === "environment") ||
    (file === "cli/other-tools.ts" && ["group", "project", "variable"].includes(word)) ||
    (file === "desired/variables/index.ts" && word === "variable") ||
    (file === "core/this-reference.ts" && word === "group");

  it("name a kind only in the kind's own file: what they must know of one is a word of it", () => {
    const knowNone = ["core", "desired", "engine", "platform", "report", "derive", "program", "terraform", "cli"];
    const wrong = files
      .filter((name) => [...knowNone, "trueup.ts", "validate.ts"].includes(folder(name)))
      .flatMap((name) => namesIn(name, texts.get(name) ?? "").filter(({ text }) => kinds.has(text) && !isAnotherWord(name, text)))
      .map(({ place, text }) => `${place}: ${text}`);
    expect(wrong).toEqual([]);
    const ownFiles = [...kinds.keys()].map((name) => `kinds/${name.replaceAll("_", "-")}.ts`);
    const takers = imports.filter(({ from, to }) => ownFiles.includes(to) && folder(from) !== "kinds");
    expect(takers, "a kind is taken from the registry").toEqual([]);
  });

  it("would find the name of a kind in whatever form it is written", () => {
    const text = [
      `import { group } from "../kinds/group.js";`,
      `type Holder = "group" | "project";`,
      "const topic = one.kind === `topic` || kinds.get('integration');",
      `const places = { project: 1, "appearance": 2, group };`,
      `interface Seeds { readonly approval_rule: number }`,
    ].join("\n");
    const found = namesIn("engine/a.ts", text).filter((one) => kinds.has(one.text));
    expect(found.map((one) => `${one.place} ${one.text}`)).toEqual([
      "engine/a.ts:2 group",
      "engine/a.ts:2 project",
      "engine/a.ts:3 topic",
      "engine/a.ts:3 integration",
      "engine/a.ts:4 project",
      "engine/a.ts:4 appearance",
      "engine/a.ts:4 group",
      "engine/a.ts:5 approval_rule",
    ]);
  });
});
