import { type Command, Option } from "commander";
import type { ApplyRun } from "../ci/apply.js";
import type { DriftRun } from "../ci/drift.js";
import { type JobFlags, readDriftPlace, readJob, readPushJob } from "../ci/job.js";
import type { RequestPlan } from "../ci/plan-request.js";
import { shard, wholeNumber } from "../option-values.js";
import {
  addAcknowledgeOption,
  addAllowanceOptions,
  addConnectionOptions,
  addExample,
  addPlanOptions,
  addProjectOptions,
  addVariableOptions,
  ReportOption,
} from "../options.js";
import { ciServices } from "../pipeline.js";
import type { Session } from "../session.js";
import { usage } from "../usage.js";

type Flags = JobFlags & RequestPlan["flags"];

/** `trueup ci`: what a pipeline runs, one command a job. */
export function defineCi(program: Command, session: Session, open: RequestPlan["open"]): void {
  const group = program.command("ci").description("what a pipeline runs, one command a job");
  definePlan(group, session, open);
  defineApply(group, session, open);
  defineDrift(group, session, open);
}

function definePlan(group: Command, session: Session, open: RequestPlan["open"]): void {
  const command = group
    .command("plan [path...]")
    .description(
      "tell in one note of a merge request or pull request what merging it would change; changes nothing on the instance",
    )
    .addOption(serviceOption("request"))
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
    const url = begun(command, flags, session);
    const { planRequest } = await import("../ci/plan-request.js");
    const request = { job: readJob(flags, session.env), given, flags: { ...flags, url }, open };
    session.exitCode = await planRequest(command, request, session);
  });
}

function defineApply(group: Command, session: Session, open: RequestPlan["open"]): void {
  const command = group
    .command("apply [path...]")
    .description(
      "after a merge, apply what the notes of the merged requests approve, and nothing else: exit 3 if something was left",
    )
    .option("--unapproved", "also make what no note approves; for a manual job")
    .option(
      "--then-drift",
      "then keep the issue of ci drift with what still differs: exit as ci drift does if the apply left nothing",
    )
    .addOption(new ReportOption("apply"))
    .option("--debug", "show each request and stack traces");
  addConnectionOptions(addProjectOptions(command).option("--url <url>", "the instance; else TRUEUP_URL"));
  addAcknowledgeOption(addAllowanceOptions(addVariableOptions(command)));
  addExample(command, "trueup ci apply --url https://platform.example.com");
  command.action(async (given: readonly string[]) => {
    const flags = command.opts<ApplyRun["flags"]>();
    const url = begun(command, flags, session);
    const { applyMerged } = await import("../ci/apply.js");
    const run = { job: readPushJob(session.env), given, flags: { ...flags, url }, open };
    session.exitCode = await applyMerged(command, run, session);
  });
}

function defineDrift(group: Command, session: Session, open: RequestPlan["open"]): void {
  const command = group
    .command("drift [path...]")
    .description(
      "keep one issue with what differs between instance and files: exit 2 if anything does, 3 if something could not be read; changes nothing on the instance",
    )
    .addOption(serviceOption("issue"))
    .option("--forge <url>", "the API of the server that holds the issue; else CI_API_V4_URL or GITHUB_API_URL")
    .option("--hosting <path>", "the project of the issue; else CI_PROJECT_ID or GITHUB_REPOSITORY")
    .addOption(new ReportOption("plan"))
    .option("--no-issue", "write no issue, only to standard output")
    .option("--shard <n/m>", "read one of several parts of the instance, chosen by a hash of the group at the top", shard)
    .option(
      "--parts <directory>",
      "where the shards of a run leave what they found: the last one writes the issue; alone, write it from there",
    )
    .option("--debug", "show each request and stack traces");
  addConnectionOptions(addProjectOptions(command).option("--url <url>", "the instance; else TRUEUP_URL"));
  addPlanOptions(command);
  addExample(command, "trueup ci drift --url https://platform.example.com --report junit=report/junit.xml");
  command.action(async (given: readonly string[]) => {
    const flags = command.opts<DriftRun["flags"]>();
    const url = begun(command, flags, session);
    const { tellOfDrift } = await import("../ci/drift.js");
    const run = { place: readDriftPlace(flags, session.env), given, flags: { ...flags, url }, open };
    session.exitCode = await tellOfDrift(command, run, session);
  });
}

function serviceOption(what: string): Option {
  const meaning = `the service that holds the ${what}; else github where GITHUB_ACTIONS is true, and gitlab`;
  return new Option("--service <name>", meaning).choices(ciServices);
}

/** Begins a run: answers the address of the instance. Throws TrueupError `usage` where nobody names it. */
function begun(command: Command, { url }: { readonly url?: string }, { env, interrupt }: Session): string {
  const address = url ?? env["TRUEUP_URL"];
  // No file and no variable that a request could set may say where the token goes.
  if (!address) throw usage("no instance is named", "Give --url, or set TRUEUP_URL: files choose none here.");
  command.setOptionValue("url", address);
  interrupt.listen();
  return address;
}
