import { formatOrigin, InvalidFilesError, TrueupError } from "../core/errors.js";
import type { Session } from "./session.js";

/** How errors are to be told. */
export interface FailureLook {
  /** As JSON, one object a line. */
  readonly json: boolean;
  /** With codes and stack traces. */
  readonly debug: boolean;
}

/** Tells an error on standard error: where, what, why, and what to do. */
export async function tellFailure(error: unknown, look: FailureLook, { output }: Session): Promise<void> {
  if (look.json) {
    output.note(
      failureLines(error, look.debug)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(""),
    );
    return;
  }
  const { renderError, renderDiagnostics } = await import("../report/index.js");
  if (error instanceof InvalidFilesError) {
    output.note(renderDiagnostics(error.diagnostics, { color: output.noteColor, frames: error.texts }));
    return;
  }
  output.note(renderError(error, { color: output.noteColor, debug: look.debug }));
}

type FailureLine = Readonly<Record<string, string | undefined>>;

function failureLines(error: unknown, debug: boolean): FailureLine[] {
  if (error instanceof InvalidFilesError) {
    return error.diagnostics.map((diagnostic) => ({
      severity: diagnostic.severity,
      code: diagnostic.rule,
      message: diagnostic.message,
      hint: diagnostic.allowed,
      where: formatOrigin(diagnostic.origin),
      address: diagnostic.address,
      attribute: diagnostic.attribute,
    }));
  }
  const stack = debug && error instanceof Error ? { stack: error.stack } : {};
  if (error instanceof TrueupError) {
    return [{ severity: "error", code: error.code, message: error.message, hint: error.hint, where: error.where, ...stack }];
  }
  return [{ severity: "error", code: "unexpected", message: error instanceof Error ? error.message : String(error), ...stack }];
}
