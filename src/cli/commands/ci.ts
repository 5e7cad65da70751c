import { type Command, Option } from "commander";
import { TrueupError } from "../../core/errors.js";
import { type JobFlags, readJob } from "../ci/job.js";
import type { RequestPlan } from "../ci/plan-request.js";
import { wholeNumber } from "../option-values.js";
import {
  addAcknowledgeOption,
  addAllowanceOptions,
  addConnectionOptions,
  addExample,
  addProjectOptions,
  addVariableOptions,
  ReportOption,
} from "../options.js";
import { ciServices } from "../pipeline.js";
import type { Session } from "../session.js";

type Flags = JobFlags & RequestPlan["flags"];

/** `trueup ci`: what a pipeline runs, one command a job. */
export function defineCi(program: Command, session: Session, open: RequestPlan["open"]): void {
  const group = program.command("ci").description("what a pipeline runs, one command a job");
  const command = group
    .command("plan [path...]")
    .description(
      "tell in one note of a merge request or pull request what merging it would change; changes nothing on the instance",
    )
    .addOption(
      new Option(
        "--service <name>",
        "the service that holds the request; else github where GITHUB_ACTIONS is true, and gitlab",
      ).choices(ciServices),
    )
    .option("--forge <url>", "the API of the server that holds the request; else CI_API_V4_URL or GITHUB_API_URL")
    .option("--hosting <path>", "the project of the request; else CI_MERGE_REQUEST_PROJECT_ID or GITHUB_REPOSITORY")
    .option("--request <number>", "the number of the request; else CI_MERGE_REQUEST_IID or that of the event", wholeNumber(1))
    .option("--head <sha>", "the commit of the job; else CI_MERGE_REQUEST_SOURCE_BRANCH_SHA, CI_COMMIT_SHA or that of the event")
    .option("--into <branch>", "the branch that it is for; else CI_MERGE_REQUEST_TARGET_BRANCH_NAME or that of the event")
    .option(
      "--repository <url>",
      "where git fetches the project; else CI_MERGE_REQUEST_PROJECT_URL, or GITHUB_SERVER_URL and GITHUB_REPOSITORY",
    )
    .option("--fork", "the request comes from a fork: compare the files, and ask the instance nothing")
    .addOption(new ReportOption("plan"))
    .option("--no-note", "write no note, only to standard output")
    .option("--debug", "show each request and stack traces");
  addConnectionOptions(addProjectOptions(command).option("--url <url>", "the instance; else TRUEUP_URL"));
  addAcknowledgeOption(addAllowanceOptions(addVariableOptions(command)));
  addExample(command, "trueup ci plan --url https://platform.example.com --report junit=report/junit.xml");
  command.action(async (given: readonly string[]) => {
    const flags = command.opts<Flags>();
    const url = flags.url ?? session.env["TRUEUP_URL"];
    if (url === undefined || url === "") throw withoutServer();
    command.setOptionValue("url", url);
    session.interrupt.listen();
    const { planRequest } = await import("../ci/plan-request.js");
    const request = { job: readJob(flags, session.env), given, flags: { ...flags, url }, open };
    session.exitCode = await planRequest(command, request, session);
  });
}

/** No file and no variable that a request could set may say where the token goes. */
function withoutServer(): TrueupError {
  return new TrueupError({
    code: "usage",
    message: "no instance is named",
    hint: "Give --url, or set TRUEUP_URL: files choose none here.",
  });
}
