import { type Command, Option } from "commander";
import { defined } from "../core/collections.js";
import { type Tier, tiers } from "../core/names.js";
import { defaultRun, defaultTimeouts, timeoutForms, type Timeouts } from "../core/timeouts.js";
import { type PlanFormat, planFormatNames } from "../report/plan-formats.js";
import { reportFormatNames, type Reported } from "../report/report-formats.js";
import type { ServerOptions, Shard } from "../trueup.js";
import { addFormatOptions } from "./format-options.js";
import { collect, filled, instant, pathGlobs, positiveNumber, timeouts, wholeNumber } from "./option-values.js";

/** What commander makes of the options that say which server. */
export interface ServerFlags {
  readonly url?: string;
  readonly tier?: Tier;
  readonly concurrency?: number;
  readonly maxConcurrency?: number;
  readonly maxRps?: number;
  readonly timeout?: Partial<Timeouts>;
  readonly maxPages?: number;
  readonly allowHttp?: readonly string[];
  readonly emulator?: true;
  readonly ignorePin?: true;
}

/** What commander makes of the options that say what to plan. */
export interface PlanFlags extends ServerFlags, Omit<RunFlags, "debug"> {
  readonly target?: readonly string[];
  /** Of `ci apply` alone: what `target` gives are addresses, in which nothing is a wildcard. */
  readonly areAddresses?: true;
  readonly under?: readonly string[];
  /** Of `ci drift` alone. */
  readonly shard?: Shard;
  readonly resendSecrets?: readonly string[];
  readonly secretFingerprints?: string;
  /** Of `plan` alone. */
  readonly withoutSecrets?: true;
  /** Of `plan` alone. */
  readonly comparesRest?: boolean;
  readonly allowDelete?: readonly string[];
  readonly allowRestore?: readonly string[];
  readonly maxDeletes?: number;
  readonly unreadLimit?: number;
  /** What `--ack` was given; undefined where nobody is asked to acknowledge anything. */
  readonly ack?: readonly string[];
  readonly removedSince?: string;
  readonly unmanaged?: true;
  /** Of `drift` alone: address globs. */
  readonly undeclared?: readonly string[];
}

/** What commander makes of the options that say what is around a run. */
export interface RunFlags {
  readonly var?: readonly string[];
  readonly vars?: readonly string[];
  readonly debug?: true;
  readonly now?: Date;
}

/** What commander makes of the options that say how to report. */
export interface ReportFlags<Format extends string> {
  readonly format: Format;
  readonly verbose?: true;
  readonly debug?: true;
}

/** What commander makes of `--report`. */
export interface ReportFileFlags {
  readonly report?: readonly string[];
}

/** What commander makes of the options that say how to report a plan. */
export interface PlanReportFlags extends ReportFlags<PlanFormat> {
  readonly summary?: true;
  readonly noteLimit?: number;
}

/** Adds `--config`, by which a command says that it reads the project file. */
export function addConfigOption(command: Command): Command {
  return command.option("--config <file>", "the project file (default: the trueup.yaml of the files)", filled);
}

/** Adds `--config` and `--instance`. */
export function addProjectOptions(command: Command): Command {
  return addConfigOption(command).option("--instance <name>", "use this instance of the project file");
}

/** True for a command that reads the project file. */
export function takesProject(command: Command): boolean {
  return command.options.some((option) => option.long === "--config");
}

/** Adds `--config`, `--instance`, `--url`, `--tier`, `--concurrency`, `--max-concurrency`, `--max-rps`, `--timeout`, `--max-pages`, `--allow-http`, `--ignore-pin` and `--emulator`. */
export function addServerOptions(command: Command): Command {
  return addConnectionOptions(addProjectOptions(command).addOption(urlOption()))
    .option("--ignore-pin", "use a server other than instance.url of the files, such as a twin to rehearse on")
    .addOption(
      new Option(
        "--emulator",
        "use the embedded platform, a server of release 19.0 that begins empty and is kept in .trueup/emulator.json",
      ).conflicts(["url", "allowHttp"]),
    );
}

/** Adds `--tier`, `--concurrency`, `--max-concurrency`, `--max-rps`, `--timeout`, `--max-pages` and `--allow-http`. */
export function addConnectionOptions(command: Command): Command {
  return command
    .addOption(tierOption("tier of the server's licence, if trueup cannot detect it"))
    .addOption(
      concurrencyOption("requests in flight at once, always so many (default: 8 at first, then as many as the server can take)"),
    )
    .addOption(maxConcurrencyOption())
    .option("--max-rps <n>", "requests per second at most", positiveNumber)
    .addOption(timeoutOption())
    .addOption(maxPagesOption())
    .addOption(allowHttpOption());
}

/** `--concurrency`. */
export function concurrencyOption(description: string): Option {
  return new Option("--concurrency <n>", description).argParser(wholeNumber(1, 100)).conflicts("maxConcurrency");
}

/** `--max-concurrency`. */
export function maxConcurrencyOption(): Option {
  return new Option(
    "--max-concurrency <n>",
    "at most this many requests in flight at once, while trueup chooses the number (default: 64)",
  ).argParser(wholeNumber(1, 1000));
}

/** `--timeout`. */
export function timeoutOption(): Option {
  const defaults = { ...defaultTimeouts, run: defaultRun };
  const words = Object.entries(defaults).map(([name, milliseconds]) => `${name}=${milliseconds / 1000}`);
  return new Option("--timeout <limits>", `${timeoutForms} (default: ${words.join(",")})`).argParser(timeouts);
}

/** `--max-pages`. */
export function maxPagesOption(): Option {
  return new Option("--max-pages <n>", "read at most this many pages of a list (default: 2000)").argParser(wholeNumber(1));
}

/** `--url`. */
export function urlOption(): Option {
  return new Option("--url <url>", "the server; else TRUEUP_URL, GITLAB_URL or CI_SERVER_URL");
}

/** `--now`; `where` says first where it may be given, if that is not everywhere. */
export function nowOption(where = ""): Option {
  const meaning = `${where}plan as of this instant, for freezes and for exceptions that end: 2026-12-20 or 2026-12-20T08:00:00+01:00`;
  return new Option("--now <instant>", `${meaning} (default: now)`).argParser(instant);
}

/** `--allow-http`. */
export function allowHttpOption(): Option {
  return new Option("--allow-http <host>", "allow plain http to this host (repeatable)").argParser(collect);
}

/** Adds `--var` and `--vars`. */
export function addVariableOptions(command: Command): Command {
  return command
    .option("--var <name=value>", "the value of a variable of the files, ${var:name} (repeatable); else TRUEUP_VAR_name", collect)
    .option("--vars <file>", "values of variables: a YAML mapping of names to values (repeatable, later ones win)", collect);
}

/** Adds `--var`, `--vars`, `--target`, `--under`, `--resend-secrets`, `--secret-fingerprints`, `--allow-delete`, `--allow-restore`, `--max-deletes`, `--unread-limit`, `--removed-since` and `--now`. */
export function addPlanOptions(command: Command, now = nowOption()): Command {
  const chosen = addVariableOptions(command)
    .option("--target <address>", "only the resources with this address, * and ** allowed (repeatable)", collect)
    .addOption(
      new Option(
        "--under <glob>",
        "only groups and projects at or below this path, * and ** allowed; . is what belongs to no group (repeatable)",
      ).argParser(pathGlobs),
    )
    .option("--resend-secrets <address>", "send the secrets of this address again, * and ** allowed (repeatable)", collect)
    .option(
      "--secret-fingerprints <file>",
      "file of fingerprints that shows which secrets changed since the last apply; needs TRUEUP_FINGERPRINT_KEY",
    );
  return addAllowanceOptions(chosen).addOption(now);
}

/** Adds `--allow-delete`, `--allow-restore`, `--max-deletes`, `--unread-limit` and `--removed-since`. */
export function addAllowanceOptions(command: Command): Command {
  return command
    .option(
      "--allow-delete <kind>",
      "allow deletes of a kind that holds data: branch, group, project, topic (repeatable)",
      collect,
    )
    .option(
      "--allow-restore <kind>",
      "allow trueup to restore what is scheduled for deletion: group, project (repeatable)",
      collect,
    )
    .option("--max-deletes <n>", "allow this many deletes of one kind", wholeNumber(0))
    .option("--unread-limit <n>", "continue if at most this many lists and resources cannot be read", wholeNumber(0))
    .option("--removed-since <rev>", "delete what the files declared at this Git revision and no longer declare");
}

/** Adds `--at` and `--base`. */
export function addRevisionOptions(command: Command): Command {
  return command
    .option("--at <rev>", "read the files of this Git revision, and trueup.yaml with them, not those of the disk")
    .option("--base <rev>", "look at what merging --at into this Git revision makes, by the trueup.yaml of this revision");
}

/** Adds `--ack`. */
export function addAcknowledgeOption(command: Command): Command {
  const meaning =
    "allow what a rule holds back: weakening, window, lockout, delete, restore, many-deletes, many-updates (repeatable)";
  return command.option("--ack <rule[:address]>", meaning, collect, []);
}

/** Adds `--unmanaged`. */
export function addUnmanagedOption(command: Command): Command {
  return command.option(
    "--unmanaged",
    "also tell how much of the instance the files declare, and what they do not; reads the lists of the whole instance",
  );
}

/** Adds `--unmanaged` and `--undeclared`. */
export function addUnmanagedOptions(command: Command): Command {
  return new UndeclaredOption().addTo(addUnmanagedOption(command));
}

/** `--undeclared`, whose value follows `=` alone: the next word is never its value. */
export class UndeclaredOption extends Option {
  constructor() {
    super(
      "--undeclared [glob]",
      "also report, with exit code 2, resources that no file declares and undeclared attributes that are not at their default; GLOB limits the addresses (repeatable)",
    );
    this.flags = "--undeclared[=glob]";
    this.argParser(collect);
  }

  /** Adds itself. commander itself would take the next word, such as a path, for the value. */
  addTo(command: Command): Command {
    const parse = command.parseOptions.bind(command);
    command.parseOptions = (words) => {
      const end = words.includes("--") ? words.indexOf("--") : words.length;
      return parse(words.map((word, index) => (word === this.long && index < end ? `${word}=**` : word)));
    };
    return command.addOption(this);
  }
}

/** `--report`, which knows its formats. */
export class ReportOption extends Option {
  /** Takes what the reports tell of. */
  constructor(subject: keyof Reported) {
    const formats = reportFormatNames(subject);
    super("--report <format=file>", `also write a report to a file, as ${formats.join(", ")} (repeatable)`);
    this.formats = formats;
    this.argParser(collect);
  }

  readonly formats: readonly string[];
}

/** Adds the options of `addFormatOptions`, `--verbose` and `--debug`. */
export function addReportOptions(command: Command, formats: readonly string[]): Command {
  return addFormatOptions(command, formats)
    .option("--verbose", "show long values in full, and the calls")
    .option("--debug", "show each request and stack traces");
}

/** Adds the options of `addReportOptions`, `--summary` and `--note-limit`. */
export function addPlanReportOptions(command: Command): Command {
  return addReportOptions(command, planFormatNames)
    .option("--summary", "only numbers: of kinds, attributes, policies, warnings and refusals")
    .option("--note-limit <n>", "characters that Markdown takes at most (default: 60000)", wholeNumber(2_000, 1_000_000));
}

/** `--tier`, with the three tiers as its choices. */
export function tierOption(description: string): Option {
  return new Option("--tier <tier>", description).choices(tiers);
}

/** Adds an example to the help of a command. */
export function addExample(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText("after", `\nExample:\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

/** The server options in the words of the program. */
export function serverOptions(flags: ServerFlags): ServerOptions {
  const { url, tier, concurrency, maxConcurrency, maxRps, timeout, maxPages, allowHttp, ignorePin } = flags;
  return defined({ url, tier, concurrency, maxConcurrency, maxRps, timeouts: timeout, maxPages, allowHttp, ignorePin });
}

/** Which of these options were given, as the command line has them: `--resend-secrets` for `resendSecrets`. */
export function optionsGiven<Flags extends object>(flags: Flags, names: readonly (keyof Flags & string)[]): string[] {
  const given = names.filter((name) => flags[name] !== undefined);
  return given.map((name) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
}
