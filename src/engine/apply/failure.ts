import { ApiError, TrueupError } from "../../core/errors.js";
import type { PlacedKind } from "../../core/kind.js";
import type { Call, Change, Outcome } from "../../core/plan.js";

/** What a failure was, and what to do about it: that of a request in the server's words, any other in its own. */
export function describe(error: unknown, call: Call | undefined): NonNullable<Outcome["error"]> {
  const advice = error instanceof ApiError && isTaken(error) ? taken : error instanceof TrueupError ? error.hint : undefined;
  const hint = advice === undefined ? {} : { hint: advice };
  if (error instanceof ApiError) {
    const { method, path, status, serverMessage } = error;
    return { method, path, status, message: serverMessage || error.message, ...hint };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { method: call?.method ?? "GET", path: call?.path ?? "", status: 0, message, ...hint };
}

const taken =
  "Something has this name already: it came after the plan was made, the user of the token may not see it, or it is scheduled for deletion. Plan again; if the plan still creates it, choose another name or use a token that sees more.";

/** True for what servers say of a name that something else has (the reference of real servers, section A). */
function isTaken({ method, status, serverMessage }: ApiError): boolean {
  return method === "POST" && [400, 409, 422].includes(status) && /already (?:been taken|exists)/i.test(serverMessage);
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
