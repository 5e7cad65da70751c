import { formatOrigin, type FileDiagnostic } from "../core/errors.js";
import { codeFrame, type FrameSource, frameSource } from "./frame.js";
import { type Paint, paintFor } from "./paint.js";
import { clean, codeMark, count } from "./text.js";

export interface DiagnosticsLook {
  readonly color: boolean;
  /** Texts of the desired-state files by the name that stands in `Problem.origin.file`; a file that is not there gets no code frame. */
  readonly frames?: ReadonlyMap<string, string>;
}

/**
 * Problems of the desired-state files, each as `file:line:column  address.attribute  what is wrong  what is allowed  [code]` with a code frame;
 * then the number of errors and warnings and a line break. Empty for no problems.
 */
export function renderDiagnostics(diagnostics: readonly FileDiagnostic[], look: DiagnosticsLook): string {
  if (diagnostics.length === 0) return "";
  const paint = paintFor(look.color);
  const sources = new Map<string, FrameSource>();
  for (const [file, text] of look.frames ?? []) {
    const inFile = diagnostics.filter((diagnostic) => diagnostic.origin.file === file);
    if (inFile.length > 0 && text !== "") sources.set(file, frameSource(text, inFile));
  }
  const blocks = diagnostics.map((diagnostic) => {
    const source = sources.get(diagnostic.origin.file);
    const frame = source === undefined ? [] : codeFrame(diagnostic, source, paint);
    return [diagnosticLine(diagnostic, paint), ...frame, ...relatedLines(diagnostic, paint)].join("\n");
  });
  const gap = look.frames === undefined ? "\n" : "\n\n";
  return `${blocks.join(gap)}\n\n${paint.bold(totals(diagnostics))}\n`;
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

function relatedLines(diagnostic: FileDiagnostic, paint: Paint): string[] {
  return (diagnostic.related ?? []).map((origin) => paint.dim(`  see also ${clean(formatOrigin(origin))}`));
}

function totals(diagnostics: readonly FileDiagnostic[]): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  return `${count(errors, "error")}, ${count(diagnostics.length - errors, "warning")}`;
}
