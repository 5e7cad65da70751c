import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const top = fileURLToPath(new URL("../..", import.meta.url));
const source = join(top, "src");
const room = join(source, "core/types");
/** Folders that have no fields: they know nothing of core. */
const without = ["emulator", "constructs", "client"];

/** What names types in all ways that there are, and beside it what only looks like it. */
const probe = `
import type { Field } from "../core/fields.js";
import type { FieldType } from "../core/types/names.gen.js";
declare const field: Field | undefined;
declare const cty: { readonly type: "map" | "set" | "list" };
declare function takes(type: FieldType): void;
export const isText = field?.type === "text";
export function words({ type }: Field): string {
  if ("set" !== type && type != "list") return cty.type === "map" ? "map" : "";
  switch (type) {
    case "set":
      return "";
    default:
      return { list: "list", set: "set" }[type];
  }
}
export const all: Partial<Record<FieldType, string>> = { entries: "entries", "map": "map" };
export const made: Field = { type: "flag", description: "text" };
export const some: readonly FieldType[] = ["image", "level"];
takes("record");
`;

/** Places that say the name of a type of field where a field's type is meant, as file and line. */
function namedTypes(texts: ReadonlyMap<string, string>): string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(top, "tsconfig.json"), (name) => ts.sys.readFile(name)).config,
    ts.sys,
    top,
  );
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => texts.has(name) || disk.fileExists(name),
    readFile: (name) => texts.get(name) ?? disk.readFile(name),
    getSourceFile: (name, version, ...rest) => {
      const text = texts.get(name);
      return text === undefined ? disk.getSourceFile(name, version, ...rest) : ts.createSourceFile(name, text, version, true);
    },
  };
  const program = ts.createProgram([...texts.keys()], { ...options, types: ["node"] }, host);
  const checker = program.getTypeChecker();
  const names = typeNamed(program, "FieldType");
  const words = new Set(names.isUnion() ? names.types.map((type) => (type.isStringLiteral() ? type.value : "")) : []);
  return [...texts.keys()].flatMap((file) => {
    const own = program.getSourceFile(file);
    if (own === undefined) throw new Error(`${file} is not there`);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (isNameOfType(node, checker, names, words)) {
        const { line } = own.getLineAndCharacterOfPosition(node.getStart(own));
        found.push(`${relative(source, file)}:${line + 1} ${node.text}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(own);
    return found;
  });
}

function typeNamed(program: ts.Program, name: string): ts.Type {
  const file = program.getSourceFile(join(room, "names.gen.ts"));
  const symbol = file && program.getTypeChecker().getSymbolAtLocation(file)?.exports?.get(ts.escapeLeadingUnderscores(name));
  if (symbol === undefined) throw new Error(`there is no ${name}`);
  return program.getTypeChecker().getDeclaredTypeOfSymbol(symbol);
}

function isNameOfType(
  node: ts.Node,
  checker: ts.TypeChecker,
  names: ts.Type,
  words: ReadonlySet<string>,
): node is ts.StringLiteralLike | ts.Identifier {
  if (!(ts.isStringLiteralLike(node) || ts.isIdentifier(node)) || !words.has(node.text)) return false;
  const { parent } = node;
  const isTyped = (expression: ts.Expression) => declaredType(expression, checker) === names;
  if (ts.isPropertyAssignment(parent) && parent.name === node) {
    const context = checker.getContextualType(parent.parent) ?? checker.getTypeAtLocation(parent.parent);
    const isIndexed = ts.isElementAccessExpression(parent.parent.parent) && isTyped(parent.parent.parent.argumentExpression);
    return isIndexed || [...words].every((word) => checker.getPropertyOfType(context, word) !== undefined);
  }
  if (!ts.isStringLiteralLike(node)) return false;
  if (ts.isBinaryExpression(parent)) return isTyped(parent.left) || isTyped(parent.right);
  if (ts.isCaseClause(parent)) return isTyped(parent.parent.parent.expression);
  const context = checker.getContextualType(node);
  return context !== undefined && checker.getNonNullableType(context) === names;
}

/** The type that an expression has where nothing was compared yet. */
function declaredType(expression: ts.Expression, checker: ts.TypeChecker): ts.Type {
  if (ts.isParenthesizedExpression(expression) || ts.isNonNullExpression(expression) || ts.isAsExpression(expression))
    return declaredType(expression.expression, checker);
  const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(expression) ? expression.name : expression);
  return checker.getNonNullableType(symbol ? checker.getTypeOfSymbol(symbol) : checker.getTypeAtLocation(expression));
}

describe("types of fields", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const isOutside = (name: string) => !name.startsWith("core/types/") && !without.includes(name.split("/")[0] ?? "");

  it("are named in their own files only: whoever must know something of one asks it", { tags: ["nightly"] }, () => {
    const probed = join(source, "engine/probe.ts");
    const texts = new Map(files.filter(isOutside).map((name) => [join(source, name), readFileSync(join(source, name), "utf8")]));
    const found = namedTypes(new Map([...texts, [probed, probe]]));
    const inProbe = found.filter((place) => place.startsWith("engine/probe.ts"));
    expect(inProbe.map((place) => place.replace("engine/probe.ts:", ""))).toEqual([
      "7 text",
      "9 set",
      "9 list",
      "11 set",
      "14 list",
      "14 set",
      "17 entries",
      "17 map",
      "18 flag",
      "19 image",
      "19 level",
      "20 record",
    ]);
    expect(found.filter((place) => !inProbe.includes(place))).toEqual([]);
  });

  it("import nothing from outside of their folder", () => {
    const wrong = readdirSync(room).flatMap((name) =>
      [...readFileSync(join(room, name), "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)]
        .map(([, from = ""]) => `${name}: ${from}`)
        .filter((place) => !/: \.\/[^/]+\.js$/.test(place)),
    );
    expect(wrong).toEqual([]);
  });

  it("do not know each other: what stands inside of a value is asked by what they are given", () => {
    const registry = readFileSync(join(room, "index.gen.ts"), "utf8");
    const types = [...registry.matchAll(/^import \{ \w+ \} from "\.\/([\w-]+)\.js";/gm)].map(([, file = ""]) => file);
    expect(types.length).toBeGreaterThan(10);
    const takers = readdirSync(room).filter((name) => {
      const text = readFileSync(join(room, name), "utf8");
      return name !== "index.gen.ts" && types.some((type) => text.includes(`from "./${type}.js"`));
    });
    expect(takers).toEqual([]);
  });
});
