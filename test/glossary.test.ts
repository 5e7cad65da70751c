import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const top = fileURLToPath(new URL("..", import.meta.url));
const source = join(top, "src");
const mostWords = 40;

interface Entry {
  readonly word: string;
  readonly instead: readonly string[];
}

/** What stands in the table below the heading Glossary of docs/ARCHITECTURE.md. */
const glossary: readonly Entry[] = (readFileSync(join(top, "docs/ARCHITECTURE.md"), "utf8").split("\n## Glossary\n")[1] ?? "")
  .split("\n## ", 1)
  .flatMap((section) => section.split("\n").filter((line) => line.startsWith("| ")))
  .slice(1)
  .map((line) => {
    const [, word = "", , instead = ""] = line.split("|").map((cell) => cell.replaceAll("`", "").trim());
    return { word, instead: instead === "" ? [] : instead.split(", ") };
  });

interface Exported {
  readonly name: string;
  readonly file: string;
  readonly isType: boolean;
}

const files: readonly string[] = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
  /(?<!\.gen)\.ts$/.test(name),
);
const exported: readonly Exported[] = files.flatMap((file) =>
  exportedBy(file, ts.createSourceFile(file, readFileSync(join(source, file), "utf8"), ts.ScriptTarget.Latest)),
);

function exportedBy(file: string, { statements }: ts.SourceFile): Exported[] {
  return statements.flatMap((one): Exported[] => {
    if (!ts.canHaveModifiers(one) || !ts.getModifiers(one)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) || ts.isClassDeclaration(one))
      return [{ name: one.name?.text ?? "", file, isType: true }];
    return ts.isFunctionDeclaration(one) ? [{ name: one.name?.text ?? "", file, isType: false }] : [];
  });
}

/** The words of a name: `ReadPlan`, `read-plan.ts` and `readPlan` have two. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

/** The words of the last column that a name has, in the singular or the plural. */
function hiding(name: string): string[] {
  const words = ` ${wordsOf(name).join(" ")} `;
  return glossary.flatMap(({ instead }) => instead.filter((one) => new RegExp(` ${one}(?:s|es)? `).test(words)));
}

describe("the glossary", () => {
  it(`has at most ${mostWords} words, each once`, () => {
    const words = glossary.map(({ word }) => word);
    expect(words.length).toBeGreaterThan(20);
    expect(words.length).toBeLessThanOrEqual(mostWords);
    expect(new Set(words).size).toBe(words.length);
  });

  it("has no word that the code does not use", () => {
    const used = new Set([...files.map((name) => basename(name)), ...exported.map(({ name }) => name)].flatMap(wordsOf));
    const isUsed = (word: string) =>
      word.split(/[ ,]+/).some((one) => [one, `${one}s`, `${one}ed`, one.replace(/y$/, "ies")].some((form) => used.has(form)));
    expect(glossary.map(({ word }) => word).filter((word) => !isUsed(word))).toEqual([]);
  });

  it("knows no other word for a thing in the name of a file", () => {
    expect(files.flatMap((name) => hiding(name).map((word) => `${name}: ${word}`))).toEqual([]);
  });

  it("knows no other word for a thing in the name of what a file exports", () => {
    // The emulator is the platform, which has words of its own: only the names of its types count.
    const counted = exported.filter(({ file, isType }) => isType || !file.startsWith("emulator/"));
    expect(counted.flatMap(({ name, file }) => hiding(name).map((word) => `${file} ${name}: ${word}`))).toEqual([]);
  });
});

describe("exported types", () => {
  it("have names of their own, but for the emulator, which knows none of ours", () => {
    const byName = new Map<string, string[]>();
    for (const { name, file, isType } of exported)
      if (isType && !file.startsWith("emulator/")) byName.set(name, [...(byName.get(name) ?? []), file]);
    expect([...byName].filter(([, places]) => places.length > 1)).toEqual([]);
  });
});
