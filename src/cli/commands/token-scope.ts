import type { Command } from "commander";
import { dataText, isData, textOrData, type TextOrData } from "../../report/data-formats.js";
import { exit } from "../exit.js";
import { addFormatOptions } from "../format-options.js";
import { addExample, addProjectOptions, addRevisionOptions, addVariableOptions, nowOption, type RunFlags } from "../options.js";
import { pathsFor } from "../project.js";
import type { Session } from "../session.js";
import { runContextOf } from "../target.js";

interface Flags extends Omit<RunFlags, "debug"> {
  readonly format: TextOrData;
}

/** `trueup token-scope`: the least scope and roles of a token for these files, without any network. */
export function defineTokenScope(program: Command, session: Session): void {
  const command = addProjectOptions(program.command("token-scope [path...]"))
    .description("show the least scope and roles that a token needs for the files; no network")
    .addOption(nowOption())
    .option("--debug", "show stack traces");
  addFormatOptions(addVariableOptions(addRevisionOptions(command)), textOrData);
  addExample(command, "trueup token-scope", "trueup token-scope --json ./trueup");
  command.action(async (paths: readonly string[]) => {
    const flags = command.opts<Flags>();
    const [{ tokenScope }, { renderTokenScope, documentJson }] = await Promise.all([
      import("../../trueup.js"),
      import("../../report/index.js"),
    ]);
    const scope = await tokenScope(pathsFor(paths, session), runContextOf(session, flags));
    const { output } = session;
    output.result(isData(flags.format) ? await dataText(flags.format, documentJson(scope)) : renderTokenScope(scope, output));
    session.exitCode = exit.ok;
  });
}
