import type { Outcome } from "./plan.js";

/** What the statuses 403 and 404 may mean; undefined for any other. `path` stands below `/api/v4`, and without it a group or project is meant; `user` names who asked. */
export function refusalAdvice(
  status: number,
  { method, path, user = "the user of the token" }: { readonly method: string; readonly path?: string; readonly user?: string },
): string | undefined {
  if (status === 403) {
    const ofInstance =
      path === undefined || /^\/(?:groups|projects)\b/.test(path)
        ? ""
        : " Settings, appearance and topics need an administrator, and in admin mode a token with the scope admin_mode.";
    return `${user.replace(/^t/, "T")} lacks the role, or the token lacks ${neededScope(method)}.${ofInstance}`;
  }
  // Servers also answer 404 for writes that the role, the licence or a setting forbids.
  if (status === 404)
    return `It is not there, ${user} may not see or change it, or the licence, the release or a setting switches it off.`;
  return undefined;
}

/** The scope that a request needs, with its article. */
export function neededScope(method: string): string {
  return method === "GET" || method === "HEAD" ? "the scope read_api or api" : "the scope api: read_api only reads";
}

/** What a call of a plan came back with, in one sentence: `POST /x answered 409: Conflict`. What failed without an answer says by itself what it was. */
export function failureText({ method, path, status, message }: NonNullable<Outcome["error"]>): string {
  return status === 0 ? message : `${method} ${path} answered ${status}: ${message}`;
}

/** What the platform did not store of what it accepted, in one sentence. */
export function notStoredText({ path, cause }: NonNullable<Outcome["notStuck"]>[number]): string {
  return path === "" ? cause : `${path} did not stick: ${cause}`;
}
