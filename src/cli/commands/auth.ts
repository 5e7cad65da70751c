import type { Command } from "commander";
import { type LoginFlags, login } from "../auth/login.js";
import { logout, type LogoutFlags } from "../auth/logout.js";
import { status, type StatusFlags } from "../auth/status.js";
import { addExample, addFormatOptions, addProjectOptions, allowHttpOption, urlOption, wholeNumber } from "../options.js";
import type { Session } from "../session.js";

/** `trueup auth`: logs in by OAuth 2.0, tells what credentials are worth, and logs out. */
export function defineAuth(program: Command, session: Session): void {
  const auth = program.command("auth").description("log in to a server, see who you are there, log out");
  addExample(auth, "trueup auth login --url https://platform.example.com --client-id ID", "trueup auth status");
  defineLogin(auth, session);
  defineStatus(auth, session);
  defineLogout(auth, session);
}

function defineLogin(auth: Command, session: Session): void {
  const command = addProjectOptions(auth.command("login"))
    .description("log in by the browser (OAuth 2.0, authorization code with PKCE); the tokens are kept for you alone")
    .addOption(urlOption())
    .option("--client-id <id>", "application registered on the server; else TRUEUP_CLIENT_ID, or the one of the last login")
    .option("--confidential", "the application has a secret: TRUEUP_CLIENT_SECRET, or asked for")
    .option("--scopes <scopes>", "scopes of the token, separated by spaces or commas", "api")
    .option("--port <n>", "port of this computer where the login comes back (default: 7171)", wholeNumber(1, 65_535))
    .option("--no-browser", "only print the address of the page on which to approve")
    .addOption(allowHttpOption())
    .option("--debug", "show stack traces");
  addExample(command, "trueup auth login --url https://platform.example.com --client-id ID");
  command.action(async () => {
    session.interrupt.listen();
    await login(command.opts<LoginFlags>(), session);
  });
}

function defineStatus(auth: Command, session: Session): void {
  const command = addProjectOptions(auth.command("status"))
    .description("show who you are, with which credential, its scopes and its end; exit 1 if it is not valid")
    .addOption(urlOption())
    .addOption(allowHttpOption());
  addFormatOptions(command, ["text", "json"]).option("--debug", "show stack traces");
  addExample(command, "trueup auth status", "trueup auth status --url https://platform.example.com --json");
  command.action(async () => {
    session.interrupt.listen();
    session.exitCode = await status(command.opts<StatusFlags>(), session);
  });
}

function defineLogout(auth: Command, session: Session): void {
  const command = addProjectOptions(auth.command("logout"))
    .description("revoke the tokens of a login if the server allows it, and remove them from this computer")
    .addOption(urlOption())
    .option("--all", "every stored login")
    .addOption(allowHttpOption())
    .option("--debug", "show stack traces");
  addExample(command, "trueup auth logout --url https://platform.example.com");
  command.action(async () => {
    session.interrupt.listen();
    session.exitCode = await logout(command.opts<LogoutFlags>(), session);
  });
}
