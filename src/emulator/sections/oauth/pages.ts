import { html } from "../../markup.js";
import type { Markup } from "../../markup.js";
import type { User } from "../../records.js";
import type { Reply } from "../../replies.js";
import type { AuthorizationRequest } from "./authorization.js";
import { SCOPES } from "./scopes.js";
import { STYLE, STYLE_SOURCE } from "./style.js";

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
  const wishes = scopes.map((scope) => html`<li>${SCOPES[scope] ?? ""} <code>${scope}</code></li>`);
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
