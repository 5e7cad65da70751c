import type { Command } from "commander";
import { TrueupError } from "../../core/errors.js";
import type { Plan } from "../../core/plan.js";
import type { Approval } from "../../program/ci/approval.js";
import type { ReportFormatName } from "../../report/report-formats.js";
import type { Forge } from "../../trueup.js";
import { exit, type ExitCode, leavesSomething } from "../exit.js";
import { sealKey } from "../plan-seal.js";
import { planShown } from "../planning.js";
import { pathsFor } from "../project.js";
import { reportFiles, reportText, writeReports } from "../reports.js";
import type { Session } from "../session.js";
import { runContextOf, targetOf } from "../target.js";
import { type CiRun, environmentWith, missing, mustRead, notesToken, openNotes, readToken } from "./around.js";
import { fetchRequest, targetRef } from "./fetch.js";
import type { RequestJob } from "./job.js";
import { addToSummary } from "./summary.js";

/** How a request is planned. */
export interface RequestPlan extends CiRun<{ readonly note: boolean }> {
  readonly job: RequestJob;
}

/**
 * Plans what merging a request would do and tells it in one note of the request. From a fork nothing is asked of the instance. A job whose commit is no longer the head of its
 * request does nothing. Throws TrueupError `usage`, `git.fetch` and what planning throws.
 */
export async function planRequest(command: Command, plan: RequestPlan, session: Session): Promise<ExitCode> {
  const { job, flags } = plan;
  const { output, env } = session;
  const reports = await reportFiles(flags.report, "plan", session);
  const key = sealKey(session);
  if (!env[notesToken] && flags.note)
    throw missing(notesToken, `a token that may write notes on the ${job.noun}, or give --no-note`);
  const forge = flags.note ? await openNotes(job, flags, session) : undefined;
  try {
    const request = await forge?.request(job.hosting, job.request);
    if (request && (!request.isOpen || request.head !== job.head)) {
      output.note(`Nothing to do: ${whyNot(job, request)}\n`);
      return exit.ok;
    }
    const isFork = job.isFork || request?.isFork === true;
    const fetched = await fetchRequest(job, env["CI_SERVER_TLS_CA_FILE"]);
    const fetchedSession: Session = { ...session, cwd: fetched.place, ...environmentWith(readToken, session, flags.url) };
    try {
      command.setOptionValue("at", job.head);
      command.setOptionValue("base", targetRef);
      const outcome = await toldOf(command, plan, fetchedSession, { isFork, key });
      await writeReports(reports, async (format) => reportOf(outcome, format), session);
      await addToSummary(outcome.note, session);
      if (outcome.error === undefined) output.result(outcome.note);
      await write(forge, plan, outcome, session);
      if (outcome.error) throw outcome.error;
      return outcome.code;
    } finally {
      await fetchedSession.revision?.remove();
      await fetched.remove();
    }
  } finally {
    await forge?.close();
  }
}

/** The note of a request, and what the reports and the exit code need. */
interface Told {
  readonly marker: string;
  readonly note: string;
  readonly code: ExitCode;
  readonly plan?: Plan;
  /** What the note approves, once somebody approves the request; only with a key. */
  readonly approval?: Approval;
  /** Why there is no plan: the note says it, and the run ends with it. */
  readonly error?: TrueupError;
}

async function toldOf(
  command: Command,
  plan: RequestPlan,
  session: Session,
  { isFork, key }: { readonly isFork: boolean; readonly key: string | undefined },
): Promise<Told> {
  try {
    await plan.open(command, session);
    return await (isFork ? declarations(plan, session) : planned(plan, session, key));
  } catch (error) {
    if (!(error instanceof TrueupError) || error.code === "usage") throw error;
    const { noteMarker, refusedNote } = await import("../../report/request-note.js");
    const subject = subjectOf(plan.job, plan.flags);
    const note = session.redactor.scrub(refusedNote(error, subject));
    return { marker: noteMarker(subject), note, code: exit.failed, error };
  }
}

async function planned({ job, given, flags }: RequestPlan, session: Session, key: string | undefined): Promise<Told> {
  mustRead(session);
  const asked = { ...flags, withoutSecrets: true } as const;
  const { plan } = await planShown(pathsFor(given, session), asked, targetOf(flags, session), session);
  const [{ kinds }, { noteMarker, planNote }, { approvalMarker, approvalOf, markOf }] = await Promise.all([
    import("../../program/kinds.js"),
    import("../../report/request-note.js"),
    import("../../program/ci/approval.js"),
  ]);
  const subject = subjectOf(job, flags);
  const code = plan.refusals.length > 0 ? exit.failed : leavesSomething(plan) ? exit.partly : exit.ok;
  const changes = plan.refusals.length > 0 ? [] : plan.changes.filter(({ origin }) => origin !== "before");
  const marks = key === undefined ? [] : changes.map((change) => markOf(change, subject.instance, key));
  const approval = key === undefined ? undefined : approvalOf({ ...job, instance: subject.instance }, marks, key);
  const reserved = approval && key !== undefined ? approvalMarker(approval, key).length + 1 : 0;
  const note = planNote(plan, kinds, { ...subject, reserved });
  return { marker: noteMarker(subject), note, code, plan, ...(approval ? { approval } : {}) };
}

async function declarations({ job, given, flags }: RequestPlan, session: Session): Promise<Told> {
  const [{ declarationChanges }, { declarationsNote, noteMarker }] = await Promise.all([
    import("../../trueup.js"),
    import("../../report/request-note.js"),
  ]);
  const changes = await declarationChanges(pathsFor(given, session), { ...runContextOf(session, flags), withoutSecrets: true });
  const subject = subjectOf(job, flags);
  return { marker: noteMarker(subject), note: declarationsNote(changes, subject), code: exit.ok };
}

function subjectOf({ head, target }: RequestJob, { url, instance }: RequestPlan["flags"]) {
  return { instance: instance ?? url, head, target };
}

/** A report of a request. In Markdown it is the note, which there always is; nothing else tells of a request that has no plan. */
async function reportOf({ note, plan }: Told, format: ReportFormatName): Promise<string | undefined> {
  if (format === "markdown") return note;
  return plan && reportText(format, "plan", { title: "plan", plan });
}

async function write(
  forge: Forge | undefined,
  { job }: RequestPlan,
  { marker, note, approval }: Told,
  session: Session,
): Promise<void> {
  if (!forge) return;
  const { output } = session;
  const key = sealKey(session);
  const request = await forge.request(job.hosting, job.request);
  // Somebody pushed meanwhile: the note is for the job of that commit.
  if (!request.isOpen || request.head !== job.head) {
    output.note(`No note was written: ${whyNot(job, request)}\n`);
    return;
  }
  const body = approval && key !== undefined ? `${note}${await approvedPart(approval, key, forge, { job, marker })}\n` : note;
  const { end, ignored } = await forge.note(job.hosting, job.request, { marker, body });
  const others = ignored === 0 ? "" : `; ${ignored === 1 ? "1 note" : `${ignored} notes`} with the same marker by others ignored`;
  output.note(`The note of ${job.noun} ${job.request} was ${end === "unchanged" ? "up to date" : end}${others}\n`);
}

/** The hidden part of a note that says what it approves. Once somebody has approved this commit, a new plan of it only takes away. */
async function approvedPart(
  approval: Approval,
  key: string,
  forge: Forge,
  { job, marker }: Pick<RequestPlan, "job"> & Pick<Told, "marker">,
): Promise<string> {
  const { approvalIn, approvalMarker, narrowed } = await import("../../program/ci/approval.js");
  const note = await forge.readNote(job.hosting, job.request, marker);
  const earlier = note === undefined ? undefined : approvalIn(note, key);
  const isFixed = earlier !== undefined && (await forge.isApproved(job.hosting, job.request, job.head));
  return approvalMarker(isFixed ? narrowed(approval, earlier) : approval, key);
}

function whyNot(
  { head, noun, request }: RequestJob,
  { head: now, isOpen }: { readonly head: string; readonly isOpen: boolean },
): string {
  if (!isOpen) return `${noun} ${request} is not open`;
  return `${noun} ${request} is at ${now.slice(0, 12)} now, and this job is for ${head.slice(0, 12)}; the job of that commit tells what it does`;
}
