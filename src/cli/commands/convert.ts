import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { type ConvertSource, convertSources, type Language, languages, type Layout, layouts } from "../../core/declaration.js";
import { textOrData } from "../../report/data-formats.js";
import type { ExitCode } from "../exit.js";
import { reviewAndWrite, type WritingFlags } from "../file-changes.js";
import {
  addExample,
  addReportOptions,
  addServerOptions,
  addVariableOptions,
  type RunFlags,
  type ServerFlags,
} from "../options.js";
import { packageDirectory, packageVersion } from "../package.js";
import { pathsFor } from "../project.js";
import type { Session } from "../session.js";
import { runContextOf, withTarget } from "../target.js";
import { usage } from "../usage.js";
import { defaultOut } from "./export.js";

interface Flags extends WritingFlags, RunFlags, ServerFlags {
  readonly live?: true;
  readonly from: ConvertSource;
  readonly to?: Language | "yaml";
  readonly out?: string;
  readonly layout: Layout;
}

/** `trueup convert`: from trueup files to Terraform, from another provider to either, and from gitlabform to trueup files. No network but with `--live`. */
export function defineConvert(program: Command, session: Session): void {
  const command = addServerOptions(program.command("convert [path...]"))
    .description(
      "convert trueup files to Terraform or CDKTF, or files of gitlabform or of another Terraform provider to trueup files; no network without --live",
    )
    .addOption(
      new Option(
        "--from <source>",
        "trueup files, what terraform show -json prints of the gitlab provider, or a configuration of gitlabform",
      )
        .choices(convertSources)
        .default("trueup"),
    )
    .addOption(
      new Option("--to <format>", "the output format (default: hcl; from another provider: yaml)").choices([
        "yaml",
        ...languages,
      ]),
    )
    .option("--out <dir>", `directory of the new files (default: ${defaultOut.configuration}; of yaml: ${defaultOut.yaml})`)
    .addOption(new Option("--layout <layout>", "how files of yaml are cut").choices(layouts).default("per-group"))
    .option(
      "--live",
      "from gitlabform: look at the server, which is only read, for names behind numbers and for what lists would take away",
    )
    .option("--yes", "do not ask before files that are there change");
  addReportOptions(addVariableOptions(command), textOrData);
  addExample(
    command,
    "trueup convert ./trueup",
    "trueup convert --to hcl-import --out infra ./trueup",
    "terraform show -json > state.json && trueup convert --from gitlab-terraform state.json",
    "trueup convert --from gitlabform config.yml --out trueup",
    "trueup convert --from gitlabform --live config.yml --out trueup",
  );
  command.action(async (given: readonly string[]) => {
    session.exitCode = await convert(given, command.opts<Flags>(), session);
  });
}

async function convert(given: readonly string[], flags: Flags, session: Session): Promise<ExitCode> {
  const { from, layout } = flags;
  const isLive = flags.live ?? flags.emulator ?? flags.url !== undefined;
  const paths = from === "trueup" ? pathsFor(given, session) : given;
  const to = flags.to ?? (from === "trueup" ? "hcl" : "yaml");
  mustFit(from, to, paths);
  if (isLive && from !== "gitlabform")
    throw usage("--live is for a configuration of gitlabform", "Leave it out: what is converted stands in the files.");
  const { draftConversion } = await import("../../trueup.js");
  const request = {
    from,
    paths,
    to,
    out: flags.out ?? (to === "yaml" ? defaultOut.yaml : defaultOut.configuration),
    layout,
    version: packageVersion(),
    schema: readFileSync(join(packageDirectory(), "schemas", "trueup.schema.json"), "utf8"),
  };
  if (isLive) session.interrupt.listen();
  const draft = isLive
    ? await withTarget(flags, session, ({ server, around }) => draftConversion({ ...request, server }, around))
    : await draftConversion(request, runContextOf(session, flags));
  return reviewAndWrite(draft, flags, session);
}

function mustFit(from: ConvertSource, to: Language | "yaml", paths: readonly string[]): void {
  if (from === "trueup" && to === "yaml")
    throw usage("trueup files are YAML already", `Name what they are to become: --to ${languages.join(", ")}.`);
  if (from === "gitlabform" && to !== "yaml") {
    const hint = `Convert it first, and then what came of it: trueup convert --to ${to} DIR.`;
    throw usage("a configuration of gitlabform becomes trueup files", hint);
  }
  if (from !== "trueup" && paths.length !== 1) {
    throw usage(`--from ${from} takes one file, not ${paths.length}`, sourceHints[from]);
  }
}

const sourceHints = {
  "gitlab-terraform": "Print it with terraform show -json > state.json, and name it.",
  gitlabform: "Name its configuration, such as config.yml.",
} as const;
