import { type FileDiagnostic, formatOrigin } from "../core/errors.js";
import { renderDiagnostics } from "./diagnostics-text.js";
import { reportJson } from "./json.js";
import { code, prose } from "./markdown.js";
import { fitNote, type NotePart } from "./note.js";
import { usualNoteLimit } from "./plan-markdown.js";
import type { CheckedFiles } from "./reported.js";
import { codeMark, count } from "./text.js";

/** What validate found, as text for people: each problem with a code frame, and a line that says so where the files are valid. Ends with a line break. */
export function checkedText(checked: CheckedFiles, { color }: { readonly color: boolean }): string {
  const problems = renderDiagnostics(checked.diagnostics, { color, frames: checked.frames });
  return errorsOf(checked) === 0 ? `${problems}${validLine(checked)}\n` : problems;
}

/** The same as JSON. */
export function checkedJson(checked: Pick<CheckedFiles, "diagnostics">): string {
  const errors = errorsOf(checked);
  const problems = checked.diagnostics.map(({ origin, related, ...rest }) => ({
    ...rest,
    where: formatOrigin(origin),
    ...(related === undefined ? {} : { related: related.map(formatOrigin) }),
  }));
  return reportJson({ valid: errors === 0, errors, warnings: problems.length - errors, problems });
}

/** The same as a note: errors first, then warnings, which are cut and counted where there is no room. */
export function checkedMarkdown(checked: CheckedFiles): string {
  const errors = errorsOf(checked);
  const warnings = checked.diagnostics.length - errors;
  const verdict = errors === 0 ? validLine(checked) : "The files have errors.";
  const head = ["### trueup validate", `**${verdict} ${count(errors, "error")}, ${count(warnings, "warning")}**`];
  const of = (severity: FileDiagnostic["severity"]): NotePart[] =>
    checked.diagnostics
      .filter((diagnostic) => diagnostic.severity === severity)
      .map((diagnostic) => ({
        text: diagnosticItem(diagnostic),
        rank: severity === "error" ? 1 : 2,
        counted: { what: severity },
      }));
  const leftOut = (left: readonly NotePart[]): string =>
    `_and ${count(left.length, "more problem")}: the report as JSON has all_`;
  return fitNote(head, [...of("error"), ...of("warning")], usualNoteLimit, leftOut);
}

/** A problem of the files as an item of a list. */
export function diagnosticItem({ severity, rule, origin, address, message, allowed }: FileDiagnostic): string {
  const hint = allowed === undefined ? "" : ` (${prose(allowed)})`;
  const about = address === undefined ? "" : `${code(address)} `;
  return `- ${severity === "error" ? "" : "Warning: "}${code(formatOrigin(origin))} ${about}${prose(message)}${hint} ${code(codeMark(rule))}`;
}

function errorsOf({ diagnostics }: Pick<CheckedFiles, "diagnostics">): number {
  return diagnostics.filter(({ severity }) => severity === "error").length;
}

function validLine({ things, files }: CheckedFiles): string {
  return `${count(things, "thing")} in ${count(files.length, "file")}: valid.`;
}
