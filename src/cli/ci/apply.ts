import type { Command } from "commander";
import { TrueupError } from "../../core/errors.js";
import { type Change, nothingDone, type Result } from "../../core/plan.js";
import type { Approval } from "../../program/ci/approval.js";
import type { Forge, FreshPlan } from "../../trueup.js";
import { carryOutShown, showResult } from "../carry-out.js";
import { exit, type ExitCode, exitOf as resultExit, leavesSomething } from "../exit.js";
import { runGit } from "../git.js";
import { journaled } from "../journal.js";
import { sealKey } from "../plan-seal.js";
import { planShown, showPlan } from "../planning.js";
import { mustNotBeFrozen, pathsFor, undeclaredBy } from "../project.js";
import { reportFiles, reportText, writeReports } from "../reports.js";
import type { Session } from "../session.js";
import { runContextOf, type Target, targetOf } from "../target.js";
import { type CiRun, environmentWith, missing, notesToken, openNotes, planKey, writeToken } from "./around.js";
import { fetchRef, headRef } from "./fetch.js";
import type { PushJob } from "./job.js";

/** How what was approved is applied. */
export interface ApplyRun extends CiRun<{ readonly unapproved?: true; readonly thenDrift?: true; readonly debug?: true }> {
  readonly job: PushJob;
}

/** What a run makes of what was merged since the last one. */
interface Found {
  readonly target: Target;
  readonly chosen: FreshPlan;
  readonly paths: readonly string[];
  /** What the merged files change and nobody approved as it is now. */
  readonly left: readonly Change[];
  readonly reason: string;
  /** True where something waits for an acknowledgement, or could not be read. */
  readonly isHeld: boolean;
  /** The commit that was applied last. */
  readonly recorded: string | undefined;
  /** The requests that were merged since the last run. */
  readonly requests: readonly number[];
}

/**
 * Applies exactly what was approved: of what the merged requests change since the commit that was recorded last, what stands as it is now in a note that approves it. The rest is told. Only the job of the
 * branch's tip does anything. Throws TrueupError `usage`, `git.fetch`, `ci.history`, and what planning and applying throw.
 */
export async function applyMerged(command: Command, run: ApplyRun, session: Session): Promise<ExitCode> {
  const { job, flags } = run;
  const { output, env } = session;
  if (!env[notesToken]) throw missing(notesToken, "the token that wrote the notes of merge requests");
  if (!env[writeToken]) throw missing(writeToken, "a token that may make what the files say (scope api)");
  const reports = await reportFiles(flags.report, "apply", session);
  const key = sealKey(session);
  // There, any workflow can write a deployment as the user of the job's token.
  if (key === undefined && job.service === "github")
    throw missing(planKey, "32 random bytes, the same as in the job of the plan");
  const forge = await openNotes(job, flags, session, key);
  const fetched = await fetchRef(job, env["CI_SERVER_TLS_CA_FILE"]);
  const fetchedSession: Session = { ...session, cwd: fetched.place, ...environmentWith(writeToken, session, flags.url) };
  try {
    if (fetched.commit !== job.commit) {
      output.note(`Nothing to do: ${job.target} is at ${fetched.commit.slice(0, 12)} now, and the job of that commit applies\n`);
      return exit.ok;
    }
    const part = await findChosen(command, run, { session, fetchedSession, forge });
    const { plan } = part.chosen;
    await showPlan(plan, { format: "text", title: "apply" }, session);
    tellLeft(part, session);
    const result = plan.refusals.length > 0 ? undefined : await made(part, run, fetchedSession, session);
    await writeReports(reports, async (format) => reportText(format, "apply", { plan, ...(result ? { result } : {}) }), session);
    if (!result) return exit.failed;
    await tellRequests(part, result, run, forge);
    const isDone = result.outcomes.every(({ status }) => status === "done") && !result.interrupted;
    // What is left or held back stays this run's until somebody makes it or acknowledges it.
    const isWhole = part.left.length === 0 && !part.isHeld;
    if (isDone && isWhole && part.recorded !== job.commit)
      await forge.record(job.hosting, placeOf(flags), job.commit, job.target);
    const code = !isDone ? resultExit(result) : isWhole ? exit.ok : exit.partly;
    if (!flags.thenDrift || result.interrupted) return code;
    const drift = await driftAfter(part, run, fetchedSession, session);
    return code === exit.ok ? drift : code;
  } finally {
    await fetchedSession.revision?.remove();
    await fetched.remove();
    await forge.close();
  }
}

/** Tells what differs by now from the whole of the merged files, whoever is to heal it. */
async function driftAfter(
  { paths, target }: Found,
  { job, given, flags }: ApplyRun,
  fetchedSession: Session,
  session: Session,
): Promise<ExitCode> {
  const { tellOfDriftAfter } = await import("./drift.js");
  // Held against a base, a plan would tell what is new since then.
  const { request: _, ...whole } = fetchedSession;
  const around = runContextOf(whole, flags);
  const place = { ...job, source: undefined };
  const after = {
    place,
    given,
    flags: { ...undeclaredBy(fetchedSession), ...flags, issue: true },
    paths,
    target: { ...target, around },
    commit: job.commit,
  };
  return tellOfDriftAfter(after, session);
}

/** The environment whose deployments record what was applied. */
function placeOf({ instance, url }: ApplyRun["flags"]): string {
  return `trueup/${(instance ?? new URL(url).host).replaceAll(/[^\w./-]/g, "-")}`;
}

async function findChosen(
  command: Command,
  run: ApplyRun,
  { session, fetchedSession, forge }: { readonly session: Session; readonly fetchedSession: Session; readonly forge: Forge },
): Promise<Found> {
  const { job, flags, given, open } = run;
  const recorded = await forge.recorded(job.hosting, placeOf(flags));
  const base = await baseOf(recorded, job, fetchedSession.cwd);
  command.setOptionValue("at", headRef);
  command.setOptionValue("base", base);
  command.setOptionValue("merged", true);
  await open(command, fetchedSession);
  await mustNotBeFrozen(fetchedSession, session.now());
  const target = targetOf(flags, fetchedSession);
  const paths = pathsFor(given, fetchedSession);
  const whole = await planShown(paths, flags, target, fetchedSession);
  const changes = whole.plan.changes.filter(({ origin }) => origin === "request");
  const { reason, approvals, requests } = await approvalsOf(base, run, forge, session, fetchedSession.cwd);
  const { approvedAmong, markOf } = await import("../../program/ci/approval.js");
  const [key = "", instance] = [sealKey(session), flags.instance ?? flags.url];
  const marks = new Map(changes.map((change) => [change, markOf(change, instance, key)]));
  const among = flags.unapproved ? new Set(marks.values()) : approvedAmong([...marks.values()], approvals, key);
  const isChosen = (change: Change) => among.has(marks.get(change) ?? "");
  const left = changes.filter((change) => !isChosen(change));
  const chosen = await onlyOf(whole, changes.filter(isChosen), async (targets) =>
    planShown(paths, { ...flags, target: targets, areAddresses: true }, target, fetchedSession),
  );
  const isMore = chosen.plan.changes.some((change) => !among.has(markOf(change, instance, key)));
  if (isMore)
    throw new TrueupError({
      code: "ci.more",
      message: "the plan of what was approved has changes that nobody approved: nothing was applied",
      hint: "Look at the plan of the whole with trueup plan, and run the manual job.",
    });
  return { target, chosen, paths, left, reason: reason ?? notApproved, isHeld: leavesSomething(whole.plan), recorded, requests };
}

/** The plan of some changes alone. */
async function onlyOf(
  whole: FreshPlan,
  changes: readonly Change[],
  planAgain: (targets: readonly string[]) => Promise<FreshPlan>,
): Promise<FreshPlan> {
  if (changes.length === whole.plan.changes.length) return whole;
  if (changes.length > 0) return planAgain(changes.map(({ address }) => address));
  const { plan } = whole;
  const summary = { ...plan.summary, create: 0, update: 0, delete: 0 };
  return { ...whole, plan: { ...plan, changes: [], calls: [], barriers: [], summary } };
}

/** What was applied last, or what the tip was merged into. Throws TrueupError `ci.history` where the branch has another history by now. */
async function baseOf(recorded: string | undefined, { target }: PushJob, cwd: string): Promise<string> {
  const git = async (...args: readonly string[]) => runGit(args, { cwd, isAlone: true });
  if (recorded === undefined) {
    const { code, stdout } = await git("rev-parse", "--verify", "--quiet", `${headRef}^1`);
    return code === 0 ? stdout.toString().trim() : headRef;
  }
  const { code } = await git("merge-base", "--is-ancestor", recorded, headRef);
  if (code === 0) return recorded;
  throw new TrueupError({
    code: "ci.history",
    message: `${target} does not have the commit ${recorded.slice(0, 12)} any more, which was applied last`,
    hint: "Somebody rewrote the branch: look at the difference, apply it by hand, and record the commit by a deployment.",
  });
}

const notApproved = "no note of a merged request approves it as it is now";
/** Each is a request to the forge. */
const mostCommits = 200;

/** What the notes of the requests approve that were merged since, and why nothing counts where it does not. */
async function approvalsOf(
  base: string,
  { job, flags }: ApplyRun,
  forge: Forge,
  session: Session,
  cwd: string,
): Promise<{ readonly approvals: readonly Approval[]; readonly reason?: string; readonly requests: readonly number[] }> {
  const none = { approvals: [], requests: [] };
  if (flags.unapproved) return none;
  const key = sealKey(session);
  if (key === undefined) return { ...none, reason: `${planKey} is not set` };
  if (!job.isExternal) return { ...none, reason: "the job is defined where authors can change what notes say" };
  const [{ approvalIn }, { noteMarker }] = await Promise.all([
    import("../../program/ci/approval.js"),
    import("../../report/request-note.js"),
  ]);
  const { stdout } = await runGit(["rev-list", "--first-parent", `${base}..${headRef}`], { cwd, isAlone: true });
  const commits = stdout
    .toString()
    .split("\n")
    .filter((line) => line !== "");
  if (commits.length > mostCommits)
    return {
      ...none,
      reason: `${commits.length} commits came since the last one that was applied, and at most ${mostCommits} are looked up`,
    };
  const instance = flags.instance ?? flags.url;
  const listed = await Promise.all(commits.map(async (commit) => forge.merged(job.hosting, job.target, commit)));
  const requests = new Map(listed.flat().map((request) => [request.number, request])).values();
  const approvals = await Promise.all(
    [...requests].map(async ({ number, head }) => {
      const note = await forge.readNote(job.hosting, number, noteMarker({ instance }));
      const approval = note === undefined ? undefined : approvalIn(note, key);
      const isOfIt = approval?.hosting === job.hosting && approval.request === number && approval.head === head;
      return isOfIt && approval.instance === instance ? [approval] : [];
    }),
  );
  return { approvals: approvals.flat(), requests: [...new Set(listed.flat().map(({ number }) => number))] };
}

/** Tells each merged request in its note what became of the run. */
async function tellRequests(
  { chosen, left, reason, requests }: Found,
  { outcomes }: Result,
  { job, flags }: ApplyRun,
  forge: Forge,
): Promise<void> {
  const { appliedNote, noteMarker } = await import("../../report/request-note.js");
  const done = outcomes.filter(({ status }) => status === "done").length;
  const outcome = { commit: job.commit, done, of: chosen.plan.changes.length, left: left.map(({ address }) => address), reason };
  const marker = noteMarker({ instance: flags.instance ?? flags.url });
  for (const number of requests) await forge.addToNote(job.hosting, number, marker, appliedNote(outcome));
}

/** Makes what was chosen. The journal lies where the job is. */
async function made({ target, chosen }: Found, { job }: ApplyRun, fetchedSession: Session, session: Session): Promise<Result> {
  const { plan, acknowledged } = chosen;
  const { checkAcknowledged } = await import("../../trueup.js");
  checkAcknowledged(plan, acknowledged);
  if (plan.changes.length === 0) return nothingDone(plan);
  const { result, close } = await journaled(acknowledged, { journal: true, commit: job.commit }, session, async (log) =>
    carryOutShown({ ...chosen, ...log }, target, fetchedSession),
  );
  await showResult(result, { format: "text" }, session);
  await close();
  return result;
}

function tellLeft({ left, reason }: Found, { output }: Session): void {
  if (left.length === 0) return;
  const shown = left.slice(0, 20).map(({ action, address }) => `  ${action} ${address}`);
  const more = left.length > shown.length ? [`  and ${left.length - shown.length} more`] : [];
  const head = `Left for the manual job: ${left.length === 1 ? "1 change" : `${left.length} changes`} (${reason})`;
  output.note(`${[head, ...shown, ...more].join("\n")}\n`);
}
