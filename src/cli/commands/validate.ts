import type { Command } from "commander";
import { formatOrigin, type FileDiagnostic } from "../../core/errors.js";
import type { Tier } from "../../core/names.js";
import { exit } from "../exit.js";
import { release } from "../option-values.js";
import {
  addExample,
  addFormatOptions,
  addProjectOptions,
  addRevisionOptions,
  addVariableOptions,
  nowOption,
  type RunFlags,
  tierOption,
} from "../options.js";
import { pathsFor } from "../project.js";
import type { Session } from "../session.js";
import { runContextOf } from "../target.js";

interface Flags extends Omit<RunFlags, "debug"> {
  readonly format: "text" | "json";
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
    .option("--debug", "show stack traces");
  addFormatOptions(addVariableOptions(addRevisionOptions(command)), ["text", "json"]);
  addExample(command, "trueup validate", "trueup validate --tier premium --server-version 15.4.0 ./trueup");
  command.action(async (paths: readonly string[]) => {
    const flags = command.opts<Flags>();
    const { diagnostics, texts, things } = await found(paths, flags, session);
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
    const { renderDiagnostics } = await import("../../report/diagnostics-text.js");
    const { output, opened } = session;
    if (flags.format === "json") output.result(diagnosticsJson(diagnostics));
    else {
      const frames = new Map([...(opened?.texts ?? []), ...texts]);
      output.result(renderDiagnostics(diagnostics, { color: output.color, frames }));
      if (errors === 0) output.result(validLine(things, texts.size));
    }
    session.exitCode = errors === 0 ? exit.ok : exit.failed;
  });
}

interface Found {
  readonly diagnostics: readonly FileDiagnostic[];
  readonly texts: ReadonlyMap<string, string>;
  readonly things: number;
}

/** What is wrong with the project file and with the files. */
async function found(paths: readonly string[], flags: Flags, session: Session): Promise<Found> {
  const { tier, serverVersion, strict } = flags;
  const { validate } = await import("../../validate.js");
  const own = session.opened?.diagnostics ?? [];
  const options = {
    ...(tier === undefined ? {} : { tier }),
    ...(serverVersion === undefined ? {} : { serverVersion }),
    ...(strict === undefined ? {} : { strict }),
  };
  try {
    const around = runContextOf(session, flags);
    const { state, texts, diagnostics } = await validate(pathsFor(paths, session), options, around);
    return { diagnostics: [...own, ...diagnostics], texts, things: state.resources.length };
  } catch (error) {
    // That there are no files may follow from what is wrong with the project file.
    if (!own.some(({ severity }) => severity === "error")) throw error;
    return { diagnostics: own, texts: new Map(), things: 0 };
  }
}

function validLine(things: number, files: number): string {
  return `${things} ${things === 1 ? "thing" : "things"} in ${files} ${files === 1 ? "file" : "files"}: valid.\n`;
}

function diagnosticsJson(diagnostics: readonly FileDiagnostic[]): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const list = diagnostics.map(({ origin, related, ...rest }) => ({
    ...rest,
    where: formatOrigin(origin),
    ...(related === undefined ? {} : { related: related.map(formatOrigin) }),
  }));
  const document = { valid: errors === 0, errors, warnings: diagnostics.length - errors, problems: list };
  return `${JSON.stringify(document, null, 2)}\n`;
}
