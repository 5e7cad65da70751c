import { type Command, Option } from "commander";
import { notDeclaredCount } from "../../core/plan.js";
import { isData, textOrData } from "../../report/data-formats.js";
import { checkPlace, type PlaceFlags, placeBy } from "../adoption-place.js";
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
