import type { Command } from "commander";
import { exit, type ExitCode } from "../exit.js";
import {
  addExample,
  addPlanOptions,
  addReportOptions,
  addServerOptions,
  addUnmanagedOption,
  type PlanFlags,
  type ReportFlags,
} from "../options.js";
import { makePlan, type PlanFormat, showPlan } from "../planning.js";
import type { Session } from "../session.js";
import { withTarget } from "../target.js";

type Flags = PlanFlags & ReportFlags<PlanFormat>;

/** `trueup drift`: the plan for schedules. Never writes; says by its exit code whether the platform is as the files say. */
export function defineDrift(program: Command, session: Session): void {
  const command = program
    .command("drift [path...]")
    .description("tell whether the platform is as the files say: exit 0 if it is, 2 if not; changes nothing");
  addReportOptions(addUnmanagedOption(addPlanOptions(addServerOptions(command))), ["text", "json", "markdown"]);
  addExample(command, "trueup drift --format markdown", "trueup drift --unmanaged");
  command.action(async (paths: readonly string[]) => {
    const flags = command.opts<Flags>();
    session.interrupt.listen();
    session.exitCode = await withTarget(flags, session, async (target): Promise<ExitCode> => {
      const plan = await makePlan(paths, flags, target, session);
      await showPlan(plan, flags, session);
      if (plan.refusals.length > 0) return exit.failed;
      return plan.changes.length > 0 ? exit.changes : exit.ok;
    });
  });
}
