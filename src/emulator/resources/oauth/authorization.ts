import type { Context } from "../../core/context.js";
import type { Reply } from "../../core/replies.js";
import { signIn } from "../users/passwords.js";
import {
  type Hidden,
  type Visit,
  beginSession,
  consentPage,
  cookieOf,
  endSession,
  formToken,
  isOwnForm,
  problemPage,
  signInPage,
  visitOf,
} from "./pages.js";
import { issueCode } from "./records.js";
import { type AuthorizationRequest, PARAMETERS, backTo, readAuthorization, sentText } from "./request.js";

/** `GET /oauth/authorize`: asks who the user is, then whether the application may. */
export function showAuthorization(context: Context): Reply {
  const outcome = readAuthorization(context);
  if (outcome.kind === "stop") return problemPage(400, outcome.problem);
  if (outcome.kind === "redirect") return redirect(outcome.location);
  const visit = visitOf(context);
  const page =
    visit.user === undefined
      ? signInPage(outcome.request, hiddenOf(context, visit), suggested(context))
      : consentPage(outcome.request, hiddenOf(context, visit), visit.user);
  return { ...page, headers: { ...page.headers, ...cookieOf(visit) } };
}

/** The forms of that page come back here: sign in, switch the user, approve or deny. */
export function decideAuthorization(context: Context): Reply {
  const visit = visitOf(context);
  if (!isOwnForm(visit, sentText(context, "form_token") ?? ""))
    return problemPage(403, "This form was not made for this browser, or its cookie is gone.");
  const outcome = readAuthorization(context);
  if (outcome.kind === "stop") return problemPage(400, outcome.problem);
  if (outcome.kind === "redirect") return redirect(outcome.location);
  return decide(context, visit, outcome.request);
}

function decide(context: Context, visit: Visit, request: AuthorizationRequest): Reply {
  const decision = sentText(context, "decision");
  if (decision === "sign_in") return enter(context, visit, request);
  if (decision === "switch") {
    endSession(context, visit);
    return again(context);
  }
  // A session that ended meanwhile is asked for once more.
  if (visit.user === undefined) return again(context);
  if (decision === "approve") {
    const { application, redirect_uri, scopes, code_challenge } = request;
    const approval = { application_id: application.id, redirect_uri, scopes, code_challenge };
    const { authenticated_at, user } = visit;
    const code = issueCode(context, { ...approval, user_id: user.id, authenticated_at });
    return redirect(backTo(context, redirect_uri, { code }));
  }
  if (decision !== "deny") return problemPage(400, "The decision must be approve or deny.");
  const error_description = "The user denied the request.";
  return redirect(backTo(context, request.redirect_uri, { error: "access_denied", error_description }));
}

function enter(context: Context, visit: Visit, request: AuthorizationRequest): Reply {
  const username = sentText(context, "username") ?? "";
  const user = signIn(context, username, sentText(context, "password") ?? "");
  if (user === undefined) return signInPage(request, hiddenOf(context, visit), suggested(context), username);
  const reply = again(context);
  return { ...reply, headers: { ...reply.headers, ...cookieOf(beginSession(context, user)) } };
}

/** Back to the page itself, so that reloading it sends no form again. */
function again(context: Context): Reply {
  return redirect(`/oauth/authorize?${new URLSearchParams(requestOf(context)).toString()}`);
}

function redirect(location: string): Reply {
  return { status: 302, headers: { Location: location, "Cache-Control": "no-store" } };
}

function hiddenOf(context: Context, visit: Visit): Hidden {
  return { ...requestOf(context), form_token: formToken(visit) };
}

function requestOf({ params }: Context): Record<string, string> {
  return Object.fromEntries(
    PARAMETERS.flatMap((name) => {
      const value = params.get(name);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

function suggested({ store }: Context) {
  return store.users
    .all()
    .filter(({ state }) => state === "active")
    .slice(0, 20);
}
