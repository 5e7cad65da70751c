import { ApiError, TrueupError } from "../../core/errors.js";
import type { Call, Outcome } from "../../core/plan.js";

/** What a failure was: that of a request in the server's words, any other in its own. */
export function describe(error: unknown, call: Call | undefined): NonNullable<Outcome["error"]> {
  if (error instanceof ApiError)
    return { method: error.method, path: error.path, status: error.status, message: error.serverMessage || error.message };
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof TrueupError && error.hint !== undefined ? ` ${error.hint}` : "";
  return { method: call?.method ?? "GET", path: call?.path ?? "", status: 0, message: `${message}${hint ? `.${hint}` : ""}` };
}
