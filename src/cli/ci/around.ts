import type { Command } from "commander";
import { defined } from "../../core/collections.js";
import type { TrueupError } from "../../core/errors.js";
import type { Forge } from "../../trueup.js";
import type { PlanFlags, ReportFileFlags } from "../options.js";
import type { Session } from "../session.js";
import { runContextOf, serverOf } from "../target.js";
import { usage } from "../usage.js";
import type { ForgeOfJob } from "./service-job.js";

/** Variables of the commands. None of their values goes to a host but that which it is for. */
export const [readToken, writeToken, notesToken, planKey] = [
  "TRUEUP_READ_TOKEN",
  "TRUEUP_WRITE_TOKEN",
  "TRUEUP_NOTES_TOKEN",
  "TRUEUP_PLAN_KEY",
] as const;

/** What a run of the commands is given beside what its job says. */
export interface CiRun<Flags extends object> {
  readonly given: readonly string[];
  readonly flags: PlanFlags & ReportFileFlags & { readonly url: string; readonly instance?: string } & Flags;
  /** Opens the project file of a session whose files are those of a revision. */
  readonly open: (command: Command, session: Session) => Promise<void>;
}

/** Opens the forge with the token for notes, which no other server gets, and that of the job. On GitHub only one with a key tells and records what was applied. */
export async function openNotes(
  at: ForgeOfJob,
  flags: Pick<PlanFlags, "allowHttp">,
  session: Session,
  key?: string,
): Promise<Forge> {
  const { openForge } = await import("../../trueup.js");
  const { allowHttp } = serverOf(flags.allowHttp ? { allowHttp: flags.allowHttp } : {}, session);
  const place = { service: at.service, url: at.forge, ...defined({ allowHttp }) };
  const tokens = { notes: session.env[notesToken] ?? "", job: session.env["CI_JOB_TOKEN"], key };
  return openForge(place, tokens, runContextOf({ ...session, tokenName: notesToken }, {}));
}

/** The environment of a plan or an apply: the one token is that which is for it, and it goes to the one server that the command line or the pipeline names. */
export function environmentWith(
  token: typeof readToken | typeof writeToken,
  { env }: Session,
  url: string,
): Pick<Session, "env" | "tokenName"> {
  const hidden = ["GITLAB_TOKEN", "GITLAB_URL", "CI_JOB_TOKEN", "CI_SERVER_URL", notesToken, readToken, writeToken, planKey];
  const kept = Object.entries(env).filter(([name]) => !hidden.includes(name));
  return { env: { ...Object.fromEntries(kept), TRUEUP_TOKEN: env[token] ?? "", TRUEUP_URL: url }, tokenName: token };
}

/** The error of a job that lacks a token. */
export function missing(variable: string, what: string): TrueupError {
  return usage(`${variable} is not set`, `Give the job ${what}.`);
}

/** Throws TrueupError `usage` where a plan would have no token to read with. */
export function mustRead({ env }: Session): void {
  if (!env["TRUEUP_TOKEN"]) throw missing(readToken, "a token that can only read (scope read_api)");
}
