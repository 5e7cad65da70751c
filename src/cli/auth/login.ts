import { spawn } from "node:child_process";
import { TrueupError } from "../../core/errors.js";
import { ask, canAsk } from "../confirm.js";
import type { Session } from "../session.js";
import { usage } from "../usage.js";
import { userOf, withoutVariables } from "../user.js";
import { type AuthFlags, openLoginsOf, questionFor } from "./server.js";
import { statusText } from "./status.js";

/** What commander makes of the words after `trueup auth login`. */
export interface LoginFlags extends AuthFlags {
  readonly clientId?: string;
  readonly confidential?: true;
  readonly scopes: string;
  readonly port?: number;
  readonly browser: boolean;
}

/** Logs in, and tells who the user is now. */
export async function login(flags: LoginFlags, session: Session): Promise<void> {
  const { chooseCredential, logIn, redirectUriOf, resolveServer, credentialStatus, usualPort } =
    await import("../../platform/index.js");
  const { output, interrupt, redactor, env } = session;
  const { url } = await resolveServer(await questionFor(flags, session));
  const user = userOf(session);
  const logins = await openLoginsOf(session);
  const port = flags.port ?? usualPort;
  const last = await logins.read(url).catch(() => undefined);
  const application = await applicationFor(flags, { url, last, redirectUri: redirectUriOf(port) }, session);
  const show = (page: string): void => {
    const opened = flags.browser && openBrowser(page, session);
    output.error(
      `${opened ? "The browser opens this page; if not, open it" : "Open this page in a browser"} on this computer:\n\n  ${page}\n\n`,
    );
    output.error(`Waiting for the answer at ${redirectUriOf(port)} (Ctrl-C ends it).\n`);
  };
  const request = { url, ...application, scopes: scopesOf(flags.scopes), port };
  await interrupt.orLeave(logIn(request, { logins, redactor, knownServer: user.knownServer, show, hold: user.hold }));
  // The login that was just made, whatever variables are set.
  const made = await chooseCredential({ url, source: "--url" }, withoutVariables(user));
  const status = await interrupt.orLeave(credentialStatus(url, made, user));
  output.result(statusText(status));
  if (status.problem !== null) throw status.problem;
  const preferred = [user.knownServer?.(url)?.tokenVariable ?? "", "TRUEUP_TOKEN", "GITLAB_TOKEN"].find((name) => env[name]);
  if (preferred !== undefined) output.note(`${preferred} is set and goes before the stored login: unset it to use the login.\n`);
}

interface Known {
  readonly url: string;
  readonly last: { readonly client_id: string; readonly client_secret?: string | undefined } | undefined;
  readonly redirectUri: string;
}

async function applicationFor(flags: LoginFlags, { url, last, redirectUri }: Known, session: Session) {
  const { env } = session;
  const clientId = flags.clientId ?? (env["TRUEUP_CLIENT_ID"] || last?.client_id);
  if (clientId === undefined || clientId === "") throw noApplication(url, redirectUri);
  const given = env["TRUEUP_CLIENT_SECRET"] || undefined;
  const stored = last?.client_id === clientId ? last.client_secret : undefined;
  if (given !== undefined || !flags.confidential) return { clientId, clientSecret: given ?? stored };
  const clientSecret = await askSecret("Secret of the application (it is not shown): ", "TRUEUP_CLIENT_SECRET", session);
  return { clientId, clientSecret };
}

function scopesOf(text: string): readonly string[] {
  const scopes = text.split(/[\s,]+/).filter((scope) => scope !== "");
  if (scopes.length > 0 && scopes.every((scope) => /^[\u0021\u0023-\u005B\u005D-\u007E]+$/.test(scope))) return scopes;
  throw usage("--scopes names no scopes", 'Give them like this: --scopes "api read_user".');
}

function noApplication(url: string, redirectUri: string): TrueupError {
  return new TrueupError({
    code: "login.no_application",
    message: `no application is known at ${url}`,
    hint: `Register one at ${url}/-/profile/applications: redirect URI ${redirectUri}, scope api, not confidential. Then give its id: --client-id ID (the built-in emulator has trueup-cli).`,
  });
}

type Program = readonly [command: string, ...words: string[]];

/** Opens a page in the user's browser, if there is a person in front of one. True if it was tried. */
function openBrowser(page: string, { env, output }: Pick<Session, "env" | "output">): boolean {
  if (!output.terminal || !process.stdin.isTTY || env["CI"]) return false;
  const program = opener(env);
  if (program === undefined) return false;
  const [command, ...words] = program;
  // No shell reads the address. Whether it works shows in the browser; the address is printed in any case.
  const child = spawn(command, [...words, page], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
  return true;
}

/** Undefined where no browser can show: for example a Linux without a screen. */
function opener(env: Session["env"], platform: NodeJS.Platform = process.platform): Program | undefined {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["BROWSER"] ? ["xdg-open"] : undefined;
}

/**
 * Asks on the terminal for a secret, without showing what is typed. Throws TrueupError `secret.no_terminal` where there is no terminal to ask on, and Interrupted.
 * @param variable the variable that could have held it
 */
async function askSecret(question: string, variable: string, session: Session): Promise<string> {
  if (!canAsk(session)) {
    const message = "there is no terminal to ask for the secret on";
    throw new TrueupError({ code: "secret.no_terminal", message, hint: `Set ${variable}.` });
  }
  const secret = (await ask(question, session, true)).trim();
  session.redactor.add(secret);
  if (secret !== "") return secret;
  throw new TrueupError({ code: "secret.empty", message: "no secret was given", hint: `Type it, or set ${variable}.` });
}
