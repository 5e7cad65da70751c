import type { Command } from "commander";
import { defined } from "../../core/collections.js";
import type { Tier } from "../../core/names.js";
import { resultText, textOrData, type TextOrData } from "../../report/data-formats.js";
import type { CheckedFiles } from "../../report/reported.js";
import { exit } from "../exit.js";
import { addFormatOptions } from "../format-options.js";
import { release } from "../option-values.js";
import {
  addExample,
  addProjectOptions,
  addRevisionOptions,
  addVariableOptions,
  nowOption,
  type ReportFileFlags,
  ReportOption,
  type RunFlags,
  tierOption,
} from "../options.js";
import { pathsFor } from "../project.js";
import { placesInRepository, reportFiles, reportText, writeReports } from "../reports.js";
import { savedPlanIn } from "../saved-plan-given.js";
import type { Session } from "../session.js";
import { runContextOf } from "../target.js";

interface Flags extends Omit<RunFlags, "debug">, ReportFileFlags {
  readonly format: TextOrData | "markdown";
  readonly tier?: Tier;
  readonly serverVersion?: string;
  readonly strict?: true;
}

/** `trueup validate`: the files alone, without any network. */
export function defineValidate(program: Command, session: Session): void {
  const command = addProjectOptions(program.command("validate [path...]"))
    .description("check the files: keys, values and references; no network")
    .addOption(tierOption("also check what this tier lacks"))
    .option("--server-version <version>", "also check what this release lacks, for example 15.4.0", release)
    .option("--strict", "a missing variable or file of a secret is an error")
    .addOption(nowOption())
    .addOption(new ReportOption("validate"))
    .option("--debug", "show stack traces");
  addFormatOptions(addVariableOptions(addRevisionOptions(command)), [...textOrData, "markdown"]);
  addExample(command, "trueup validate", "trueup validate --tier premium --server-version 15.4.0 ./trueup");
  command.action(async (paths: readonly string[]) => {
    const flags = command.opts<Flags>();
    const reports = await reportFiles(flags.report, "validate", session, pathsFor(paths, session));
    const checked = await checkedFiles(paths, flags, session);
    await writeReports(reports, async (format) => reportText(format, "validate", checked), session);
    const { checkedJson, checkedMarkdown, checkedText } = await import("../../report/checked-files.js");
    const { output } = session;
    const texts = { text: () => checkedText(checked, output), markdown: () => checkedMarkdown(checked) };
    output.result(await resultText(flags.format, () => checkedJson(checked), texts));
    const errors = checked.diagnostics.filter(({ severity }) => severity === "error").length;
    session.exitCode = errors === 0 ? exit.ok : exit.failed;
  });
}

/** What is wrong, and where in the repository it is. */
async function checkedFiles(paths: readonly string[], flags: Flags, session: Session): Promise<CheckedFiles> {
  const { diagnostics, texts, things } = await findingsOf(paths, flags, session);
  const frames = new Map([...(session.opened?.texts ?? []), ...texts]);
  const placeOf = flags.report === undefined ? (file: string) => file : await placesInRepository(session);
  return { diagnostics, files: [...texts.keys()], frames, things, placeOf };
}

/** What is wrong with the project file and with the files. */
async function findingsOf(paths: readonly string[], flags: Flags, session: Session) {
  const { tier, serverVersion, strict } = flags;
  const { validate } = await import("../../validate.js");
  const projectDiagnostics = session.opened?.diagnostics ?? [];
  const options = defined({ tier, serverVersion, strict });
  try {
    const around = runContextOf(session, flags);
    const { state, texts, diagnostics } = await validate(pathsFor(paths, session), options, around);
    const masked = texts();
    const plan = savedPlanIn(masked);
    if (plan) throw plan;
    return { diagnostics: [...projectDiagnostics, ...diagnostics], texts: masked, things: state.resources.length };
  } catch (error) {
    // That there are no files may follow from what is wrong with the project file.
    if (!projectDiagnostics.some(({ severity }) => severity === "error")) throw error;
    return { diagnostics: projectDiagnostics, texts: new Map<string, string>(), things: 0 };
  }
}
