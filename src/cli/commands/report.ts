import type { Command } from "commander";
import type { Compliance } from "../../core/compliance.js";
import { exit, type ExitCode } from "../exit.js";
import { addExample, addReportOptions, addServerOptions, nowOption, type ReportFlags, type ServerFlags } from "../options.js";
import type { Session } from "../session.js";
import { withTarget } from "../target.js";

type Flags = ServerFlags & ReportFlags<"text" | "json" | "markdown">;

/** `trueup report`: what files and platform say together, beside plans. */
export function defineReport(program: Command, session: Session): void {
  const report = program.command("report").description("show reports, such as which projects violate a policy; changes nothing");
  const command = report
    .command("compliance [path...]")
    .description(
      "count what obeys and what violates each policy: exit 2 if something in force violates one, 0 if not or if its rollout only reports it",
    )
    .addOption(nowOption());
  addReportOptions(addServerOptions(command), ["text", "json", "markdown"]);
  addExample(command, "trueup report compliance", "trueup report compliance --format markdown ./trueup");
  command.action(async (paths: readonly string[]) => {
    const flags = command.opts<Flags>();
    session.interrupt.listen();
    session.exitCode = await withTarget(flags, session, async (target): Promise<ExitCode> => {
      const { reportCompliance } = await import("../../trueup.js");
      const { compliance, diagnostics } = await session.interrupt.orLeave(reportCompliance(paths, target.server, target.around));
      if (diagnostics.length > 0) {
        const { renderDiagnostics } = await import("../../report/index.js");
        session.output.note(`${renderDiagnostics(diagnostics, { color: session.output.noteColor })}\n`);
      }
      session.output.result(await rendered(compliance, flags, session));
      const violations = compliance.policies.flatMap((policy) => policy.violations);
      return violations.some(({ reported }) => reported !== true) ? exit.changes : exit.ok;
    });
  });
}

async function rendered(compliance: Compliance, { format, verbose }: Flags, { output }: Session): Promise<string> {
  const report = await import("../../report/index.js");
  if (format === "json") return report.complianceJson(compliance);
  if (format === "markdown") return report.renderComplianceMarkdown(compliance, verbose === true);
  return report.renderCompliance(compliance, { color: output.color, width: output.width, verbose: verbose === true });
}
