import { type Command, Option } from "commander";
import { TrueupError } from "../../core/errors.js";
import { notDeclaredCount } from "../../core/plan.js";
import { isData, textOrData } from "../../report/data-formats.js";
import type { AdoptionPlace, GivenDrift, Placed, PlaceGiven } from "../../trueup.js";
import { ask, canAsk } from "../confirm.js";
import { exit, type ExitCode, leavesSomething } from "../exit.js";
import { reviewAndWrite } from "../file-changes.js";
import { collect } from "../option-values.js";
import {
  addExample,
  addPlanOptions,
  addPlanReportOptions,
  addRevisionOptions,
  addServerOptions,
  addUnmanagedOptions,
  optionsGiven,
  type PlanFlags,
  type PlanReportFlags,
  type ReportFileFlags,
  ReportOption,
} from "../options.js";
import { checkAddresses, planShown, showPlan } from "../planning.js";
import { noteFreeze, pathsFor, undeclaredBy } from "../project.js";
import { reportFiles, reportText, writeReports } from "../reports.js";
import type { Session } from "../session.js";
import { type Target, withTarget } from "../target.js";
import { usage } from "../usage.js";

type Flags = PlanFlags &
  PlanReportFlags &
  ReportFileFlags &
  PlaceFlags & { readonly at?: string; readonly adopt?: readonly string[]; readonly adoptAll?: true; readonly yes?: true };

/** `trueup drift`: the plan for schedules. Writes nothing on the platform; says by its exit code whether that is as the files say, or adopts what is live into the files. */
export function defineDrift(program: Command, session: Session): void {
  const command = program
    .command("drift [path...]")
    .description(
      "find changes that were made by hand: exit 2 if the platform differs from the files, 0 if not; changes nothing on the platform",
    )
    .option(
      "--adopt <address>",
      "write the live values of this address into the files instead, * and ** allowed (repeatable)",
      collect,
    )
    .option("--adopt-all", "write everything that drifted into the files")
    .addOption(
      new Option(
        "--adopt-to <place>",
        "where to write a value that a policy or preset gives: the resource itself, the policy, or an exception",
      ).choices(["thing", "policy", "exception"]),
    )
    .option("--reason <text>", "why, for exceptions of --adopt-to exception")
    .option("--yes", "do not ask before files change")
    .addOption(new ReportOption("plan"));
  addPlanReportOptions(addUnmanagedOptions(addPlanOptions(addServerOptions(addRevisionOptions(command)))));
  addExample(command, "trueup drift --format markdown", "trueup drift --undeclared", 'trueup drift --adopt "project:acme/web"');
  command.action(async (given: readonly string[]) => {
    const flags = { ...undeclaredBy(session), ...command.opts<Flags>() };
    const paths = pathsFor(given, session);
    session.interrupt.listen();
    const adopted = adoptedAddresses(flags);
    const reports = await reportFiles(flags.report, "plan", session, paths);
    session.exitCode = await withTarget(flags, session, async (target): Promise<ExitCode> => {
      if (adopted) return adoptInto(paths, adopted, flags, target, session);
      const { plan } = await planShown(paths, flags, target, session);
      const isUndeclaredDrift = flags.undeclared !== undefined;
      const about = { title: "drift", isUndeclaredDrift } as const;
      await writeReports(reports, async (format) => reportText(format, "plan", { ...about, plan }), session);
      await showPlan(plan, { ...flags, ...about }, session);
      await noteFreeze(session, target.around.now);
      if (plan.refusals.length > 0) return exit.failed;
      if (leavesSomething(plan)) return exit.partly;
      const isChanged = plan.changes.length > 0 || (isUndeclaredDrift && notDeclaredCount(plan) > 0);
      return isChanged ? exit.changes : exit.ok;
    });
  });
}

/** Options that would have no effect where files change, because nothing is planned and nothing is reported. */
const meantForPlans = [
  ...(["target", "under", "resendSecrets", "secretFingerprints", "allowDelete", "allowRestore", "maxDeletes"] as const),
  ...(["unreadLimit", "removedSince", "unmanaged"] as const),
];
const meantForReports = ["summary", "noteLimit", "report"] as const;

/** Address globs whose drift goes into the files, empty for all; undefined where drift is only told. */
function adoptedAddresses(flags: Flags): readonly string[] | undefined {
  const { at, adopt, adoptAll, format } = flags;
  checkPlace(flags, adopt !== undefined || adoptAll === true);
  if (adopt === undefined && !adoptAll) return undefined;
  const option = adopt ? "--adopt" : "--adopt-all";
  if (at !== undefined)
    throw usage(`--at cannot be combined with ${option}`, "The files of a revision are read alone: check it out to change them.");
  const mixed = [...(adopt && adoptAll ? ["--adopt-all"] : []), ...optionsGiven(flags, [...meantForPlans, ...meantForReports])];
  if (mixed.length > 0) {
    throw usage(`${option} cannot be combined with ${mixed.join(", ")}`, "Name the things by --adopt alone.");
  }
  if (format === "markdown") throw usage("--adopt has no Markdown report", `Use --format ${textOrData.join(", ")}.`);
  checkAddresses(adopt ?? []);
  return adopt ?? [];
}

async function adoptInto(
  paths: readonly string[],
  addresses: readonly string[],
  flags: Flags,
  target: Target,
  session: Session,
): Promise<ExitCode> {
  const { draftAdoption } = await import("../../trueup.js");
  const draft = await session.interrupt.orLeave(
    draftAdoption(paths, addresses, target.server, target.around, {
      place: placeBy(flags, session),
      undeclared: flags.undeclared,
    }),
  );
  const format = isData(flags.format) ? flags.format : "text";
  return reviewAndWrite(draft, { ...flags, format }, session);
}

/** What commander makes of the options that say where to adopt. */
interface PlaceFlags {
  readonly adoptTo?: AdoptionPlace;
  readonly reason?: string;
}

/** Throws TrueupError `usage` for options that say nothing together. */
function checkPlace({ adoptTo, reason }: PlaceFlags, isAdopting: boolean): void {
  const [first] = optionsGiven({ adoptTo, reason }, ["adoptTo", "reason"]);
  if (first !== undefined && !isAdopting)
    throw usage(`${first} goes with --adopt or --adopt-all`, "Name what is to be adopted: --adopt ADDRESS");
  if (adoptTo === "exception" && (reason ?? "").trim() === "")
    throw usage("an exception needs a reason", "Say why: --adopt-to exception --reason TEXT");
  if (adoptTo !== "exception" && reason !== undefined)
    throw usage("--reason is for exceptions alone", "Give it with --adopt-to exception.");
}

/**
 * Where to take over what policies and presets give: as the options say, else as somebody on the terminal says. Throws TrueupError `adopt.where` where there is nobody to
 * ask.
 */
function placeBy({ adoptTo, reason = "" }: PlaceFlags, session: Session): PlaceGiven {
  return async (drifts) => {
    if (adoptTo === undefined && !canAsk(session)) throw whereTo(drifts);
    const { valueText } = await import("../../report/value.js");
    const answers = new Map<string, Placed | undefined>();
    const placed: (Placed | undefined)[] = [];
    for (const drift of drifts) {
      const group = `${drift.layer}\n${drift.source}\n${drift.attribute}`;
      if (!answers.has(group)) {
        const about = `${drift.desired.address}: ${drift.attribute} is ${valueText(drift.live)}, and ${giver(drift)} says otherwise (${drift.source}).`;
        answers.set(group, adoptTo === undefined ? await asked(about, drift, session) : placeOf(adoptTo, reason));
      }
      const answer = answers.get(group);
      if (answer?.to === "policy" && drift.obstacles.policy === undefined)
        session.output.note(`${giver(drift)} changes for ${others(drift)}: ${drift.attribute} (${drift.source})\n`);
      placed.push(answer);
    }
    return placed;
  };
}

async function asked(about: string, drift: GivenDrift, session: Session): Promise<Placed | undefined> {
  const { obstacles } = drift;
  const choices: readonly (readonly [AdoptionPlace, string])[] = [
    ["exception", "an exception for it alone"],
    ["thing", "its own body"],
    ["policy", `${giver(drift)}, for ${others(drift)} too`],
  ];
  const open = choices.filter(([place]) => obstacles[place] === undefined);
  const closed = choices.flatMap(([place]) =>
    obstacles[place] === undefined ? [] : [`  not to ${place}: ${obstacles[place]}\n`],
  );
  session.output.note(`${about}\n${closed.join("")}`);
  if (open.length === 0) return undefined;
  const lines = open.map(([place, words]) => `  ${place}: ${words}\n`).join("");
  const answer = (await ask(`${lines}Where to take it over (nothing: leave it)? `, session)).trim().toLowerCase();
  const chosen = open.find(([place]) => place === answer)?.[0];
  if (chosen !== "exception") return chosen && { to: chosen };
  const reason = (await ask("Reason of the exception: ", session)).trim();
  return reason === "" ? undefined : { to: chosen, reason };
}

function placeOf(to: AdoptionPlace, reason: string): Placed {
  return to === "exception" ? { to, reason } : { to };
}

function whereTo(drifts: readonly GivenDrift[]): TrueupError {
  const [first] = drifts;
  const more = drifts.length > 1 ? ` (and ${drifts.length - 1} more)` : "";
  const what = first ? `${first.attribute} of ${first.desired.address}: ${giver(first)} gives it${more}` : "";
  return new TrueupError({
    code: "adopt.where",
    ...(first ? { where: first.source } : {}),
    message: `it is not said where to adopt ${what}, and there is no terminal to ask on; nothing was written`,
    hint: "Say it: --adopt-to thing, --adopt-to policy, or --adopt-to exception --reason TEXT",
  });
}

function giver({ layer }: GivenDrift): string {
  return layer === "" ? "its own body, by words," : layer;
}

function others({ others: count }: GivenDrift): string {
  return count === 1 ? "1 other" : `${count} others`;
}
