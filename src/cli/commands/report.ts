import type { Command } from "commander";
import { resultText, textOrData, type TextOrData } from "../../report/data-formats.js";
import { exit, type ExitCode } from "../exit.js";
import { collect } from "../option-values.js";
import { addExample, addReportOptions, addServerOptions, nowOption, type ReportFlags, type ServerFlags } from "../options.js";
import { tellWarnings } from "../planning.js";
import type { Session } from "../session.js";
import { withTarget } from "../target.js";

type Flags = ServerFlags & ReportFlags<TextOrData | "markdown">;

/** `trueup report`: what files and platform say together, beside plans. */
export function defineReport(program: Command, session: Session): void {
  const report = program.command("report").description("show reports, such as which projects violate a policy; changes nothing");
  defineCompliance(report, session);
  definePerson(report, session);
}

function defineCompliance(report: Command, session: Session): void {
  const command = report
    .command("compliance [path...]")
    .description(
      "count what obeys and what violates each policy: exit 2 if something in force violates one, 0 if not or if its rollout only reports it",
    )
    .addOption(nowOption());
  addReportOptions(addServerOptions(command), [...textOrData, "markdown"]);
  addExample(command, "trueup report compliance", "trueup report compliance --format markdown ./trueup");
  command.action(async (paths: readonly string[]) => {
    const flags = command.opts<Flags>();
    session.interrupt.listen();
    session.exitCode = await withTarget(flags, session, async (target): Promise<ExitCode> => {
      const { reportCompliance } = await import("../../trueup.js");
      const { compliance, diagnostics } = await session.interrupt.orLeave(reportCompliance(paths, target.server, target.around));
      await tellWarnings(diagnostics, session);
      const { documentJson, renderCompliance, renderComplianceMarkdown } = await import("../../report/index.js");
      const { output } = session;
      const verbose = flags.verbose === true;
      const texts = {
        text: () => renderCompliance(compliance, { color: output.color, width: output.width, verbose }),
        markdown: () => renderComplianceMarkdown(compliance, verbose),
      };
      output.result(await resultText(flags.format, () => documentJson(compliance), texts));
      const violations = compliance.policies.flatMap((policy) => policy.violations);
      return violations.some(({ reported }) => reported !== true) ? exit.changes : exit.ok;
    });
  });
}

function definePerson(report: Command, session: Session): void {
  const command = report
    .command("person <username> [path...]")
    .description(
      "list what names a person in the declared groups and projects, and how to remove it: exit 2 if something does, 0 if not",
    )
    .option("--under <glob>", "look below these groups or projects instead (repeatable)", collect, []);
  addReportOptions(addServerOptions(command), [...textOrData, "markdown"]);
  addExample(command, "trueup report person vera", "trueup report person vera --under acme --format markdown");
  command.action(async (username: string, paths: readonly string[]) => {
    const flags = command.opts<Flags & { readonly under: readonly string[] }>();
    session.interrupt.listen();
    session.exitCode = await withTarget(flags, session, async (target): Promise<ExitCode> => {
      const { reportPerson } = await import("../../trueup.js");
      const asked = reportPerson(paths, { username, under: flags.under }, target.server, target.around);
      const person = await session.interrupt.orLeave(asked);
      const { documentJson, renderPerson, renderPersonMarkdown } = await import("../../report/index.js");
      const { output } = session;
      const texts = { text: () => renderPerson(person, output), markdown: () => renderPersonMarkdown(person) };
      output.result(await resultText(flags.format, () => documentJson(person), texts));
      return person.mentions.length > 0 ? exit.changes : exit.ok;
    });
  });
}
