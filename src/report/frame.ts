import type { FileDiagnostic } from "../core/errors.js";
import { withoutSecretParameters } from "../core/secret-names.js";
import type { Paint } from "./paint.js";
import { clean, displayWidth, shorten } from "./text.js";

const around = 2;
const lineLimit = 160;
/** Longer lines are cut before anything is searched in them. */
const searchLimit = 400;
const mask = "(hidden)";
const secretKey = /(?:token|secret|password|passphrase|credential|webhook|_key|apikey)[\w-]*["']?\s*:(?:\s+|$)/i;
const harmless = /^(?:true|false|null|~|\d{1,4}|["']{2}|["']?(?:\$\{(?:env|file):[^}]*\})+["']?)\s*(?:#.*)?$/;

/** A file whose lines may be shown: what looks like a secret is hidden. */
export interface FrameSource {
  readonly lines: readonly string[];
  /** The lines as they stand in the file, to place the caret. */
  readonly original: readonly string[];
}

/**
 * Makes a file's text ready to be quoted. Hidden are the values under names that sound secret, logins inside URLs, and the lines that a
 * rule about secrets complains about; a value that only refers to the environment or a file is shown.
 */
export function frameSource(text: string, diagnostics: readonly FileDiagnostic[]): FrameSource {
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
export function codeFrame({ origin }: FileDiagnostic, source: FrameSource, paint: Paint): string[] {
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
