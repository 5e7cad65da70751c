import { append } from "../core/collections.js";
import { formatOrigin, type FileDiagnostic } from "../core/errors.js";
import { codeFrame, type FrameSource, frameSource } from "./frame.js";
import { type Paint, paintFor } from "./paint.js";
import { clean, codeMark, count } from "./text.js";

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
