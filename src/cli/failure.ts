import { formatOrigin, InvalidFilesError, reasonOf, TrueupError } from "../core/errors.js";
import type { DataFormat } from "../report/data-formats.js";
import type { Session } from "./session.js";

/** How errors are to be told. */
interface FailureLook {
  /** The data format of the results. With JSON, errors are JSON too, one object a line. */
  readonly format: DataFormat | undefined;
  /** With codes and stack traces. */
  readonly debug: boolean;
}

/**
 * Tells an error on standard error: where, what, why, and what to do. If results are data, the errors of files are a document on standard output too,
 * the one that `validate` prints, so that a program always has something to read.
 */
export async function tellFailure(error: unknown, look: FailureLook, { output }: Session): Promise<void> {
  if (look.format !== undefined && error instanceof InvalidFilesError) {
    const [{ checkedJson }, { dataText }] = await Promise.all([
      import("../report/checked-files.js"),
      import("../report/data-formats.js"),
    ]);
    output.result(await dataText(look.format, checkedJson(error)));
  }
  if (look.format === "json") {
    output.error(
      failureLines(error, look.debug)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(""),
    );
    return;
  }
  const { renderError, renderDiagnostics } = await import("../report/index.js");
  if (error instanceof InvalidFilesError) {
    output.error(renderDiagnostics(error.diagnostics, { color: output.noteColor, frames: error.texts }));
    return;
  }
  output.error(renderError(error, { color: output.noteColor, debug: look.debug }));
}

function failureLines(error: unknown, debug: boolean): Readonly<Record<string, string | undefined>>[] {
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
  return [{ severity: "error", code: "unexpected", message: reasonOf(error), ...stack }];
}
