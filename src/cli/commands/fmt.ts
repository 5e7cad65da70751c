import type { Command } from "commander";
import { exit } from "../exit.js";
import { addExample, addProjectOptions } from "../options.js";
import { pathsFor } from "../project.js";
import type { Session } from "../session.js";
import { runContextOf } from "../target.js";

interface Flags {
  readonly check?: true;
  readonly debug?: true;
}

/** `trueup fmt`: the files in their canonical form, without any network. Lists each file that changes. */
export function defineFmt(program: Command, session: Session): void {
  const command = addProjectOptions(program.command("fmt [path...]"))
    .description("write the files in their canonical form: order of keys, indentation and quotes; no network")
    .option("--check", "change nothing: list the files that would change, and exit with 1 if there are any")
    .option("--debug", "show stack traces");
  addExample(command, "trueup fmt", "trueup fmt --check ./trueup");
  command.action(async (paths: readonly string[]) => {
    const flags = command.opts<Flags>();
    const { draftFormat, writeDraft } = await import("../../trueup.js");
    const draft = await draftFormat(pathsFor(paths, session), runContextOf(session, flags));
    const { clean } = await import("../../report/text.js");
    if (!flags.check) await writeDraft(draft);
    for (const file of draft.foreign)
      session.output.note(`${clean(file)} was not formatted: none of its top-level keys belongs in a trueup file\n`);
    session.output.result(draft.changes.map(({ file }) => `${clean(file)}\n`).join(""));
    session.exitCode = flags.check && draft.changes.length > 0 ? exit.failed : exit.ok;
  });
}
