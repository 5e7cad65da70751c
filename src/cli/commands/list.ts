import { type Command, Option } from "commander";
import { resultText, textOrData, type TextOrData } from "../../report/data-formats.js";
import { exit } from "../exit.js";
import { addFormatOptions } from "../format-options.js";
import { collect, pathGlobs } from "../option-values.js";
import { addExample, addProjectOptions, addRevisionOptions, addVariableOptions, nowOption, type RunFlags } from "../options.js";
import { pathsFor } from "../project.js";
import type { Session } from "../session.js";
import { runContextOf } from "../target.js";

interface Flags extends Omit<RunFlags, "debug"> {
  readonly format: TextOrData | "markdown";
  readonly target?: readonly string[];
  readonly under?: readonly string[];
}

/** `trueup list`: the addresses that files declare, with the filters of a plan, without any network. */
export function defineList(program: Command, session: Session): void {
  const command = addProjectOptions(program.command("list [path...]"))
    .description("list the addresses that the files declare; no network")
    .option("--target <address>", "only the resources with this address, * and ** allowed (repeatable)", collect)
    .addOption(
      new Option("--under <glob>", "only groups and projects at or below this path, * and ** allowed (repeatable)").argParser(
        pathGlobs,
      ),
    )
    .addOption(nowOption())
    .option("--debug", "show stack traces");
  addFormatOptions(addVariableOptions(addRevisionOptions(command)), [...textOrData, "markdown"]);
  addExample(command, "trueup list", 'trueup list --target "protected_branch:acme/**" --json');
  command.action(async (paths: readonly string[]) => {
    const flags = command.opts<Flags>();
    const [{ listDeclared }, report] = await Promise.all([import("../../trueup.js"), import("../../report/index.js")]);
    const asked = { targets: flags.target ?? [], under: flags.under ?? [] };
    const listed = await listDeclared(pathsFor(paths, session), asked, runContextOf(session, flags));
    const { output } = session;
    const texts = { text: () => report.renderList(listed, output), markdown: () => report.renderListMarkdown(listed) };
    output.result(await resultText(flags.format, () => report.documentJson(listed), texts));
    session.exitCode = exit.ok;
  });
}
