import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Fields } from "../src/core/fields.js";
import { allFields } from "../src/core/kind.js";
import { kinds } from "../src/program/kinds.js";

const top = fileURLToPath(new URL("..", import.meta.url));
const check = "../scripts/prose/check.mjs";
const { checkedPages, faultsIn, pagesToRewrite } = (await import(check)) as {
  readonly checkedPages: (top: string, list: (folder: string) => readonly string[]) => readonly string[];
  readonly faultsIn: (
    text: string,
  ) => Promise<readonly { readonly line: number; readonly rule: string; readonly message: string }[]>;
  readonly pagesToRewrite: () => readonly string[];
};

function descriptionsOf(fields: Fields): readonly string[] {
  return Object.values(fields).flatMap(({ description, item, fields: inner }) => [
    description,
    ...(item ? descriptionsOf({ item }) : []),
    ...(inner ? descriptionsOf(inner) : []),
  ]);
}

const pages = checkedPages(top, (folder) => readdirSync(folder));
const faultsOf = async (page: string) => faultsIn(readFileSync(join(top, page), "utf8"));

describe("hand-written pages", () => {
  it.each(pages)("%s is in plain English, by our rules", async (page) => {
    expect((await faultsOf(page)).map(({ line, message }) => `${page}:${line} ${message}`)).toEqual([]);
  });

  it.each(pagesToRewrite())("%s waits to be written anew: a page without faults leaves the list", async (page) => {
    expect((await faultsOf(page)).length).toBeGreaterThan(0);
  });
});

describe("descriptions of attributes, and what to know of a kind", () => {
  it.each([...kinds.values()])("$name are in plain English, by our rules", async (kind) => {
    const texts = new Set([kind.description, kind.key?.description ?? "", ...descriptionsOf(allFields(kind))]);
    for (const sentence of Object.keys(kind.oddities ?? {})) texts.add(sentence);
    for (const shape of Object.values(kind.shapes ?? {})) for (const text of descriptionsOf(shape.fields)) texts.add(text);
    // One page for all: each text is a paragraph of its own.
    const page = [...texts].map((text) => text.replaceAll(/[<*|_`]/g, String.raw`\$&`)).join("\n\n");
    expect((await faultsIn(page)).map(({ message }) => message)).toEqual([]);
  });
});

describe("our rules", () => {
  const rulesFor = async (text: string) => (await faultsIn(text)).map(({ rule }) => rule);

  it("find sentences that are too long, and count code as one word", async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");
    expect(await rulesFor(`The ${words(29)}.`)).toEqual([]);
    expect(await rulesFor(`The ${words(30)}.`)).toEqual(["sentence-length"]);
    expect(await rulesFor(`The \`${words(60)}\` ends.`)).toEqual([]);
  });

  it("find sentences without a subject, and let questions stand", async () => {
    expect(await rulesFor("Who makes a group of this sort is its owner afterwards.")).toContain("subject-first");
    expect(await rulesFor("What does the server do with it if it is not there?")).not.toContain("subject-first");
  });

  it("find words that we do not use, in tables and headings too, and not in code", async () => {
    expect(await rulesFor("# What hangs on a group")).toEqual(["unused-words"]);
    expect(await rulesFor("| a | b |\n|---|---|\n| the rule hangs on it | x |")).toEqual(["unused-words"]);
    expect(await rulesFor("Write `hangs on` there.")).toEqual([]);
  });

  it("let the table of npm run coverage be, and keep the numbers of lines after it", async () => {
    const text =
      "<!-- coverage: begin (npm run coverage) -->\n| GET | what hangs on it |\n<!-- coverage: end -->\nIt hangs on it.\n";
    expect((await faultsIn(text)).map(({ line }) => line)).toEqual([4]);
  });
});
