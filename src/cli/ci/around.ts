import type { Command } from "commander";
import type { TrueupError } from "../../core/errors.js";
import type { Merges } from "../../program/ci/merges.js";
import type { Forge, ForgePlace, RunContext } from "../../trueup.js";
import type { PlanFlags, ReportFileFlags } from "../options.js";
import { sealKey } from "../plan-seal.js";
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

/** What is left of the options for the forge: hosts that may be spoken to without TLS. */
export interface ForgeFlags {
  readonly allowHttp?: readonly string[];
}

/** What a run of the commands is given beside what its job says. */
export interface CiRun<Flags extends object> {
  readonly given: readonly string[];
  readonly flags: PlanFlags & ReportFileFlags & { readonly url: string; readonly instance?: string } & Flags;
  /** Opens the project file of a session whose files are those of a revision. */
  readonly open: (command: Command, session: Session) => Promise<void>;
}

function placeOf(
  { service, forge }: Pick<ForgeOfJob, "service" | "forge">,
  { allowHttp }: ForgeFlags,
  session: Session,
): ForgePlace {
  const { allowHttp: hosts } = serverOf(allowHttp ? { allowHttp } : {}, session);
  return { service, url: forge, ...(hosts ? { allowHttp: hosts } : {}) };
}

/** Opens the forge with the token for notes, which no other server gets. */
export async function openNotes(at: ForgeOfJob, flags: ForgeFlags, session: Session): Promise<Forge> {
  const { openForge: open } = await import("../../trueup.js");
  return open(placeOf(at, flags, session), session.env[notesToken] ?? "", notesContext(session));
}

/** Opens what an apply asks of a forge, with the token for notes and that of the job. Throws TrueupError `usage` on GitHub without a key. */
export async function openMergesOf(at: ForgeOfJob, flags: ForgeFlags, session: Session): Promise<Merges> {
  const { openMerges } = await import("../../program/ci/open-forge.js");
  const key = sealKey(session);
  // There, any workflow can write a deployment as the user of the job's token.
  if (key === undefined && at.service === "github") throw missing(planKey, "32 random bytes, the same as in the job of the plan");
  const tokens = { notes: session.env[notesToken] ?? "", job: session.env["CI_JOB_TOKEN"], key: key ?? "" };
  session.redactor.add(tokens.job ?? "");
  return openMerges(placeOf(at, flags, session), tokens, notesContext(session));
}

function notesContext(session: Session): RunContext {
  return runContextOf({ ...session, tokenName: notesToken }, {});
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
