import type { Command } from "commander";
import type { Plan } from "../../core/plan.js";
import { driftNote, driftSummary } from "../../report/drift-note.js";
import type { Forge, IssueOutcome } from "../../trueup.js";
import { exit, type ExitCode, leavesSomething } from "../exit.js";
import type { PlanFlags, ReportFileFlags } from "../options.js";
import { makePlan, showPlan } from "../planning.js";
import { noteFreeze, pathsFor } from "../project.js";
import { reportFiles, reportText, writeReports } from "../reports.js";
import type { Session } from "../session.js";
import { runContextOf, serverOf, type Target } from "../target.js";
import { missing, mustRead, notesToken, openForge, planEnvironment } from "./around.js";
import type { DriftPlace, DriftPlaceFlags } from "./drift-place.js";
import { fetchRef, headRef } from "./fetch.js";
import { addToSummary } from "./summary.js";

/** How drift is told. */
export interface DriftRun {
  readonly place: DriftPlace;
  readonly given: readonly string[];
  readonly flags: PlanFlags & ReportFileFlags & DriftPlaceFlags & { readonly url: string; readonly instance?: string };
  /** Opens the project file of a session whose files are those of a revision. */
  readonly open: (command: Command, session: Session) => Promise<void>;
}

/**
 * Tells in one issue how the instance differs from the files: of the tip of the job's branch, or of the current directory. Exits as `drift` does. Throws TrueupError `usage`, `git.fetch`, and what planning and
 * the forge throw.
 */
export async function tellOfDrift(command: Command, run: DriftRun, session: Session): Promise<ExitCode> {
  const { place, flags } = run;
  const { env } = session;
  const reports = await reportFiles(flags.report, "plan", session);
  if (!env[notesToken] && flags.issue) throw missing(notesToken, "a token that may write issues, or give --no-issue");
  const forge = flags.issue ? await openForge(place, flags, session) : undefined;
  const fetched = place.source && (await fetchRef(place.source, env["CI_SERVER_TLS_CA_FILE"]));
  const own: Session = { ...session, ...(fetched ? { cwd: fetched.place } : {}), env: planEnvironment(session, flags.url) };
  try {
    if (fetched) command.setOptionValue("at", headRef);
    await run.open(command, own);
    mustRead(own);
    const target: Target = { server: serverOf(flags, own), around: runContextOf(own, flags) };
    const { plan } = await makePlan(pathsFor(run.given, own), flags, target, own);
    await writeReports(reports, async (format) => reportText(format, "plan", { title: "drift", plan }), session);
    await showPlan(plan, { format: "text", title: "drift" }, session);
    await noteFreeze(own, target.around.now);
    if (forge) await tell(forge, plan, { ...run, commit: fetched?.commit }, own);
    return exitOf(plan);
  } finally {
    await own.revision?.remove();
    await fetched?.remove();
    await forge?.close();
  }
}

function exitOf(plan: Plan): ExitCode {
  if (plan.refusals.length > 0) return exit.failed;
  if (leavesSomething(plan)) return exit.partly;
  return plan.changes.length > 0 ? exit.changes : exit.ok;
}

async function tell(
  forge: Forge,
  plan: Plan,
  { place, given, flags, commit }: DriftRun & { readonly commit: string | undefined },
  session: Session,
): Promise<void> {
  const [{ kinds }, { tellDrift }] = await Promise.all([import("../../program/kinds.js"), import("../../trueup.js")]);
  const { url, instance = url, target = [], under = [] } = flags;
  const subject = { instance, commit };
  const text = (limit: number): string => session.redactor.scrub(driftNote(plan, kinds, subject, limit));
  const summary = driftSummary(plan);
  const told = await tellDrift(forge, place.hosting, {
    instance,
    title: `trueup: drift of ${instance}`,
    summary,
    digest: plan.changes_digest ?? "",
    scope: JSON.stringify([url, [...given], [...target].sort(), [...under].sort()]),
    isWhole: plan.refusals.length === 0 && !leavesSomething(plan),
    text,
  });
  if (summary !== "") await addToSummary(`${text(usualLimit)}\n`, session);
  session.output.note(`${said(told)}\n`);
}

/** As long as a job's summary is easily read. */
const usualLimit = 60_000;

function said({ end, issue, why, ignored }: IssueOutcome): string {
  const which = issue === undefined ? "" : `The issue ${issue.url}`;
  const others =
    ignored === 0 ? "" : `; ${ignored === 1 ? "1 issue" : `${ignored} issues`} with the same marker by others ignored`;
  if (end === "none") return `There is no open issue to close${others}`;
  const what = {
    made: "was made",
    updated: "was updated",
    reopened: "was opened again",
    closed: "was closed",
    left: "was left as it is",
  };
  return `${which} ${what[end]}${why === undefined ? "" : `: ${why}`}${others}`;
}
