import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** The rooms that decide and know nothing of the platform, with what each may import beside `core/` and itself. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  kinds: [],
  policies: [],
  "engine/forms": [],
  "engine/snapshot": ["engine/forms"],
  "engine/plan": ["engine/forms", "engine/snapshot", "policies"],
};

/** Where a room meets the platform: what reads for its decisions, and its entry, which gives that out. */
const doors = new Set(["engine/plan/make-plan.ts", "engine/plan/index.ts"]);

interface Parsed {
  readonly name: string;
  readonly room: string;
  readonly source: ts.SourceFile;
}

const files: readonly Parsed[] = Object.keys(rooms).flatMap((room) =>
  readdirSync(join(source, room))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".gen.ts"))
    .map((file) => ({ name: `${room}/${file}`, room, source: parsed(readFileSync(join(source, room, file), "utf8")) }))
    .filter(({ name }) => !doors.has(name)),
);

function parsed(text: string): ts.SourceFile {
  return ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
}

function nodesOf(node: ts.Node): ts.Node[] {
  return [node, ...node.getChildren().flatMap(nodesOf)];
}

function placeOf(source: ts.SourceFile, node: ts.Node): string {
  return `${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText().split("\n")[0] ?? ""}`;
}

/** What waits, or could: a promise, and what gives one. */
function waits(node: ts.Node): boolean {
  if (isLoadedLater(node)) return false;
  if (node.kind === ts.SyntaxKind.AsyncKeyword || ts.isAwaitExpression(node)) return true;
  return ts.isIdentifier(node) && ["Promise", "PromiseLike", "ReadApi", "Api", "setTimeout", "fetch"].includes(node.text);
}

/** True within what a kind has loaded only where somebody needs it. */
function isLoadedLater(node: ts.Node): boolean {
  return ts.findAncestor(node, (one) => ts.isPropertyAssignment(one) && one.name.getText() === "further") !== undefined;
}

const mutators = new Set([
  "push",
  "pop",
  "shift",
  "unshift",
  "splice",
  "sort",
  "reverse",
  "fill",
  "set",
  "add",
  "delete",
  "clear",
]);

/** Places where something is changed that a function was given. */
function mutatedParameters(source: ts.SourceFile): string[] {
  return nodesOf(source).flatMap((node) => {
    const changed = changedBy(node);
    return changed && !makesItself(changed, node) && isParameter(rootOf(changed), node) ? [placeOf(source, node)] : [];
  });
}

/** True for what a constructor puts into its own object. */
function makesItself(changed: ts.Expression, node: ts.Node): boolean {
  const isOfItself = ts.isPropertyAccessExpression(changed) && changed.expression.kind === ts.SyntaxKind.ThisKeyword;
  return (
    isOfItself && ts.isBinaryExpression(node) && ts.findAncestor(node, ts.isFunctionLike)?.kind === ts.SyntaxKind.Constructor
  );
}

/** The expression that a node changes something of. */
function changedBy(node: ts.Node): ts.Expression | undefined {
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  )
    return ts.isIdentifier(node.left) ? undefined : node.left;
  if (ts.isDeleteExpression(node)) return node.expression;
  if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && !ts.isIdentifier(node.operand)) {
    const { operator } = node;
    return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken ? node.operand : undefined;
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  return mutators.has(node.expression.name.text) ? node.expression.expression : undefined;
}

function rootOf(expression: ts.Node): ts.Node {
  if (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)) return rootOf(expression.expression);
  if (ts.isNonNullExpression(expression) || ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression))
    return rootOf(expression.expression);
  return expression;
}

/** True for a name that a function around the place takes, and that nothing nearer declares anew. */
function isParameter(root: ts.Node, from: ts.Node): boolean {
  if (root.kind === ts.SyntaxKind.ThisKeyword) return true;
  if (!ts.isIdentifier(root)) return false;
  for (let at: ts.Node | undefined = from; at; at = at.parent) {
    if (
      ts.isBlock(at) &&
      at.statements.some(
        (one) =>
          ts.isVariableStatement(one) && one.declarationList.declarations.some((own) => namesIn(own.name).includes(root.text)),
      )
    )
      return false;
    if (
      ts.isForOfStatement(at) &&
      ts.isVariableDeclarationList(at.initializer) &&
      at.initializer.declarations.some((own) => namesIn(own.name).includes(root.text))
    )
      return false;
    if (ts.isFunctionLike(at) && at.parameters.some((one) => namesIn(one.name).includes(root.text))) return true;
  }
  return false;
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((one) => (ts.isBindingElement(one) ? namesIn(one.name) : []));
}

describe("the rooms in which trueup decides", () => {
  it("take nothing but core and each other", () => {
    const wrong = files.flatMap(({ name, room, source }) =>
      source.statements.flatMap((one) => {
        if (!ts.isImportDeclaration(one) || !ts.isStringLiteral(one.moduleSpecifier)) return [];
        const from = one.moduleSpecifier.text;
        if (["node:crypto", "deep-diff"].includes(from)) return [];
        const taken = join(room, from);
        const isAllowed = ["core", room, ...(rooms[room] ?? [])].some((other) => taken.startsWith(`${other}/`));
        return from.startsWith(".") && isAllowed ? [] : [`${name} takes ${from}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("wait for nothing: no async, no await, no promise, nothing that reads the platform", () => {
    const wrong = files.flatMap(({ name, source }) =>
      nodesOf(source)
        .filter(waits)
        .map((node) => `${name}:${placeOf(source, node)}`),
    );
    expect(wrong).toEqual([]);
  });

  it("change nothing that a function was given", () => {
    expect(files.flatMap(({ name, source }) => mutatedParameters(source).map((place) => `${name}:${place}`))).toEqual([]);
  });

  it.each([
    ["function f(list: number[]) { list.push(1); }", ["1: list.push(1)"]],
    ["function f({ of }: { of: Set<number> }) { of.add(1); }", ["1: of.add(1)"]],
    ["const f = (thing: { a: { b: number } }) => { thing.a.b = 1; };", ["1: thing.a.b = 1"]],
    ["function f(thing: { a: number }) { [1].map(() => { thing.a++; }); }", ["1: thing.a++"]],
    ["class C { n = 0; f() { this.n = 1; } }", ["1: this.n = 1"]],
    ["class C { n; constructor() { this.n = 1; } }", []],
    ["function f(thing: number[]) { const list = [...thing]; list.push(1); return list; }", []],
    ["function f(list: number[]) { { const list = [1]; list.push(1); } }", []],
  ])("by a test that sees it: %s", (text, places) => {
    expect(mutatedParameters(parsed(text))).toEqual(places);
  });
});
