import { createHash } from "node:crypto";
import type { FileDiagnostic } from "../core/errors.js";
import { reportJson } from "./json.js";
import type { CheckedFiles } from "./reported.js";

/** What validate found, as GitLab's Code Quality report has it (docs.gitlab.com, "Code Quality report format"; its schema is app/validators/json_schemas/codeclimate.json of GitLab): an array of violations, each with its file and line. */
export function codeQuality({ diagnostics, placeOf }: CheckedFiles): string {
  const fingerprints = fingerprintsOf(diagnostics, placeOf);
  return reportJson(
    diagnostics.map((diagnostic, index) => ({
      description: diagnosticSentence(diagnostic),
      check_name: diagnostic.rule,
      fingerprint: fingerprints[index] ?? "",
      severity: diagnostic.severity === "error" ? "major" : "minor",
      location: { path: placeOf(diagnostic.origin.file), lines: { begin: diagnostic.origin.line } },
    })),
  );
}

/** What is wrong and what is allowed, with the address and the attribute that it is about, in one sentence. */
export function diagnosticSentence({ address, attribute, message, allowed }: FileDiagnostic): string {
  const about = [address, attribute].filter((part) => part !== undefined).join(".");
  return `${about === "" ? "" : `${about}: `}${message}${allowed === undefined ? "" : ` (${allowed})`}`;
}

/**
 * What tells a problem from all others, and stays when its line moves: a hash of its file, rule, address, attribute and message. Services take problems with equal fingerprints for one, so
 * those that say the same of one file are numbered.
 */
export function fingerprintsOf(diagnostics: readonly FileDiagnostic[], placeOf: CheckedFiles["placeOf"]): readonly string[] {
  const seen = new Map<string, number>();
  return diagnostics.map(({ origin, rule, address, attribute, message }) => {
    const key = JSON.stringify([placeOf(origin.file), rule, address ?? null, attribute ?? null, message]);
    const number = seen.get(key) ?? 0;
    seen.set(key, number + 1);
    return createHash("sha256").update(`${key}${number}`).digest("hex");
  });
}
