import type { Command } from "commander";
import { canonicalJson } from "../../core/json.js";
import { type Coverage, notDeclaredCount, type Plan } from "../../core/plan.js";
import { driftNote, driftSummary } from "../../report/drift-note.js";
import { usualNoteLimit } from "../../report/plan-markdown.js";
import type { Forge, IssueOutcome } from "../../trueup.js";
import { exit, type ExitCode, leavesSomething } from "../exit.js";
import { planShown, showPlan } from "../planning.js";
import { noteFreeze, pathsFor, undeclaredBy } from "../project.js";
import { reportFiles, reportText, writeReports } from "../reports.js";
import type { Session } from "../session.js";
import { type Target, targetOf } from "../target.js";
import { usage } from "../usage.js";
import { type CiRun, environmentWith, missing, mustRead, notesToken, openNotes, readToken } from "./around.js";
import { fetchRef, headRef } from "./fetch.js";
import type { DriftPlace, DriftPlaceFlags } from "./job.js";
import { alone, type FoundParts, readParts, writePart } from "./parts.js";
import { addToSummary } from "./summary.js";

/** How drift is told. */
export interface DriftRun extends CiRun<DriftPlaceFlags & { readonly parts?: string }> {
  readonly place: DriftPlace;
}

/**
 * Tells in one issue how the instance differs from the files: of the tip of the job's branch, or of the current directory. Exits as `drift` does. Throws TrueupError `usage`, `git.fetch`, `parts.read`, `parts.write`, and
 * what planning and the forge throw.
 */
export async function tellOfDrift(command: Command, run: DriftRun, session: Session): Promise<ExitCode> {
  const { place, flags } = run;
  const { env } = session;
  const reports = await reportFiles(flags.report, "plan", session);
  mustFit(flags);
  if (!env[notesToken] && flags.issue) throw missing(notesToken, "a token that may write issues, or give --no-issue");
  const forge = flags.issue ? await openNotes(place, flags, session) : undefined;
  try {
    const partsOfRun =
      flags.parts !== undefined && !flags.shard ? await readParts(flags.parts, session) : await read(command, run, session);
    const plan = merged(partsOfRun.plans);
    await writeReports(
      reports,
      async (format) => reportText(format, "plan", { title: "drift", plan, isUndeclaredDrift: true }),
      session,
    );
    await showPlan(plan, { format: "text", title: "drift", isUndeclaredDrift: true }, session);
    const { shard, parts } = flags;
    if (shard && parts !== undefined) await writePart(parts, shard, { plan, commit: partsOfRun.commit }, session);
    if (forge) await tellParts(forge, partsOfRun, run, session);
    return exitOf(partsOfRun);
  } finally {
    await forge?.close();
  }
}

/** A part of an instance that is read by a run of its own is told with the others only. */
function mustFit({ shard, parts, issue, target, under }: DriftRun["flags"]): void {
  if (shard && (target || under)) throw usage("--shard cannot be combined with --under or --target", "Give one of them.");
  if (shard && parts === undefined && issue)
    throw usage("--shard has no --parts", "Name the directory that all shards of this run share, or give --no-issue.");
}

/** Plans what the run is to read. */
async function read(command: Command, run: DriftRun, session: Session): Promise<FoundParts> {
  const { place, flags, given } = run;
  const fetched = place.source && (await fetchRef(place.source, session.env["CI_SERVER_TLS_CA_FILE"]));
  const fetchedSession: Session = {
    ...session,
    ...(fetched ? { cwd: fetched.place } : {}),
    ...environmentWith(readToken, session, flags.url),
  };
  try {
    if (fetched) command.setOptionValue("at", headRef);
    await run.open(command, fetchedSession);
    mustRead(fetchedSession);
    const target = targetOf(flags, fetchedSession);
    const { plan } = await planShown(
      pathsFor(given, fetchedSession),
      { ...undeclaredBy(fetchedSession), ...flags },
      target,
      fetchedSession,
    );
    await noteFreeze(fetchedSession, target.around.now);
    return { plans: [plan], of: 1, commit: fetched?.commit };
  } finally {
    await fetchedSession.revision?.remove();
    await fetched?.remove();
  }
}

/** What an apply knows of the drift that it leaves. */
export interface DriftAfter extends Pick<DriftRun, "place" | "given" | "flags"> {
  readonly paths: readonly string[];
  readonly target: Target;
  readonly commit: string;
}

/** Tells in the same issue what differs after an apply, and heals nothing. Exits as `drift` does. Throws what planning and the forge throw. */
export async function tellOfDriftAfter({ paths, target, commit, ...run }: DriftAfter, session: Session): Promise<ExitCode> {
  // What is acknowledged counts for what is made, and drift shows everything.
  const { ack: _, ...flags } = run.flags;
  const { plan } = await planShown(paths, flags, target, session);
  await showPlan(plan, { format: "text", title: "drift", isUndeclaredDrift: true }, session);
  const parts = { plans: [plan], of: 1, commit };
  const forge = await openNotes(run.place, flags, session);
  try {
    await tell(forge, parts, { ...run, flags }, session);
  } finally {
    await forge.close();
  }
  return exitOf(parts);
}

/** Tells what was found: of a shard once all are there, by the last one that ends. */
async function tellParts(forge: Forge, partsOfRun: FoundParts, run: DriftRun, session: Session): Promise<void> {
  const { shard, parts } = run.flags;
  if (!shard || parts === undefined) return tell(forge, partsOfRun, run, session);
  const all = await readParts(parts, session);
  if (all.plans.length < all.of) {
    session.output.note(`${all.plans.length} of ${all.of} parts are there; the last one writes the issue\n`);
    return;
  }
  const isDone = await alone(parts, session, async () => {
    await tell(forge, await readParts(parts, session), run, session);
    return true;
  });
  if (!isDone) session.output.note("Another part writes the issue\n");
}

/** What several runs found as one plan, to be shown and not applied. */
function merged(plans: readonly Plan[]): Plan {
  const [first, ...others] = plans;
  if (first === undefined || others.length === 0) return first as Plan;
  const unread = plans.flatMap((plan) => plan.unread ?? []);
  const sum = (of: (plan: Plan) => number): number => plans.reduce((total, plan) => total + of(plan), 0);
  const { under: _, unread: __, ...whole } = first;
  const coverage = mergedCoverage(plans.flatMap((plan) => plan.coverage ?? []));
  return {
    ...whole,
    changes: plans.flatMap(({ changes }) => changes),
    calls: plans.flatMap(({ calls }) => calls),
    warnings: plans.flatMap(({ warnings }) => warnings),
    refusals: plans.flatMap(({ refusals }) => refusals),
    ...(unread.length === 0 ? {} : { unread }),
    ...(coverage === undefined ? {} : { coverage }),
    changes_digest: plans
      .map((plan) => plan.changes_digest ?? "")
      .sort()
      .join(),
    summary: {
      create: sum(({ summary }) => summary.create),
      update: sum(({ summary }) => summary.update),
      delete: sum(({ summary }) => summary.delete),
      unchanged: sum(({ summary }) => summary.unchanged),
    },
    stats: { requests: sum(({ stats }) => stats.requests) },
  };
}

/** What several runs counted, each in its part. */
function mergedCoverage(all: readonly Coverage[]): Coverage | undefined {
  if (all.length === 0) return undefined;
  const judged = all.flatMap(({ notDeclared }) => notDeclared ?? []);
  const sums = <Name extends string>(counts: readonly (readonly [Name, number])[]): readonly [Name, number][] => {
    const sum = new Map<Name, number>();
    for (const [name, count] of counts) sum.set(name, (sum.get(name) ?? 0) + count);
    return [...sum];
  };
  const kinds = all.flatMap((coverage) => coverage.kinds);
  const managed = new Map(sums(kinds.map((kind) => [kind.kind, kind.managed])));
  return {
    kinds: sums(kinds.map(({ kind, live }) => [kind, live])).map(([kind, live]) => ({
      kind,
      live,
      managed: managed.get(kind) ?? 0,
    })),
    unmanaged: all.flatMap(({ unmanaged }) => unmanaged),
    gaps: [...new Set(all.flatMap(({ gaps }) => gaps))],
    notDeclared: {
      things: judged.flatMap(({ things }) => things),
      attributes: judged.flatMap(({ attributes }) => attributes),
      notJudged: sums(judged.flatMap(({ notJudged }) => notJudged.map(({ reason, count }) => [reason, count] as const))).map(
        ([reason, count]) => ({ reason, count }),
      ),
    },
  };
}

function exitOf({ plans, of }: FoundParts): ExitCode {
  const plan = merged(plans);
  if (plan.refusals.length > 0) return exit.failed;
  if (leavesSomething(plan) || plans.length < of) return exit.partly;
  return plan.changes.length + notDeclaredCount(plan) > 0 ? exit.changes : exit.ok;
}

async function tell(
  forge: Forge,
  parts: FoundParts,
  { place, given, flags }: Pick<DriftRun, "place" | "given" | "flags">,
  session: Session,
): Promise<void> {
  const [{ kinds }, { tellDrift }] = await Promise.all([import("../../program/kinds.js"), import("../../trueup.js")]);
  const { url, instance = url, target = [], under = [] } = flags;
  const plan = merged(parts.plans);
  const subject = { instance, commit: parts.commit };
  const text = (limit: number): string => session.redactor.scrub(driftNote(plan, kinds, subject, limit));
  const summary = driftSummary(plan);
  // An issue of a run that did not look at it stays the same.
  const { things, attributes } = plan.coverage?.notDeclared ?? {};
  const judged = plan.coverage === undefined ? [] : [{ things, attributes }];
  const outcome = await tellDrift(forge, place.hosting, {
    instance,
    title: `trueup: drift of ${instance}`,
    summary,
    digest: [plan.changes_digest ?? "", ...judged.map((part) => canonicalJson(part))].join("\n"),
    scope: JSON.stringify([url, [...given], [...target].sort(), [...under].sort(), ...judged.map(() => "undeclared")]),
    isWhole: plan.refusals.length === 0 && !leavesSomething(plan) && parts.plans.length === parts.of,
    text,
  });
  if (summary !== "") await addToSummary(`${text(usualNoteLimit)}\n`, session);
  session.output.note(`${issueText(outcome)}\n`);
}

function issueText({ end, issue, why, ignored }: IssueOutcome): string {
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
