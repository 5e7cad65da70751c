import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { isObject } from "../../src/core/json.js";
import { kinds } from "./kinds.js";

const sources = fileURLToPath(new URL("../../src", import.meta.url));

/** Whose words kinds are written in: the name of an interface, and the files that declare it. */
const interfaces = {
  Kind: ["core/kind-data.ts"],
  Field: ["core/types/field.ts"],
  FieldOptions: ["core/types/field.ts", "core/fields.ts", "core/release-words.ts"],
  Key: ["core/kind-data.ts"],
  ParentPlace: ["core/kind-data.ts"],
  Routes: ["core/kind-data.ts"],
  Links: ["core/fields.ts"],
} as const;

/** Interfaces whose words another one inherits. */
const inherited: Readonly<Record<string, readonly string[]>> = { FieldOptions: ["FieldFacts", "Dates"] };

/** Where schemas, pages, HCL, resources of Terraform and the attributes that only facts know are made of kinds. */
const deriving = ["derive", "facts", "terraform", "convert", "core/types", "core/file-schema.ts", "core/kinds-on.ts"];

/** Carries a type, and is never set. */
const phantom = "valueType";

/** Words that fewer than three kinds use, and that nothing is derived from: each is to become behaviour of its kinds (`core/behaviour.ts`). None may be added. */
const left = new Set(["countsBelow", "covers", "sameBy", "with"].map((word) => `Key.${word}`));

function wordsOf(name: keyof typeof interfaces): string[] {
  return interfaces[name].flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(sources, file), "utf8"), ts.ScriptTarget.Latest, true);
    const words: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isInterfaceDeclaration(node) && [name, ...(inherited[name] ?? [])].includes(node.name.text))
        words.push(
          ...node.members.flatMap((member) => (member.name ? [member.name.getText()] : [])).filter((word) => word !== phantom),
        );
      ts.forEachChild(node, visit);
    };
    visit(source);
    return words;
  });
}

/** The names of the kinds that use each word, by `INTERFACE.WORD`. */
function usersOfWords(): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  for (const kind of kinds) {
    const use = (owner: string, object: unknown) => {
      for (const word of isObject(object) ? Object.keys(object) : [])
        users.set(`${owner}.${word}`, (users.get(`${owner}.${word}`) ?? new Set()).add(kind.name));
    };
    const useFields = (fields: unknown): void => {
      for (const field of Object.values(isObject(fields) ? fields : {})) {
        if (!isObject(field)) continue;
        use("Field", field);
        use("FieldOptions", field);
        use("Links", field["links"]);
        useFields(field["fields"]);
        useFields({ item: field["item"] });
      }
    };
    use("Kind", kind);
    use("Key", kind.key);
    useFields(kind.fields);
    for (const shape of Object.values(kind.shapes ?? {})) useFields(shape.fields);
    for (const place of Object.values(kind.parents)) {
      use("ParentPlace", place);
      use("Key", place.key);
      use("Routes", place.routes);
      useFields(place.fields);
    }
  }
  return users;
}

function filesBelow(path: string): string[] {
  if (path.endsWith(".ts")) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() || entry.name.endsWith(".ts") ? filesBelow(join(path, entry.name)) : [],
  );
}

/** True where something that is made of kinds reads the word. */
function isDerivedFrom(): (word: string) => boolean {
  const texts = deriving
    .flatMap((path) => filesBelow(join(sources, path)))
    .filter((file) => !file.endsWith(".gen.ts"))
    .map((file) => readFileSync(file, "utf8").replaceAll(/\/\*\*[^]*?\*\//g, ""));
  return (word) => texts.some((text) => new RegExp(String.raw`\.${word}\b|[{,]\s*${word}\s*[,:}=]`).test(text));
}

/** True for a word that is a function of kinds: behaviour, which a single one may have. */
function isBehaviour(name: string): boolean {
  return kinds.some((kind) =>
    Object.entries(kind).some(([word, value]) => `Kind.${word}` === name && typeof value === "function"),
  );
}

test("each word that kinds are written in has three users, or something is derived from it, or it is a function", () => {
  const users = usersOfWords();
  const derives = isDerivedFrom();
  const words = (Object.keys(interfaces) as (keyof typeof interfaces)[]).flatMap((owner) =>
    wordsOf(owner).map((word) => ({ name: `${owner}.${word}`, word, users: [...(users.get(`${owner}.${word}`) ?? [])] })),
  );
  const lines = words.map(({ name, users: of }) => `${name}: ${of.length > 3 ? `${of.length} kinds` : of.join(", ")}`);
  const rare = words
    .filter(({ name, word, users: of }) => of.length < 3 && !derives(word) && !isBehaviour(name))
    .map(({ name }) => name);
  expect(new Set(rare), lines.join("\n")).toEqual(left);
});

test("kinds and their fields are written in at most 100 words", () => {
  const words = (["Kind", "Field", "FieldOptions"] as const).flatMap(wordsOf);
  expect(words.length, words.join(" ")).toBeLessThanOrEqual(100);
});
