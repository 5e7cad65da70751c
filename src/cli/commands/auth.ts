import type { Command } from "commander";
import { textOrData } from "../../report/data-formats.js";
import { type LoginFlags, login } from "../auth/login.js";
import { logout, type LogoutFlags } from "../auth/logout.js";
import { status, type StatusFlags } from "../auth/status.js";
import { addFormatOptions } from "../format-options.js";
import { wholeNumber } from "../option-values.js";
import { addExample, addProjectOptions, allowHttpOption, urlOption } from "../options.js";
import type { Session } from "../session.js";

/** `trueup auth`: logs in by OAuth 2.0, tells what credentials are worth, and logs out. */
export function defineAuth(program: Command, session: Session): void {
  const auth = program.command("auth").description("log in to a server, show your user and token, log out");
  addExample(auth, "trueup auth login --url https://platform.example.com --client-id ID", "trueup auth status");
  defineLogin(auth, session);
  defineStatus(auth, session);
  defineLogout(auth, session);
}

function defineLogin(auth: Command, session: Session): void {
  const command = addProjectOptions(auth.command("login"))
    .description(
      "log in with the browser (OAuth 2.0, authorization code with PKCE); only your user on this computer can read the tokens",
    )
    .addOption(urlOption())
    .option("--client-id <id>", "ID of the application on the server; else TRUEUP_CLIENT_ID, or the ID of the last login")
    .option("--confidential", "the application has a secret: trueup reads TRUEUP_CLIENT_SECRET, or asks for the secret")
    .option("--scopes <scopes>", "scopes of the token, separated by spaces or commas", "api")
    .option(
      "--port <n>",
      "port of this computer to which the browser returns after the login (default: 7171)",
      wholeNumber(1, 65_535),
    )
    .option("--no-browser", "print the address of the login page, and open no browser")
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
    .description("show your user, and the source, scopes and expiry of the token; exit 1 if the token is not valid")
    .addOption(urlOption())
    .addOption(allowHttpOption());
  addFormatOptions(command, textOrData).option("--debug", "show stack traces");
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
    .option("--all", "log out of every stored login")
    .addOption(allowHttpOption())
    .option("--debug", "show stack traces");
  addExample(command, "trueup auth logout --url https://platform.example.com");
  command.action(async () => {
    session.interrupt.listen();
    session.exitCode = await logout(command.opts<LogoutFlags>(), session);
  });
}
