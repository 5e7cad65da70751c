import { createHash } from "node:crypto";
import type { Context } from "../../core/context.js";
import { Markup, html } from "../../core/markup.js";
import type { User } from "../../core/records.js";
import type { Reply } from "../../core/replies.js";
import { digest, isSame, newSecret } from "../../core/secrets.js";
import { defineTable } from "../../core/table.js";
import { OAUTH_SCOPES, unixTime } from "./records.js";
import type { AuthorizationRequest } from "./request.js";

/** What every form carries beside what the user enters: the authorization request, and the proof that this browser was given the form. */
export type Hidden = Readonly<Record<string, string>>;

/**
 * The page that asks who the user is.
 * @param users those whom it suggests
 * @param failed the name that was entered before, with a wrong password
 */
export function signInPage(request: AuthorizationRequest, hidden: Hidden, users: readonly User[], failed?: string): Reply {
  const problem = html`<p class="bad" role="alert">The username or the password is wrong.</p>`;
  const names = users.map(({ username, name }) => html`<option value="${username}">${name}</option>`);
  return page(
    failed === undefined ? 200 : 422,
    "Sign in",
    html`<h1>Sign in</h1>
      <p class="soft">to continue to ${request.application.name}</p>
      ${failed === undefined ? "" : problem}
      <form method="post" action="/oauth/authorize">
        ${inputs(hidden)}
        <label for="username">Username or e-mail</label>
        <input
          id="username"
          name="username"
          value="${failed ?? ""}"
          list="users"
          autocomplete="username"
          autocapitalize="none"
          required
          autofocus
        />
        <datalist id="users">${names}</datalist>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <div class="row"><button class="main" name="decision" value="sign_in">Sign in</button></div>
      </form>`,
    html`This is trueup’s emulator. Users of its seed sign in like alice with <code>password-of-alice</code>, unless the seed
      gives them another password; the administrator root with the token that the emulator was started with.`,
    ["'self'"],
  );
}

/** The page that asks the user whether the application may. */
export function consentPage(request: AuthorizationRequest, hidden: Hidden, user: User): Reply {
  const { application, scopes, redirect_uri } = request;
  const wishes = scopes.map((scope) => html`<li>${OAUTH_SCOPES[scope] ?? ""} <code>${scope}</code></li>`);
  return page(
    200,
    `Authorize ${application.name}`,
    html`<h1>Authorize ${application.name}?</h1>
      <p class="soft">It wants to use your account. It will be able to:</p>
      <ul>
        ${wishes}
      </ul>
      <form method="post" action="/oauth/authorize">
        ${inputs(hidden)}
        <div class="person">
          <span class="face" aria-hidden="true">${user.name.slice(0, 1).toUpperCase()}</span>
          <span>${user.name}<br /><span class="soft">@${user.username}</span></span>
          <button class="link" name="decision" value="switch">Not you?</button>
        </div>
        <p class="soft">You will be sent back to <code>${redirect_uri}</code></p>
        <div class="row">
          <button name="decision" value="deny">Deny</button>
          <button class="main" name="decision" value="approve">Authorize</button>
        </div>
      </form>`,
    html`You are in trueup’s emulator.`,
    // Browsers hold the redirect that answers a form to this list too.
    ["'self'", sourceOf(redirect_uri)],
  );
}

/** A page for what cannot be told to the application. */
export function problemPage(status: number, problem: string): Reply {
  return page(
    status,
    "This cannot be authorized",
    html`<h1>This cannot be authorized</h1>
      <p class="bad" role="alert">${problem}</p>
      <p class="soft">
        Go back to the application and begin again. Applications are registered in the emulator’s seed, under oauth_applications.
      </p>`,
    html`You are in trueup’s emulator.`,
    ["'none'"],
  );
}

function page(status: number, title: string, content: Markup, footer: Markup, targets: readonly string[]): Reply {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE}
      </head>
      <body>
        <main>${content}</main>
        <footer>${footer}</footer>
      </body>
    </html> `;
  return { status, body: Buffer.from(text), headers: securityHeaders(targets) };
}

function securityHeaders(targets: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    `form-action ${targets.join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    // With no-referrer a browser would say with these forms that they come from nowhere, which is what forms of foreign pages may say too.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
}

function inputs(hidden: Hidden): readonly Markup[] {
  return Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

/** Origin of an address; of an application's own scheme, that scheme. */
function sourceOf(uri: string): string {
  const { origin, protocol } = new URL(uri);
  return origin === "null" ? protocol : origin;
}

/** Light or dark as the browser is. */
const SHEET = `
:root { color-scheme: light dark; --page: #f3f4f8; --card: #fff; --ink: #1d2130; --soft: #5a6072; --line: #dde0e9; --strong: #3d4ec6; --on-strong: #fff; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --page: #14161d; --card: #1e212b; --ink: #eceef5; --soft: #a5abbd; --line: #363b4a; --strong: #9aa7ff; --on-strong: #14161d; --bad: #ff9d94; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 1.25rem; padding: 1.5rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(27rem, calc(100vw - 3rem)); padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; box-shadow: 0 8px 30px rgb(20 25 60 / 8%); }
h1 { margin: 0 0 .25rem; font-size: 1.35rem; line-height: 1.3; overflow-wrap: anywhere; }
p { margin: .25rem 0 1rem; }
.soft, footer { color: var(--soft); font-size: .9rem; }
footer { max-width: 27rem; margin: 0; text-align: center; }
label { display: block; margin: 1rem 0 .3rem; font-weight: 600; font-size: .9rem; }
input { width: 100%; padding: .6rem .75rem; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 8px; font: inherit; }
ul { margin: 0 0 1.25rem; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 10px; }
li { padding: .6rem .9rem; }
li + li { border-top: 1px solid var(--line); }
code { font: .85em ui-monospace, monospace; color: var(--soft); overflow-wrap: anywhere; }
li code { display: block; }
.row { display: flex; gap: .75rem; margin-top: 1.5rem; }
.person { display: flex; align-items: center; gap: .75rem; margin: 1rem 0; }
.person span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.face { flex: none !important; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: var(--strong); color: var(--on-strong); font-weight: 700; }
button { flex: 1; padding: .65rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.main { background: var(--strong); border-color: var(--strong); color: var(--on-strong); }
button.link { flex: none; padding: .25rem .5rem; border: 0; color: var(--strong); font-size: .9rem; }
button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
.bad { padding: .6rem .9rem; border: 1px solid var(--bad); border-radius: 8px; color: var(--bad); }
`;

/** The element that gives the pages their look. */
const STYLE = new Markup(`<style>${SHEET}</style>`);

/** Its source as a content security policy names it. */
const STYLE_SOURCE = `'sha256-${createHash("sha256").update(SHEET).digest("base64")}'`;

/** Somebody who signed in with a browser. */
type Session = {
  readonly id: number;
  readonly digest: string;
  readonly user_id: number;
  /** Unix times. */
  readonly authenticated_at: number;
  readonly expires_at: number;
};

/** A browser, and who is signed in there. */
export interface Visit {
  /** Value of its cookie; only a sign-in stores anything of it. */
  readonly secret: string;
  readonly user: User | undefined;
  readonly authenticated_at: number;
}

const sessions = defineTable<Session, "digest">("sessions", { digest: (session) => session.digest });

const COOKIE = "trueup_emulator_session";

const LIFETIME = 12 * 60 * 60;

/** The browser that a request comes from; one without a cookie gets a new one. */
export function visitOf({ store, request }: Context): Visit {
  const sent = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{64})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1];
  const session = sent === undefined ? undefined : store.of(sessions).first("digest", digest(sent));
  const user = session !== undefined && session.expires_at > unixTime() ? store.users.get(session.user_id) : undefined;
  return {
    secret: sent ?? newSecret(),
    user: user?.state === "active" ? user : undefined,
    authenticated_at: session?.authenticated_at ?? unixTime(),
  };
}

/** Signs a user in, under a new cookie, so that nobody who knew the old one is signed in too. */
export function beginSession({ store }: Context, user: User): Visit {
  const table = store.of(sessions);
  for (const { id, expires_at } of table.all()) if (expires_at <= unixTime()) table.delete(id);
  const [secret, authenticated_at] = [newSecret(), unixTime()];
  table.insert({ digest: digest(secret), user_id: user.id, authenticated_at, expires_at: authenticated_at + LIFETIME });
  return { secret, user, authenticated_at };
}

/** Signs out. */
export function endSession({ store }: Context, { secret }: Visit): void {
  const session = store.of(sessions).first("digest", digest(secret));
  if (session !== undefined) store.of(sessions).delete(session.id);
}

/** The header that keeps the cookie in the browser: out of reach of scripts, and not sent with what other sites post. */
export function cookieOf({ secret }: Visit): Readonly<Record<string, string>> {
  return { "Set-Cookie": `${COOKIE}=${secret}; Path=/oauth; HttpOnly; SameSite=Lax` };
}

/** What a form must send back to show that this browser was given it: no other site can know it. */
export function formToken({ secret }: Visit): string {
  return digest(`form:${secret}`);
}

/** True when a form was given to this browser. */
export function isOwnForm(visit: Visit, sent: string): boolean {
  return isSame(sent, formToken(visit));
}
