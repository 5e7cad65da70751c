import { ApiError, TrueupError } from "../../core/errors.js";
import type { PlacedKind } from "../../core/kind.js";
import type { Call, Change, Outcome } from "../../core/plan.js";

/** What a failure was, and what to do about it: that of a request in the server's words, any other in its own. */
export function errorOf(error: unknown, call: Call | undefined): NonNullable<Outcome["error"]> {
  const hint = error instanceof TrueupError && error.hint !== undefined ? { hint: error.hint } : {};
  if (error instanceof ApiError) {
    const { method, path, status, serverMessage } = error;
    return { method, path, status, message: serverMessage || error.message, ...hint };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { method: call?.method ?? "GET", path: call?.path ?? "", status: 0, message, ...hint };
}

/** In what state a change that did not end well left the platform: that some of its calls were done, and that what one of them deleted is not there again. */
export function leftBy(
  { action, calls: own }: Change,
  done: readonly string[],
  calls: ReadonlyMap<string, Call>,
  { routes }: PlacedKind,
): Pick<Outcome, "partly" | "gone"> {
  if (done.length === 0) return {};
  const isBy = (id: string, route: string | undefined) => {
    const call = calls.get(id);
    return call !== undefined && `${call.method} ${call.path}` === route;
  };
  const isDeleted = action !== "delete" && done.some((id) => isBy(id, routes.delete));
  const isMade = own.some((id) => isBy(id, routes.create) && done.includes(id));
  return { partly: true, ...(isDeleted && !isMade ? { gone: true as const } : {}) };
}
