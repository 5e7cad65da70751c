import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const top = fileURLToPath(new URL("../..", import.meta.url));
const source = join(top, "src");

/** The names under which objects and functions pass a code on. */
const carriers = new Set(["code", "rule"]);
/** A code with an area, such as `plan.stale`. Arguments of other shapes belong to functions that share a name by chance. */
const dotted = /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:[-_][a-z]+)*$/;
/** Functions that make a diagnostic: their code is of any shape. */
const makers = new Set(["fault", "warning", "planDiagnostic"]);

interface Sources {
  readonly files: readonly ts.SourceFile[];
  /** Positions of the parameter `code` or `rule`, by the name of the function. */
  readonly parameters: ReadonlyMap<string, ReadonlySet<number>>;
  /** Texts of constants by name. */
  readonly constants: ReadonlyMap<string, string>;
}

/** Every code that the sources name as a literal, with the first file that names it. */
export function literalCodes(): ReadonlyMap<string, string> {
  const sources = readSources();
  const found = new Map<string, string>();
  for (const file of sources.files)
    walk(file, (node) => {
      for (const code of codesAt(node, sources)) if (!found.has(code)) found.set(code, file.fileName);
    });
  return found;
}

/** The codes that the sources build from parts: the text before the variable part, and the part as it is written. */
export function builtCodes(): readonly string[] {
  const found: string[] = [];
  for (const file of readSources().files)
    walk(file, (node) => {
      if (!ts.isTemplateExpression(node) || !/^[a-z]+\.$/.test(node.head.text)) return;
      const { parent } = node;
      const isCode = ts.isPropertyAssignment(parent) && carriers.has(parent.name.getText());
      const isArgument = ts.isCallExpression(parent) && nameOf(parent) === "refuse";
      if (isCode || isArgument) found.push(node.head.text);
    });
  return found.sort();
}

/** Texts of a property in the objects of one file. */
export function propertyTexts(file: string, name: string): readonly string[] {
  const found = new Set<string>();
  walk(parse(file), (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === name && ts.isStringLiteralLike(node.initializer))
      found.add(node.initializer.text);
  });
  return [...found];
}

/** The keys of an object that a file keeps in a constant. */
export function keysOf(file: string, constant: string): readonly string[] {
  const found: string[] = [];
  walk(parse(file), (node) => {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== constant || !node.initializer) return;
    if (ts.isObjectLiteralExpression(node.initializer))
      for (const { name } of node.initializer.properties) if (name) found.push(name.getText());
  });
  return found;
}

function codesAt(node: ts.Node, sources: Sources): readonly string[] {
  if (ts.isPropertyAssignment(node) && carriers.has(node.name.getText()) && !isOfAnotherService(node))
    return textsOf(node.initializer, sources);
  if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && carriers.has(node.name.getText()) && node.initializer)
    return textsOf(node.initializer, sources).filter((text) => dotted.test(text));
  if (!ts.isCallExpression(node)) return [];
  const name = nameOf(node);
  return [...(sources.parameters.get(name) ?? [])].flatMap((position) => {
    const argument = node.arguments[position];
    const texts = argument === undefined ? [] : textsOf(argument, sources);
    return makers.has(name) ? texts : texts.filter((text) => dotted.test(text));
  });
}

/** Objects with both names hold a code, and a rule of another service. */
function isOfAnotherService({ name, parent }: ts.PropertyAssignment): boolean {
  return name.getText() === "rule" && parent.properties.some((other) => other.name?.getText() === "code");
}

/** The texts that an expression can be, through conditions, fallbacks and constants. */
function textsOf(node: ts.Expression, sources: Sources): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue, sources), ...textsOf(node.whenFalse, sources)];
  if (ts.isBinaryExpression(node)) return [...textsOf(node.left, sources), ...textsOf(node.right, sources)];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textsOf(node.expression, sources);
  const constant = ts.isIdentifier(node) ? sources.constants.get(node.text) : undefined;
  return constant === undefined ? [] : [constant];
}

function readSources(): Sources {
  const files = sourceFiles().map(parse);
  const parameters = new Map<string, Set<number>>();
  const constants = new Map<string, string>();
  for (const file of files)
    walk(file, (node) => {
      if (ts.isFunctionLike(node)) {
        const position = node.parameters.findIndex(({ name }) => carriers.has(name.getText()));
        const name = functionName(node);
        if (position >= 0 && name !== undefined) parameters.set(name, (parameters.get(name) ?? new Set()).add(position));
      }
      if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteralLike(node.initializer))
        constants.set(node.name.getText(), node.initializer.text);
    });
  return { files, parameters, constants };
}

/** The platform of the emulator answers as GitLab does, without codes of trueup. */
function sourceFiles(): readonly string[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (name) => /(?<!\.(?:gen|d))\.ts$/.test(name) && !/^(?:emulator|constructs|report\/codes)\//.test(name),
  );
}

function parse(name: string): ts.SourceFile {
  return ts.createSourceFile(name, readFileSync(join(source, name), "utf8"), ts.ScriptTarget.Latest, true);
}

function functionName(node: ts.SignatureDeclaration): string | undefined {
  if (node.name) return node.name.getText();
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : undefined;
}

function nameOf({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
