import { type Command, Option } from "commander";
import { exit, type ExitCode, leavesSomething } from "../exit.js";
import {
  addExample,
  addAcknowledgeOption,
  addPlanOptions,
  addPlanReportOptions,
  addRevisionOptions,
  addServerOptions,
  addUnmanagedOption,
  type PlanFlags,
  type PlanReportFlags,
  type ReportFileFlags,
  ReportOption,
} from "../options.js";
import { digestLines, planTarget, writePlanFile } from "../plan-file.js";
import { planShown, showPlan } from "../planning.js";
import { noteFreeze, pathsFor } from "../project.js";
import { reportFiles, reportText, writeReports } from "../reports.js";
import type { Session } from "../session.js";
import { withTarget } from "../target.js";

type Flags = PlanFlags &
  PlanReportFlags &
  ReportFileFlags & { readonly out?: string; readonly detailedExitcode?: true; readonly requireSecrets?: true };

/** `trueup plan`: what apply would do. Writes nothing on the platform. */
export function definePlan(program: Command, session: Session): void {
  const command = program
    .command("plan [path...]")
    .description("show what apply would change, attribute by attribute; changes nothing")
    .option("--out <file>", "also write the plan to a file, for apply --plan")
    .option("--detailed-exitcode", "exit with 2 if there are changes")
    .addOption(
      new Option(
        "--without-secrets",
        "resolve no ${env:NAME} and no ${file:path}: what they give is not compared, and the plan is not applied",
      ).conflicts("out"),
    )
    .addOption(
      new Option(
        "--require-secrets",
        "refuse the plan if a value that it compares is missing; else the rest is compared",
      ).conflicts("withoutSecrets"),
    )
    .addOption(new ReportOption("plan"));
  addPlanReportOptions(addUnmanagedOption(addAcknowledgeOption(addPlanOptions(addServerOptions(addRevisionOptions(command))))));
  addExample(command, "trueup plan --out plan.json", 'trueup plan --target "project:acme/**" ./trueup');
  command.action(async (given: readonly string[]) => {
    const flags = command.opts<Flags>();
    const paths = pathsFor(given, session);
    session.interrupt.listen();
    const reports = await reportFiles(flags.report, "plan", session, paths);
    if (flags.out !== undefined) await planTarget(flags.out, session);
    session.exitCode = await withTarget(flags, session, async (target): Promise<ExitCode> => {
      const made = await planShown(paths, { ...flags, comparesRest: !flags.requireSecrets }, target, session);
      const { plan } = made;
      await writeReports(reports, async (format) => reportText(format, "plan", { title: "plan", plan }), session);
      const { checkGiven } = await import("../../trueup.js");
      checkGiven(plan, flags.ack ?? [], made.layerNames);
      await showPlan(plan, { ...flags, file: plan.refusals.length > 0 ? undefined : flags.out }, session);
      await noteFreeze(session, target.around.now);
      if (plan.refusals.length > 0) {
        if (flags.out !== undefined) session.output.error(`The plan is refused: nothing was written to ${flags.out}\n`);
        return exit.failed;
      }
      if (flags.out !== undefined) {
        await writePlanFile(flags.out, made, session);
        session.output.note(
          `The plan is in ${flags.out}. To carry it out: trueup apply --plan ${[flags.out, ...paths].join(" ")}\n${digestLines(plan)}`,
        );
      }
      if (leavesSomething(plan)) return exit.partly;
      return plan.changes.length > 0 && flags.detailedExitcode ? exit.changes : exit.ok;
    });
  });
}
