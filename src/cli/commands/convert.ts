import { type Command, Option } from "commander";
import { type Language, languages } from "../../core/declaration.js";
import { reviewAndWrite, type WritingFlags } from "../file-changes.js";
import { addExample, addReportOptions } from "../options.js";
import { packageVersion } from "../package.js";
import type { Session } from "../session.js";
import { surroundingsOf } from "../target.js";

interface Flags extends WritingFlags {
  readonly to: Language;
  readonly out: string;
  readonly debug?: true;
}

/** `trueup convert`: trueup files become a Terraform configuration. No network. */
export function defineConvert(program: Command, session: Session): void {
  const command = program
    .command("convert [path...]")
    .description("turn trueup files into a Terraform configuration; no network")
    .addOption(new Option("--to <language>", "what to write").choices(languages).default("hcl"))
    .option("--out <dir>", "directory of the new files", "terraform")
    .option("--yes", "do not ask before files that are there change");
  addReportOptions(command, ["text", "json"]);
  addExample(command, "trueup convert --to hcl ./trueup", "trueup convert --to hcl-import --out infra ./trueup");
  command.action(async (paths: readonly string[]) => {
    const flags = command.opts<Flags>();
    const { draftConversion } = await import("../../trueup.js");
    const request = { paths, language: flags.to, out: flags.out, version: packageVersion() };
    const draft = await draftConversion(request, surroundingsOf(session, flags.debug === true));
    session.exitCode = await reviewAndWrite(draft, flags, session);
  });
}
