import type { Command } from "commander";
import { acknowledgedAll } from "../../core/acknowledgement.js";
import { TrueupError } from "../../core/errors.js";
import { nothingDone, type Plan, type PlanSeal, type Result } from "../../core/plan.js";
import { isData, textOrData, type TextOrData } from "../../report/data-formats.js";
import { checkAllowances } from "../allowances.js";
import { carryOutShown, type PlanToApply, showResult } from "../carry-out.js";
import { confirm } from "../confirm.js";
import { exit, type ExitCode, exitOf, leavesSomething } from "../exit.js";
import { tellFailure } from "../failure.js";
import { journaled } from "../journal.js";
import { age, planDigest } from "../option-values.js";
import {
  addAcknowledgeOption,
  addExample,
  addPlanOptions,
  addReportOptions,
  addServerOptions,
  nowOption,
  optionsGiven,
  type PlanFlags,
  type ReportFileFlags,
  type ReportFlags,
  ReportOption,
} from "../options.js";
import { readPlanFile } from "../plan-file.js";
import { mustBeFresh, rememberApplied } from "../plan-freshness.js";
import { planShown, showPlan } from "../planning.js";
import { mustNotBeFrozen, pathsFor } from "../project.js";
import { type ReportFile, reportFiles, reportText, writeReports } from "../reports.js";
import type { Session } from "../session.js";
import { type Target, withTarget } from "../target.js";
import { usage } from "../usage.js";

type Flags = PlanFlags &
  ReportFlags<TextOrData> &
  ReportFileFlags & {
    readonly plan?: string;
    readonly maxAge?: number;
    readonly expect?: string;
    readonly dryRun?: true;
    readonly detailedExitcode?: true;
    readonly yes?: true;
    readonly journal: boolean;
  };

/** The options of a run, its reports looked at. */
type ApplyFlags = Flags & { readonly reports: readonly ReportFile[] };

/** What is to be carried out, with what apply must know of how it came about. */
type Chosen = PlanToApply & {
  readonly seal?: PlanSeal;
  readonly layerNames?: readonly string[];
};

/** `trueup apply`: plans and carries out, or carries out a plan that was saved. */
export function defineApply(program: Command, session: Session): void {
  const command = program
    .command("apply [path...]")
    .description("change the platform so that it is as the files say: plan, ask, apply")
    .option("--plan <file>", "carry out this saved plan instead of making one; a path says where the files lie that it names")
    .option("--max-age <age>", "take a sealed plan of at most this age, such as 30m, 24h or 7d (default: 24h)", age)
    .option(
      "--expect <digest>",
      "only if the plan or its changes have this digest, which somebody approved: then nobody is asked",
      planDigest,
    )
    .option("--dry-run", "show the plan and change nothing, with the exit codes of plan")
    .option("--detailed-exitcode", "with --dry-run, exit with 2 if there are changes")
    .option("--yes", "do not ask")
    .option("--no-journal", "apply without a journal in .trueup/journal")
    .addOption(new ReportOption("apply"));
  addReportOptions(addAcknowledgeOption(addPlanOptions(addServerOptions(command), nowOption("with --emulator, "))), textOrData);
  addExample(command, "trueup apply", "trueup apply --plan plan.json --yes");
  command.action(async (given: readonly string[]) => {
    const flags = command.opts<Flags>();
    const paths = pathsFor(given, session);
    session.interrupt.listen();
    refuseMixture(flags);
    refuseOtherInstant(flags);
    if (!flags.dryRun) await mustNotBeFrozen(session, instantOf(flags, session));
    const reports = await reportFiles(flags.report, "apply", session, [...paths, ...(flags.plan ? [flags.plan] : [])]);
    session.exitCode = await withTarget(flags, session, async (target) =>
      planAndApply(paths, { ...flags, reports }, target, session),
    );
  });
}

async function planAndApply(paths: readonly string[], flags: ApplyFlags, target: Target, session: Session): Promise<ExitCode> {
  const chosen =
    flags.plan === undefined
      ? await planShown(paths, flags, target, session)
      : await saved(flags.plan, paths, flags, target, session);
  const { plan } = chosen;
  if (flags.format === "text" || flags.dryRun || plan.refusals.length > 0) await showPlan(plan, flags, session);
  const report = async (result?: Result): Promise<void> =>
    writeReports(flags.reports, async (format) => reportText(format, "apply", { plan, result }), session);
  if (plan.refusals.length > 0) {
    await report();
    return exit.failed;
  }
  const { checkAcknowledged, checkGiven } = await import("../../trueup.js");
  checkGiven(plan, flags.ack ?? [], chosen.layerNames);
  if (flags.dryRun) return dryRunCode(plan, flags);
  checkAcknowledged(plan, chosen.acknowledged ?? []);
  await checkApproved(plan, flags);
  if (plan.changes.length === 0) {
    await report(nothingDone(plan));
    if (isData(flags.format)) await showResult(nothingDone(plan), flags, session);
    return leavesSomething(plan) ? exit.partly : exit.ok;
  }
  if (!flags.yes && flags.expect === undefined && !(await confirm(questionOf(plan), session))) {
    session.output.note("Nothing was applied.\n");
    return exit.failed;
  }
  // A freeze may have begun while somebody was asked.
  await mustNotBeFrozen(session, instantOf(flags, session));
  const { result, close } = await journaled(chosen.acknowledged, flags, session, async (log) =>
    carryOutShown({ ...chosen, ...log }, target, session),
  );
  await showResult(result, flags, session);
  const kept = [
    await isKept(close, flags, session),
    await keepFingerprints(plan, result, flags, target, session),
    await keepApplied(chosen, result, flags, session),
    await isKept(async () => report(result), flags, session),
  ];
  return kept.every(Boolean) ? exitOf(result) : exit.partly;
}

async function keepFingerprints(plan: Plan, result: Result, flags: Flags, target: Target, session: Session): Promise<boolean> {
  if (flags.secretFingerprints === undefined) return true;
  const { keepSecretFingerprints } = await import("../../trueup.js");
  const file = flags.secretFingerprints;
  return isKept(async () => keepSecretFingerprints(file, plan, result, target.around), flags, session);
}

/** A sealed plan that is done wholly is not applied once more. */
async function keepApplied({ plan, seal }: Chosen, result: Result, flags: Flags, session: Session): Promise<boolean> {
  const isDone = !result.interrupted && result.outcomes.every(({ status }) => status === "done");
  if (seal === undefined || !isDone) return true;
  const { digest } = plan;
  return isKept(async () => rememberApplied({ ...seal, digest }, session), flags, session);
}

/** What was applied stays so, whatever becomes of a file: that it cannot be written is told, and does not look as if nothing had succeeded. */
async function isKept(keep: () => Promise<void>, flags: Flags, session: Session): Promise<boolean> {
  try {
    await keep();
    return true;
  } catch (error) {
    await tellFailure(error, { format: isData(flags.format) ? flags.format : undefined, debug: flags.debug === true }, session);
    return false;
  }
}

function questionOf({ calls, targets, under }: Plan): string {
  const part = targets || under ? " of a plan that is only a part" : "";
  return `Apply ${calls.length === 1 ? "this call" : `these ${calls.length} calls`}${part}?`;
}

async function saved(
  file: string,
  paths: readonly string[],
  { allowDelete = [], allowRestore = [], maxDeletes, maxAge, secretFingerprints, ack }: Flags,
  target: Target,
  session: Session,
): Promise<Chosen> {
  await checkAllowances({ allowDelete, allowRestore });
  const { plan, seal } = await readPlanFile(file, session);
  if (seal === undefined && maxAge !== undefined)
    throw usage(
      "--max-age needs a sealed plan: no other one shows when it was made",
      "Plan and apply with one key in TRUEUP_PLAN_KEY.",
    );
  if (!target.server.ignorePin) await checkSameServer(plan, target);
  if (seal !== undefined) await mustBeFresh({ file, plan, seal, maxAge }, paths, target, session);
  if (secretFingerprints !== undefined) {
    const { readSecretFingerprints } = await import("../../trueup.js");
    // What cannot be kept afterwards is told before anything is sent.
    await readSecretFingerprints(secretFingerprints, target.around);
  }
  const allowances = { allowDelete, allowRestore, ...(maxDeletes === undefined ? {} : { maxDeletes }) };
  const trust = { paths, sealed: seal !== undefined, ...allowances };
  return { plan, acknowledged: acknowledgedAll(ack), ...(seal === undefined ? {} : { seal }), saved: trust };
}

/** Throws where another plan than this one was approved. */
async function checkApproved(plan: Plan, { expect }: Flags): Promise<void> {
  if (expect === undefined || expect === plan.digest) return;
  const { changesDigest } = await import("../../trueup.js");
  const changes = changesDigest(plan);
  if (expect === changes) return;
  throw new TrueupError({
    code: "plan.digest",
    message: `the plan has the digest ${plan.digest}, its changes have ${changes}, and the approved one is ${expect}: nothing was applied`,
    hint: "The files or the platform have changed since it was approved: look at the new plan, and approve it.",
  });
}

/** Throws where a server is to be changed as of another instant than this one: freezes, exceptions that ended and the age of plans would hold nobody. */
function refuseOtherInstant({ now, emulator }: Flags): void {
  if (now === undefined || emulator) return;
  const message = "--now goes with --emulator alone: a server is changed as of this instant";
  throw usage(message, "Look ahead with `trueup plan --now`, which changes nothing.");
}

function instantOf({ now }: Flags, session: Session): Date {
  return now ?? session.now();
}

/** A saved plan says by itself what is to be done: options that say what to plan could only contradict it. */
function refuseMixture(flags: Flags): void {
  if (flags.detailedExitcode && !flags.dryRun)
    throw usage("--detailed-exitcode goes with --dry-run", "An apply without it exits with 0 if everything was applied.");
  if (flags.plan === undefined) {
    if (flags.maxAge === undefined) return;
    throw usage("--max-age goes with --plan: what is planned now has no age", "Take it away, or name a plan.");
  }
  const given = optionsGiven(flags, ["target", "under", "resendSecrets", "unreadLimit", "removedSince", "ignorePin"]);
  if (given.length === 0) return;
  throw usage(`--plan cannot be combined with ${given.join(", ")}`, "Give these to `trueup plan --out FILE`.");
}

/** The exit code of `plan` for a plan that is not refused. */
function dryRunCode(plan: Plan, { detailedExitcode }: Flags): ExitCode {
  if (leavesSomething(plan)) return exit.partly;
  return plan.changes.length > 0 && detailedExitcode ? exit.changes : exit.ok;
}

/**
 * A plan file may come from anywhere, so the server in it never chooses where the token goes: it must be the one that `--url` or the environment says, or where
 * neither does one that the user is logged in at or agrees to. Throws TrueupError `plan.server`, and `server.none` where nothing says a server.
 */
async function checkSameServer(plan: Plan, { server, around }: Target): Promise<void> {
  const [{ chooseServer }, { questionOf }] = await Promise.all([import("../../platform/index.js"), import("../../trueup.js")]);
  const question = questionOf(server, around.env, { suggested: plan.instance.url });
  const { url, source } = await chooseServer(question, around, around.agree);
  if (url === plan.instance.url) return;
  throw new TrueupError({
    code: "plan.server",
    message: `the plan was made for ${plan.instance.url}, but ${source} is ${url}`,
    hint: `Use the plan with ${plan.instance.url}, or plan again for ${url}.`,
  });
}
