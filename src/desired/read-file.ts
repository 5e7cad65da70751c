import { realpathSync } from "node:fs";
import {
  type Document,
  type DocumentOptions,
  Lexer,
  LineCounter,
  parseAllDocuments,
  type ParseOptions,
  Scalar,
  type SchemaOptions,
  visit,
} from "yaml";
import { fault, type FileDiagnostic, type Origin, TrueupError } from "../core/errors.js";
import type { Json } from "../core/json.js";
import { type FoundFile, isInside, type Overlay, readRegular, tooLarge } from "./find-files.js";
import { type Offsets, plainValue } from "./plain-value.js";

/** Larger files are refused: nobody writes them by hand, and reading them would take minutes. */
const largestFile = 10 * 1024 * 1024;

/** A file of desired state as plain data that still knows where everything stood. */
export interface SourceFile extends FoundFile {
  /** Without the byte order mark that may stand before it. */
  readonly text: string;
  readonly byteOrderMark: boolean;
  /** undefined where the file cannot be understood. */
  readonly value: Json | undefined;
  /** undefined where the file cannot be understood or is empty. */
  readonly document: Document | undefined;
  /** JSON pointers of values that variables or `${this:…}` gave: texts there have `$${` for each `${`, also where nothing else reads them so. */
  readonly escaped?: Pick<ReadonlySet<string>, "has">;
  /** JSON pointers of texts into which `${this:name}` brought what would lead a path elsewhere. */
  readonly misleading?: Pick<ReadonlySet<string>, "has">;
  /** What a text of this file stands for that refers to variables; undefined for any other. */
  readonly effective?: (text: string) => Json | undefined;
  /** Where the key before a value stands; for an item of a list, where the item stands. Falls back to what holds it. */
  keyOrigin(pointer: string): Origin;
  /** Where a value stands. */
  valueOrigin(pointer: string): Origin;
}

/** False for a file in which no text can have a reference (`${env:NAME}`): an escape of YAML may write its characters in another way. */
export function mayRefer({ text }: Pick<SourceFile, "text">): boolean {
  return text.includes("${") || text.includes("\\");
}

/** How desired-state files are parsed. Duplicate keys are found in plain-value.ts, in linear time; pretty errors would quote the text, which may be a secret. */
export const parseOptions = {
  prettyErrors: false,
  uniqueKeys: false,
  version: "1.2",
  schema: "core",
  strict: true,
  logLevel: "silent",
} as const satisfies ParseOptions & DocumentOptions & SchemaOptions;

/** Reads one file, of the overlay if it stands there; every problem of its syntax is pushed to `problems`. */
export function readSource(file: FoundFile, diagnostics: FileDiagnostic[], overlay: Overlay = new Map()): SourceFile {
  const lines = new LineCounter();
  const places = new Map<string, Offsets>();
  const at = (offset: number): Origin => {
    const { line, col } = lines.linePos(offset);
    return { file: file.file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const nearest = (pointer: string): Offsets => {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
      const place = places.get(pointer.slice(0, end));
      if (place) return place;
    }
    return places.get("") ?? { value: 0 };
  };
  const read = readText(file, overlay.get(file.absolute), diagnostics);
  const byteOrderMark = read?.startsWith("\uFEFF") ?? false;
  const text = byteOrderMark ? read?.slice(1) : read;
  const document = text === undefined ? undefined : parse(text, lines, at, diagnostics);
  return {
    ...file,
    text: text ?? "",
    byteOrderMark,
    document: document ?? undefined,
    value: document ? plainValue(document, { at, places, diagnostics }) : document,
    keyOrigin: (pointer) => {
      const place = nearest(pointer);
      return at(place.key ?? place.value);
    },
    valueOrigin: (pointer) => at(nearest(pointer).value),
  };
}

function readText(file: FoundFile, given: string | Uint8Array | undefined, diagnostics: FileDiagnostic[]): string | undefined {
  const top: Origin = { file: file.file, line: 1, column: 1 };
  const refuse = (rule: string, message: string, allowed: string): undefined =>
    void diagnostics.push(fault(rule, top, message, { allowed }));
  if (given === undefined && !isInside(realpathSync(file.absolute), file.directory))
    return refuse("file.outside", "the file is a link that leads out of the directory", "files inside the directory");
  try {
    const bytes = typeof given === "string" ? Buffer.from(given) : (given ?? readRegular(file.absolute, largestFile));
    if (bytes.length > largestFile) throw tooLarge(bytes.length, largestFile);
    return decode(bytes, top, diagnostics);
  } catch (error) {
    if (error instanceof TrueupError) {
      const allowed = error.code === "file.kind" ? "regular files" : "at most 10 MB; split it into several files";
      return refuse(error.code, error.message, allowed);
    }
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return refuse("file.unreadable", `the file cannot be read: ${reason}`, "files that you may read");
  }
}

function decode(bytes: Uint8Array, top: Origin, diagnostics: FileDiagnostic[]): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const { line, column } = firstDamage(bytes);
    diagnostics.push(
      fault("file.encoding", { ...top, line, column }, "the file is not UTF-8 text from here on", { allowed: "UTF-8" }),
    );
    return undefined;
  }
}

/** Where the first character stands that cannot be read: before it, the bytes are those of the text that decoders make of them. */
function firstDamage(bytes: Uint8Array): Pick<Origin, "line" | "column"> {
  const shown = Buffer.from(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  const end = shown.findIndex((byte, index) => byte !== bytes[index]);
  const before = new TextDecoder().decode(bytes.subarray(0, end), { stream: true });
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}

function parse(
  text: string,
  lines: LineCounter,
  at: (offset: number) => Origin,
  diagnostics: FileDiagnostic[],
): Document | null | undefined {
  const excess = boundsError(text);
  if (excess) {
    lineStarts(text, excess.offset, lines);
    diagnostics.push(fault("yaml.bounds", at(excess.offset), excess.message, { allowed: "smaller files" }));
    return undefined;
  }
  const parsed = parseAllDocuments(text, { ...parseOptions, lineCounter: lines });
  const documents: readonly Document[] = Array.isArray(parsed) ? parsed : [];
  const [first, second] = documents;
  const deep = documents.flatMap((document) => document.errors).find((error) => error.code === "RESOURCE_EXHAUSTION");
  if (deep) {
    diagnostics.push(fault("yaml.depth", at(deep.pos[0]), "the file is nested too deeply"));
    return undefined;
  }
  // Of a broken file only the first few errors are worth reading: the rest follow from them.
  const errors = documents.flatMap((document) => document.errors).slice(0, 3);
  const open = errors.some(({ message }) => /closing ["']quote/.test(message)) ? lastQuote(documents) : undefined;
  if (open !== undefined) {
    const allowed = `a closing ${text.charAt(open)} at the end of the text`;
    diagnostics.push(fault("yaml.syntax", at(open), "malformed YAML: the quote that begins here is never closed", { allowed }));
  } else for (const error of errors) diagnostics.push(fault("yaml.syntax", at(error.pos[0]), syntaxMessage(error.message)));
  if (errors.length > 0) return undefined;
  if (!second) return first ?? null;
  const allowed = "one document a file: take out the ---";
  const start = second.contents?.range?.[0] ?? 0;
  diagnostics.push(fault("yaml.documents", at(start), "a second YAML document begins here", { allowed }));
  return undefined;
}

/** Where the last quoted text begins: one that is not closed goes on to the end of the file. */
function lastQuote(documents: readonly Document[]): number | undefined {
  let start: number | undefined;
  const quoted = new Set<unknown>([Scalar.QUOTE_DOUBLE, Scalar.QUOTE_SINGLE]);
  for (const document of documents)
    visit(document, {
      Scalar: (_, { type, range }) => void (quoted.has(type) && range && (start = Math.max(start ?? 0, range[0]))),
    });
  return start;
}

/** The parser's words without what it quotes from the file. */
function syntaxMessage(message: string): string {
  const plain = message.replace(/:? ?["'`].*$/s, "").trim();
  return `malformed YAML: ${plain.charAt(0).toLowerCase()}${plain.slice(1)}`;
}

/** Counts lines up to an offset, for a text that is not parsed. */
function lineStarts(text: string, offset: number, lines: LineCounter): void {
  lines.addNewLine(0);
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1);
}

const deepestFlow = 64;
const widestIndent = 1000;
const mostTokens = 2_000_000;
/** One is allowed; a few more are read for a better message. */
const mostDocuments = 10;
/** Stands before a scalar in the lexer's output: the next token is text, whatever it looks like. */
const scalarFollows = "\u001F";
/** Marks in the lexer's output that are no text of the file: a document follows, or brackets are broken. */
const lexerMarks: ReadonlySet<string> = new Set([scalarFollows, "\u0002", "\u0018"]);

/** The tokens that a text of YAML is made of, in order, each with its offset, and whether it is a scalar. */
export function* tokensOf(text: string): Generator<readonly [token: string, offset: number, isScalar: boolean]> {
  let [offset, isScalar] = [0, false];
  for (const token of new Lexer().lex(text)) {
    if (!isScalar && lexerMarks.has(token)) {
      isScalar = token === scalarFollows;
      continue;
    }
    yield [token, offset, isScalar];
    isScalar = false;
    offset += token.length;
  }
}

/** The offset of what would make the parser recurse or fill the memory (nesting, indentation, number of tokens), and what it is. Undefined for a text that is fit to be parsed. */
function boundsError(text: string): { readonly offset: number; readonly message: string } | undefined {
  let [previous, lineStart, flow, tokens, documents] = [0, 0, 0, 0, 0];
  for (const [token, offset, isScalar] of tokensOf(text)) {
    if (!isScalar) {
      if (token === "---") documents++;
      else if (token === "[" || token === "{") flow++;
      else if (token === "]" || token === "}") flow = Math.max(0, flow - 1);
      else if (token === "\n" || token === "\r\n") lineStart = offset + token.length;
    }
    if (!/^\s*$/.test(token) && ++tokens > mostTokens) return { offset, message: "the file holds too many values" };
    if (documents > mostDocuments) return { offset, message: "the file holds too many documents" };
    // A mapping is indented as far as its key, which may be long, not as the colon after it.
    const indent = (token === ":" && previous >= lineStart ? previous : offset) - lineStart;
    const opensBlock = flow === 0 && (token === "-" || token === "?" || token === ":");
    const isNested = flow > deepestFlow || (opensBlock && indent > widestIndent);
    if (isNested) return { offset, message: "this is nested too deeply" };
    if (token.trim() !== "") previous = offset;
  }
  return undefined;
}
