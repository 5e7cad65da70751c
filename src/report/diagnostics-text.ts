import { append } from "../core/collections.js";
import { formatOrigin, type FileDiagnostic } from "../core/errors.js";
import { withoutSecretParameters } from "../core/secret-names.js";
import { type Paint, paintFor } from "./paint.js";
import { clean, codeMark, count, displayWidth, shorten } from "./text.js";

/** Of problems that say the same in many places, so many are shown. */
const mostAlike = 20;

export interface DiagnosticsLook {
  readonly color: boolean;
  /** Texts of the desired-state files by the name that stands in `Problem.origin.file`; a file that is not there gets no code frame. */
  readonly frames?: ReadonlyMap<string, string>;
}

/**
 * Problems of the desired-state files, each as `file:line:column  address.attribute  what is wrong  what is allowed  [code]` with a code frame;
 * then how many are left out of those that say the same, the number of errors and warnings, and a line break. Empty for no problems.
 */
export function renderDiagnostics(diagnostics: readonly FileDiagnostic[], look: DiagnosticsLook): string {
  if (diagnostics.length === 0) return "";
  const paint = paintFor(look.color);
  const sources = new Map<string, FrameSource>();
  for (const [file, text] of look.frames ?? []) {
    const inFile = diagnostics.filter((diagnostic) => diagnostic.origin.file === file);
    if (inFile.length > 0 && text !== "") sources.set(file, frameSource(text, inFile));
  }
  const alike = new Map<string, FileDiagnostic[]>();
  for (const diagnostic of diagnostics) append(alike, JSON.stringify([diagnostic.rule, diagnostic.message]), diagnostic);
  const shown = new Set([...alike.values()].flatMap((all) => all.slice(0, mostAlike)));
  const leftOut = [...alike.values()].flatMap((all) => leftOutLine(all, paint));
  const blocks = diagnostics
    .filter((diagnostic) => shown.has(diagnostic))
    .map((diagnostic) => {
      const source = sources.get(diagnostic.origin.file);
      const frame = source === undefined ? [] : codeFrame(diagnostic, source, paint);
      return [diagnosticLine(diagnostic, paint), ...frame, ...relatedLines(diagnostic, paint)].join("\n");
    });
  const gap = look.frames === undefined ? "\n" : "\n\n";
  return `${[...blocks, ...leftOut].join(gap)}\n\n${paint.bold(totals(diagnostics))}\n`;
}

function diagnosticLine(diagnostic: FileDiagnostic, paint: Paint): string {
  const subject = [diagnostic.address, diagnostic.attribute].filter((part) => part !== undefined).join(".");
  const isError = diagnostic.severity === "error";
  const message = isError ? paint.red(clean(diagnostic.message)) : paint.yellow(`warning: ${clean(diagnostic.message)}`);
  const parts = [
    clean(formatOrigin(diagnostic.origin)),
    ...(subject === "" ? [] : [paint.bold(clean(subject))]),
    message,
    ...(diagnostic.allowed === undefined ? [] : [clean(diagnostic.allowed)]),
    paint.dim(codeMark(diagnostic.rule)),
  ];
  return parts.join("  ");
}

/** How many of those that say the same are left out, if any are. */
function leftOutLine(alike: readonly FileDiagnostic[], paint: Paint): string[] {
  const [first] = alike;
  if (first === undefined || alike.length <= mostAlike) return [];
  const text = `and ${alike.length - mostAlike} more of: ${clean(first.message)}  (trueup validate --format json has all)`;
  return [`${text}  ${paint.dim(codeMark(first.rule))}`];
}

function relatedLines(diagnostic: FileDiagnostic, paint: Paint): string[] {
  return (diagnostic.related ?? []).map((origin) => paint.dim(`  see also ${clean(formatOrigin(origin))}`));
}

function totals(diagnostics: readonly FileDiagnostic[]): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  return `${count(errors, "error")}, ${count(diagnostics.length - errors, "warning")}`;
}

const around = 2;
const lineLimit = 160;
/** Longer lines are cut before anything is searched in them. */
const searchLimit = 400;
const mask = "(hidden)";
const secretKey = /(?:token|secret|password|passphrase|credential|webhook|_key|apikey)[\w-]*["']?\s*:(?:\s+|$)/i;
const harmless = /^(?:true|false|null|~|\d{1,4}|["']{2}|["']?(?:\$\{(?:env|file):[^}]*\})+["']?)\s*(?:#.*)?$/;

/** A file whose lines may be shown: what looks like a secret is hidden. */
interface FrameSource {
  readonly lines: readonly string[];
  /** The lines as they stand in the file, to place the caret. */
  readonly original: readonly string[];
}

/**
 * Makes a file's text ready to be quoted. Hidden are the values under names that sound secret, logins inside URLs, and the lines that a
 * rule about secrets complains about; a value that only refers to the environment or a file is shown.
 */
function frameSource(text: string, diagnostics: readonly FileDiagnostic[]): FrameSource {
  const original = text.split(/\r\n|\n/).map((line) => line.slice(0, searchLimit));
  const flagged = new Set(
    diagnostics.filter((diagnostic) => diagnostic.rule.includes("secret")).map((diagnostic) => diagnostic.origin.line),
  );
  let block = -1;
  const lines = original.map((line, index) => {
    const indent = line.search(/\S/);
    if (block >= 0 && (indent < 0 || indent > block)) return indent < 0 ? "" : `${line.slice(0, indent)}${mask}`;
    const hidden = hideValue(line, flagged.has(index + 1));
    // The value may go on in deeper lines, also where it only begins there.
    block = hidden === line ? -1 : indent;
    return hidden.trimEnd();
  });
  return { lines, original };
}

/** The lines around a problem with a caret under its column; none if the file has no such line. */
function codeFrame({ origin }: FileDiagnostic, source: FrameSource, paint: Paint): string[] {
  const { line: at, column } = origin;
  if (at < 1 || at > source.lines.length) return [];
  const lastLine = source.lines.at(-1) === "" ? source.lines.length - 1 : source.lines.length;
  const last = Math.max(at, Math.min(lastLine, at + around));
  const numberWidth = String(last).length;
  const frame: string[] = [];
  for (let number = Math.max(1, at - around); number <= last; number++) {
    const label = String(number).padStart(numberWidth);
    const line = `${label} | ${shorten(printable(source.lines[number - 1] ?? ""), lineLimit)}`.trimEnd();
    frame.push(number === at ? `  ${paint.red(">")} ${line}` : paint.dim(`    ${line}`));
    if (number !== at) continue;
    const offset = displayWidth(printable((source.original[at - 1] ?? "").slice(0, column - 1)));
    frame.push(`    ${" ".repeat(numberWidth)} | ${" ".repeat(Math.min(offset, lineLimit))}${paint.red("^")}`);
  }
  return frame;
}

function printable(line: string): string {
  return clean(line.replaceAll("\t", "  "));
}

/** The line with its secret hidden; a line whose secret starts on the next one comes back with a space at its end. */
function hideValue(line: string, isFlagged: boolean): string {
  const key = secretKey.exec(line) ?? (isFlagged ? (/:(?:\s+|$)/.exec(line) ?? /^\s*(?:-\s+)?/.exec(line)) : null);
  const safe = withoutSecretParameters(line.replace(/:\/\/[^\s/?#"']+@/g, `://${mask}@`));
  if (key === null) return safe;
  const start = key.index + key[0].length;
  const value = line.slice(start);
  if (value === "") return `${line} `;
  return harmless.test(value) ? safe : `${line.slice(0, start)}${mask}`;
}
