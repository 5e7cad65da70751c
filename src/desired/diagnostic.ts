import type { Origin, FileDiagnostic } from "../core/errors.js";

/** What a problem may say beside its rule, place and message. */
export type DiagnosticDetails = Partial<Pick<FileDiagnostic, "address" | "attribute" | "allowed" | "related">>;

/** A diagnostic that makes the files invalid. */
export function fault(rule: string, origin: Origin, message: string, details: DiagnosticDetails = {}): FileDiagnostic {
  return { severity: "error", rule, origin, message, ...details };
}

/** A diagnostic that is worth knowing. */
export function warning(rule: string, origin: Origin, message: string, details: DiagnosticDetails = {}): FileDiagnostic {
  return { severity: "warning", rule, origin, message, ...details };
}

/** Problems by file and position; equal ones once. */
export function sortDiagnostics(diagnostics: readonly FileDiagnostic[]): FileDiagnostic[] {
  const unique = new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
  return [...unique.values()].sort(
    (a, b) =>
      compareText(a.origin.file, b.origin.file) ||
      a.origin.line - b.origin.line ||
      a.origin.column - b.origin.column ||
      compareText(a.rule, b.rule) ||
      compareText(a.message, b.message),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
