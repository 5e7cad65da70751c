import { type Command, Option } from "commander";
import { exit } from "../exit.js";
import { collect, pathGlobs } from "../option-values.js";
import {
  addExample,
  addFormatOptions,
  addProjectOptions,
  addRevisionOptions,
  addVariableOptions,
  nowOption,
  type RunFlags,
} from "../options.js";
import { pathsFor } from "../project.js";
import type { Session } from "../session.js";
import { runContextOf } from "../target.js";

interface Flags extends Omit<RunFlags, "debug"> {
  readonly format: "text" | "json";
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
  addFormatOptions(addVariableOptions(addRevisionOptions(command)), ["text", "json"]);
  addExample(command, "trueup list", 'trueup list --target "protected_branch:acme/**" --json');
  command.action(async (paths: readonly string[]) => {
    const flags = command.opts<Flags>();
    const [{ listDeclared }, { listJson, renderList }] = await Promise.all([
      import("../../trueup.js"),
      import("../../report/index.js"),
    ]);
    const asked = { targets: flags.target ?? [], under: flags.under ?? [] };
    const listed = await listDeclared(pathsFor(paths, session), asked, runContextOf(session, flags));
    const { output } = session;
    output.result(flags.format === "json" ? listJson(listed) : renderList(listed, output));
    session.exitCode = exit.ok;
  });
}
