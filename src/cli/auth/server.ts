import { TrueupError } from "../../core/errors.js";
import type { Logins, Server, ServerQuestion } from "../../platform/index.js";
import type { Session } from "../session.js";
import { serverOf } from "../target.js";
import { userOf } from "../user.js";

/** What commander makes of the options that say which server a login is for. */
export interface AuthFlags {
  readonly url?: string;
  readonly allowHttp?: readonly string[];
}

/** The user's stored logins. Throws TrueupError `login.no_home` where there is no place for them. */
export async function openLoginsOf(session: Session): Promise<Logins> {
  const { loginsOf } = await import("../../platform/index.js");
  const logins = loginsOf(userOf(session));
  if (logins !== undefined) return logins;
  throw new TrueupError({
    code: "login.no_home",
    message: "there is no place to keep a login: the environment names no home directory",
    hint: "Set HOME (on Windows APPDATA), or XDG_CONFIG_HOME.",
  });
}

/** What is asked about the server: what the command line, the environment and the project file say. */
export async function questionFor(flags: AuthFlags, session: Session): Promise<Omit<ServerQuestion, "choosePin">> {
  const { questionOf } = await import("../../program/server/run-context.js");
  return questionOf(serverOf(flags, session), session.env, {});
}

/** The server that `--url`, the project file or the environment says; undefined if neither does. Throws TrueupError `server.url`. */
export async function givenServer(flags: AuthFlags, session: Session): Promise<Server | undefined> {
  const { resolveServer } = await import("../../platform/index.js");
  try {
    return await resolveServer(await questionFor(flags, session));
  } catch (error) {
    if (error instanceof TrueupError && error.code === "server.none") return undefined;
    throw error;
  }
}
