import { TrueupError } from "../../core/errors.js";
import type { Forge, ForgePlace } from "../../trueup.js";
import type { Session } from "../session.js";
import { runContextOf, serverOf } from "../target.js";

/** Variables of the commands. None of their values goes to a host but that which it is for. */
export const [readToken, notesToken] = ["TRUEUP_READ_TOKEN", "TRUEUP_NOTES_TOKEN"] as const;

/** What is left of the options for the forge: hosts that may be spoken to without TLS. */
export interface ForgeFlags {
  readonly allowHttp?: readonly string[];
}

/** Opens the forge with the token for notes, which no other server gets. */
export async function openForge(
  { service, forge }: { readonly service: ForgePlace["service"]; readonly forge: string },
  { allowHttp }: ForgeFlags,
  session: Session,
): Promise<Forge> {
  const { openForge: open } = await import("../../trueup.js");
  const { allowHttp: hosts } = serverOf(allowHttp ? { allowHttp } : {}, session);
  const place: ForgePlace = { service, url: forge, ...(hosts ? { allowHttp: hosts } : {}) };
  return open(place, session.env[notesToken] ?? "", runContextOf(session, {}));
}

/** The environment of a plan: the one token is that which can only read, and it goes to the one server that the command line or the pipeline names. */
export function planEnvironment({ env }: Session, url: string | undefined): Session["env"] {
  const hidden = ["GITLAB_TOKEN", "GITLAB_URL", "CI_JOB_TOKEN", "CI_SERVER_URL", notesToken, readToken];
  const kept = Object.entries(env).filter(([name]) => !hidden.includes(name));
  return { ...Object.fromEntries(kept), TRUEUP_TOKEN: env[readToken] ?? "", TRUEUP_URL: url };
}

/** The error of a job that lacks a token. */
export function missing(variable: string, what: string): TrueupError {
  return new TrueupError({ code: "usage", message: `${variable} is not set`, hint: `Give the job ${what}.` });
}

/** Throws TrueupError `usage` where a plan would have no token to read with. */
export function mustRead({ env }: Session): void {
  if (!env["TRUEUP_TOKEN"]) throw missing(readToken, "a token that can only read (scope read_api)");
}
