import { append } from "../core/append.js";
import type { FileDiagnostic } from "../core/errors.js";

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

/** What is missing outside of the files (a variable, a file of a secret) once each, where it is needed first and with the number of places; all else as it is. */
export function missingOnce(diagnostics: readonly FileDiagnostic[]): FileDiagnostic[] {
  const places = new Map<string, FileDiagnostic[]>();
  for (const one of diagnostics) if (one.reference !== undefined) append(places, one.reference, one);
  return diagnostics.flatMap((one) => {
    const same = places.get(one.reference ?? "") ?? [one];
    if (same[0] !== one) return [];
    return same.length === 1 ? [one] : [{ ...one, message: `${one.message} (needed in ${same.length} places)` }];
  });
}

/** True for what would be right if something were there that stands outside of the files. */
export function isMissing({ rule }: FileDiagnostic): boolean {
  return rule === "secret.missing";
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
