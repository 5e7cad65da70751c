import { TrueupError } from "../../core/errors.js";

/** A file that cannot be edited without losing something or saying something else too. */
export function editFailed(file: string, reason: string): TrueupError {
  return new TrueupError({
    code: "edit.failed",
    where: file,
    message: `${file} cannot be edited: ${reason}`,
    hint: "Nothing was written. Change this place by hand, or simplify how it is written (anchors, flow style), and run it again.",
  });
}
