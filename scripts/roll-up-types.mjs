// Makes one declaration file of an entry and of what it reaches in others, so that the package ships the types that users can name and no others.
import { resolve } from "node:path";
import ts from "typescript";

/**
 * Answers the text of a declaration file that exports what `entry`, a declaration file, exports. Files below `folder` become part of it; packages are imported. Throws where two
 * declarations have the same name, or a name is imported in a form that is not known here.
 */
export function rollUpTypes(entry, folder) {
  const options = { module: ts.ModuleKind.NodeNext, skipLibCheck: true, types: ["node"] };
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const roll = new Roll(checker, resolve(folder));
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
  for (const symbol of exported) {
    const target = roll.targetOf(symbol);
    roll.add(target);
    if (roll.nameOf(target) !== symbol.name) throw new Error(`${symbol.name} is exported under another name than its own`);
  }
  return roll.text(new Set(exported.map(({ name }) => name)));
}

class Roll {
  /** Kept statements in the order in which they were reached. */
  statements = new Map();
  imports = new Map();
  owners = new Map();

  constructor(checker, folder) {
    this.checker = checker;
    this.folder = folder;
  }

  targetOf(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  nameOf(symbol) {
    return symbol.declarations?.[0]?.name?.text ?? symbol.name;
  }

  isOurs(declaration) {
    return resolve(declaration.getSourceFile().fileName).startsWith(`${this.folder}/`);
  }

  /** Keeps the statements that declare a symbol, and what they name. Members of declarations come with their statement. */
  add(symbol) {
    for (const declaration of (symbol.declarations ?? []).filter((node) => this.isOurs(node))) {
      let statement = declaration;
      while (statement.parent && !ts.isSourceFile(statement.parent)) statement = statement.parent;
      if (ts.isSourceFile(statement) || this.statements.has(statement)) continue;
      this.claim(declaration, statement);
      this.statements.set(statement, []);
      this.follow(statement, statement);
    }
  }

  claim(declaration, statement) {
    if (declaration.parent !== statement.parent && !ts.isVariableDeclaration(declaration)) return;
    const name = declaration.name?.text;
    const owner = this.owners.get(name);
    // Overloads and merged declarations of one module belong together.
    if (owner !== undefined && owner !== statement.getSourceFile()) throw new Error(`two declarations are called ${name}`);
    this.owners.set(name, statement.getSourceFile());
  }

  follow(node, statement) {
    if (ts.isImportTypeNode(node)) return this.followImportType(node, statement);
    if (ts.isIdentifier(node)) this.followName(node, statement);
    return ts.forEachChild(node, (child) => this.follow(child, statement));
  }

  followImportType(node, statement) {
    const name = node.qualifier;
    if (name === undefined || !ts.isIdentifier(name)) throw new Error(`unknown form: ${node.getText()}`);
    const symbol = this.targetOf(this.checker.getSymbolAtLocation(name));
    if (symbol.declarations?.some((declaration) => this.isOurs(declaration))) {
      this.add(symbol);
      this.statements.get(statement).push([node.getStart(), name.getEnd(), this.nameOf(symbol)]);
    }
    for (const argument of node.typeArguments ?? []) this.follow(argument, statement);
  }

  followName(node, statement) {
    const symbol = this.checker.getSymbolAtLocation(node);
    if (symbol === undefined) return;
    const target = this.targetOf(symbol);
    if (target.declarations?.some((declaration) => this.isOurs(declaration))) {
      this.add(target);
      const name = this.nameOf(target);
      if (symbol !== target && name !== node.text) this.statements.get(statement).push([node.getStart(), node.getEnd(), name]);
      return;
    }
    const specifier = symbol.declarations?.find((declaration) => this.isOurs(declaration));
    if (specifier !== undefined) this.importFrom(specifier);
  }

  importFrom(specifier) {
    let line = specifier;
    while (line !== undefined && !ts.isImportDeclaration(line)) line = line.parent;
    if (line === undefined || !ts.isImportSpecifier(specifier)) throw new Error(`unknown form: ${specifier.getText()}`);
    const from = line.moduleSpecifier.text;
    const name = specifier.getText().replace(/^type /, "");
    if (!this.imports.has(from)) this.imports.set(from, new Set());
    this.imports.get(from).add(name);
  }

  text(exported) {
    const imports = [...this.imports].map(
      ([from, names]) => `import { ${[...names].toSorted((one, other) => (one < other ? -1 : 1)).join(", ")} } from "${from}";`,
    );
    const texts = [...this.statements].map(([statement, edits]) => declared(statement, edits, exported));
    return `${[...imports, ...texts, "export {};"].join("\n")}\n`;
  }
}

/** The text of a statement with its comment; `export` only if the entry exports it. */
function declared(statement, edits, exported) {
  const file = statement.getSourceFile().text;
  const [comment] = (ts.getLeadingCommentRanges(file, statement.pos) ?? []).slice(-1);
  const start = statement.getStart();
  let text = file.slice(start, statement.end);
  for (const [from, to, name] of edits.toSorted(([one], [other]) => other - one))
    text = text.slice(0, from - start) + name + text.slice(to - start);
  const names = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name.text)
    : [statement.name?.text];
  const isExported = names.some((name) => exported.has(name));
  text = text.replace(/^(export )?(declare )?/, (_, _export, declare = "") => `${isExported ? "export " : ""}${declare}`);
  // Comments at the end of an import or at the top of a file are no part of the declaration.
  const isItsOwn = comment !== undefined && file.startsWith("/**", comment.pos);
  return (isItsOwn ? `${file.slice(comment.pos, comment.end)}\n` : "") + text;
}
