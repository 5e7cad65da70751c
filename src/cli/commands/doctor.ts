import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { TrueupError } from "../../core/errors.js";
import { showsNews } from "../../core/examination.js";
import type { PipelineAudit } from "../../core/pipeline-audit.js";
import { dataText, isData, textOrData, type TextOrData } from "../../report/data-formats.js";
import type { AuditedPlace, ForgeService } from "../../trueup.js";
import { forgeAt, jobOn, neitherSays } from "../ci/service.js";
import { exit, type ExitCode } from "../exit.js";
import { addFormatOptions } from "../format-options.js";
import { addExample, addServerOptions, optionsGiven, type RunFlags, type ServerFlags } from "../options.js";
import { packageDirectory } from "../package.js";
import { ciServices } from "../pipeline.js";
import { pathsFor } from "../project.js";
import type { Session } from "../session.js";
import { loadedFiles, runContextOf, serverOf, withTarget } from "../target.js";
import { usage } from "../usage.js";

type Flags = ServerFlags &
  RunFlags & {
    readonly format: TextOrData;
    readonly schema?: true;
    readonly detailedExitcode?: true;
    readonly pipeline?: true;
    /** Of `--pipeline` alone: which repository to look at, before what the service says. */
    readonly service?: ForgeService;
    readonly forge?: string;
    readonly hosting?: string;
    readonly trusted?: true;
  };

const auditToken = "TRUEUP_AUDIT_TOKEN";

/** `trueup doctor`: what the server is and how one gets on with it; with `--schema` also what it shows that trueup does not know. */
export function defineDoctor(program: Command, session: Session): void {
  const command = program
    .command("doctor [path...]")
    .description(
      "check the address and the token: shows the server's release, tier and limits, and your user; with --pipeline, check the repository with the files; changes nothing",
    )
    .option("--schema", "also hold a few replies against what is known of the release: keys and types, never a value")
    .option("--detailed-exitcode", "exit with 2 if replies show what is not known")
    .option("--debug", "show each request and stack traces");
  addAuditOptions(command);
  addFormatOptions(addServerOptions(command), textOrData);
  addExample(
    command,
    "trueup doctor",
    "trueup doctor --schema --url https://platform.example.com",
    "trueup doctor --pipeline --forge https://platform.example.com --hosting platform/config",
  );
  command.action(async (given: readonly string[]) => {
    const flags = command.opts<Flags>();
    if (flags.pipeline) {
      session.exitCode = await runPipelineAudit(flags, session);
      return;
    }
    mustBeOfAudit(flags);
    // Files with errors still say which server they are for.
    const loaded = await loadedFiles(pathsFor(given, session), flags, session);
    session.interrupt.listen();
    session.exitCode = await withTarget(flags, session, async ({ server, around }): Promise<ExitCode> => {
      const [{ examine }, { renderExamination, examinationJson }] = await Promise.all([
        import("../../program/doctor/examine.js"),
        import("../../report/examination-text.js"),
      ]);
      const request = { state: loaded?.state, ...(flags.schema ? { factsOf } : {}) };
      const examination = await session.interrupt.orLeave(examine(request, server, around));
      const { output } = session;
      output.result(
        isData(flags.format)
          ? await dataText(flags.format, examinationJson(examination))
          : renderExamination(examination, output),
      );
      return flags.detailedExitcode && showsNews(examination) ? exit.changes : exit.ok;
    });
  });
}

function addAuditOptions(command: Command): void {
  const meaning = "the service of --hosting (default: that of the pipeline, else gitlab)";
  command
    .option(
      "--pipeline",
      "instead check the settings of the repository with the files, with TRUEUP_AUDIT_TOKEN. Exit with 2 if one has to change, else with 3 if the token cannot see all",
    )
    .addOption(new Option("--service <name>", meaning).choices(ciServices))
    .option("--forge <url>", "the API of the server that has the repository; else CI_API_V4_URL or GITHUB_API_URL")
    .option("--hosting <path>", "the repository; else CI_PROJECT_ID or GITHUB_REPOSITORY")
    .option("--trusted", "its GitLab pipeline is in the repository itself, and all who may push there are trusted");
}

/** Throws TrueupError `usage` for options that only `--pipeline` has. */
function mustBeOfAudit(flags: Flags): void {
  const [name] = optionsGiven(flags, ["service", "forge", "hosting", "trusted"]);
  if (name === undefined) return;
  throw usage(`${name} needs --pipeline`, "Add --pipeline, or leave it out.");
}

/** Looks at the repository that the options or the pipeline name, and prints what is found. Throws TrueupError `usage` for what neither says, and what the audit throws. */
async function runPipelineAudit(flags: Flags, session: Session): Promise<ExitCode> {
  const place = placeOf(flags, session);
  const token = session.env[auditToken];
  if (!token) {
    const hint =
      "Give it a token that can only read (scope read_api) of a user with the role Maintainer there; on GitHub, see docs/gitops.md.";
    throw usage(`${auditToken} is not set`, hint);
  }
  const [{ auditPipeline }, { renderPipelineAudit, pipelineAuditJson }] = await Promise.all([
    import("../../trueup.js"),
    import("../../report/pipeline-audit-text.js"),
  ]);
  session.interrupt.listen();
  const rules = { isTrusted: flags.trusted === true };
  const audit = await session.interrupt.orLeave(
    auditPipeline(place, token, rules, runContextOf({ ...session, tokenName: auditToken }, flags)),
  );
  const { output } = session;
  output.result(
    isData(flags.format) ? await dataText(flags.format, pipelineAuditJson(audit)) : renderPipelineAudit(audit, output),
  );
  return exitOf(audit);
}

function exitOf({ flaws, unseen }: PipelineAudit): ExitCode {
  if (flaws.length > 0) return exit.changes;
  return unseen.length > 0 ? exit.partly : exit.ok;
}

function placeOf({ allowHttp, ...flags }: Flags, session: Session): AuditedPlace {
  const { service, job } = jobOn(flags.service, session.env);
  const must = (option: "forge" | "hosting"): string =>
    flags[option] ?? job[option].value ?? neitherSays(job[option], `--${option}`, `Run it in a pipeline, or give --${option}.`);
  const { allowHttp: hosts } = serverOf(allowHttp ? { allowHttp } : {}, session);
  const url = forgeAt(must("forge"));
  return { service, url, hosting: must("hosting"), ...(hosts ? { allowHttp: hosts } : {}) };
}

/** The facts of a release, as they are installed. */
function factsOf(release: string): string {
  const file = join(packageDirectory(), "schemas", "facts", `${release}.json`);
  if (existsSync(file)) return readFileSync(file, "utf8");
  throw new TrueupError({
    code: "facts.missing",
    where: `schemas/facts/${release}.json`,
    message: `the facts of release ${release} are not installed`,
    hint: "Install trueup anew: its files are not whole.",
  });
}
