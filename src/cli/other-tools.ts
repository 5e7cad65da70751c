import type { Command, Option } from "commander";
import { ReportOption } from "./options.js";

/** What a command line is answered with if trueup does not understand it. */
export interface Answer {
  readonly message: string;
  readonly hint: string;
}

const writeAndApply = "Write the resource into a file, then trueup apply.";
const endIt = "Write ensure: absent under the resource, then trueup apply.";
const anyRequest = "trueup api sends any request, such as trueup api /projects. trueup list shows what the files declare.";
const showApply = "trueup plan shows what apply would change.";
const syncIt = "trueup apply makes the platform as the files say.";
const noState = "trueup keeps no state: trueup plan reads the server each time.";
const exportIt = "trueup export writes what is live into files.";

/** The commands of Terraform, kubectl, gh, glab, decK, Pulumi and gitlabform that people type out of habit, and what to type here. */
const commands: Readonly<Record<string, string>> = {
  ALL: syncIt,
  ALL_DEFINED: syncIt,
  "api-resources": "trueup explain project tells about a kind; trueup schema has all kinds.",
  "can-i": "trueup token-scope shows what a token needs; trueup auth status shows yours.",
  check: "trueup validate checks the files; trueup drift compares them with the platform.",
  "cluster-info": "trueup doctor looks at the server and the token.",
  config: "trueup.yaml is the project file. Without it, --url or TRUEUP_URL chooses the server.",
  create: writeAndApply,
  delete: endIt,
  deploy: syncIt,
  describe: "trueup explain ADDRESS --live shows a resource, such as trueup explain project:acme/web --live.",
  destroy: endIt,
  diff: showApply,
  dump: exportIt,
  edit: writeAndApply,
  "force-unlock": noState,
  gateway: "trueup plan, apply, export and doctor do what deck gateway diff, sync, dump and ping do.",
  get: "trueup list shows what the files declare; trueup export writes what is live into files.",
  group: anyRequest,
  import: `${exportIt} For the Terraform provider: terraform import.`,
  issue: anyRequest,
  lint: "trueup validate checks the files, without any network.",
  login: "trueup auth login",
  logout: "trueup auth logout",
  mr: anyRequest,
  output: "trueup list shows what the files declare.",
  patch: writeAndApply,
  ping: "trueup doctor looks at the server and the token.",
  pr: anyRequest,
  preview: showApply,
  project: anyRequest,
  refresh: noState,
  remove: endIt,
  repo: anyRequest,
  reset: endIt,
  rm: endIt,
  rollback: "Go back in Git, then trueup apply. trueup plan --at REVISION shows the way back.",
  set: writeAndApply,
  state: `${noState} trueup list shows what the files declare.`,
  sync: syncIt,
  taint: noState,
  token: "trueup never prints a token. trueup auth status shows which login it uses.",
  untaint: noState,
  up: syncIt,
  update: syncIt,
  upgrade: "npm install trueup@latest installs the newest release. trueup apply changes the platform.",
  variable: anyRequest,
  version: "trueup --version",
  whoami: "trueup auth status",
  workspace: "--url or TRUEUP_URL chooses the server; trueup.yaml can name several, for --instance.",
};

const noQuestion = "--yes applies without a question.";
const readsPaths = "Give the file or directory as it is: trueup COMMAND ./trueup";
const onlyPart = "--under GLOB limits the command to groups and projects, such as --under 'acme/**'.";
const token = "Set TRUEUP_TOKEN, or log in: trueup auth login. A token is never an option, because others could read it.";
const changesNothing = "trueup plan changes nothing.";
const jq = "--jq PROGRAM prints a part of the reply, such as --jq '.[].path'.";
const noTerminal = "Without a terminal, trueup asks nothing. trueup apply then needs --yes.";
const ownHeaders = "trueup api sends the headers that a request needs.";
const requests = "-v shows each request, and -vv the headers too.";

/** Options in the same way, without their dashes if they have more than one letter. An answer that begins with an option is for commands that have it. */
const options: Readonly<Record<string, string>> = {
  "-A": onlyPart,
  "-H": ownHeaders,
  "-R": `Directories are read with all below them. ${onlyPart}`,
  "-c": "--config FILE is the project file. Give files of desired state as they are: trueup COMMAND ./trueup",
  "-f": readsPaths,
  "-g": onlyPart,
  "-l": onlyPart,
  "-n": `${onlyPart} trueup plan changes nothing.`,
  "-p": onlyPart,
  "-s": readsPaths,
  "-t": jq,
  "-v": requests,
  "-y": noQuestion,
  "all-namespaces": onlyPart,
  approve: noQuestion,
  "auto-approve": noQuestion,
  "compact-warnings": "--summary shows only numbers.",
  chdir: readsPaths,
  check: changesNothing,
  context: "--url URL chooses the server, and --instance NAME one of trueup.yaml.",
  destroy: endIt,
  "dry-run": changesNothing,
  file: readsPaths,
  filename: readsPaths,
  force: "--yes applies without a question; --ack RULE allows what a rule holds back.",
  header: ownHeaders,
  headers: token,
  hostname: "--url URL, such as --url https://platform.example.com",
  input: noTerminal,
  kubeconfig: "--url URL chooses the server, and --instance NAME one of trueup.yaml.",
  limit: onlyPart,
  lock: "trueup keeps no state, so there is nothing to lock.",
  "lock-timeout": "trueup keeps no state, so there is nothing to lock.",
  "log-level": requests,
  namespace: onlyPart,
  "no-color": "--color never prints without colours.",
  "no-input": noTerminal,
  "non-interactive": noTerminal,
  noop: changesNothing,
  "output-file": "--out says where to write.",
  parallelism: "--concurrency N is the number of requests in flight.",
  prune: "--removed-since REVISION deletes what the files declared then and no longer declare.",
  recursive: "Directories are read with all below them.",
  refresh: "trueup keeps no state: it reads the server each time.",
  "refresh-only": "trueup drift compares the files with the platform.",
  replace: "trueup keeps no state: it reads the server each time.",
  selector: onlyPart,
  silent: "-q prints only results and errors.",
  slurp: "--paginate prints one list.",
  state: `${readsPaths}. trueup keeps no state.`,
  target: "--target ADDRESS, such as --target project:acme/web",
  template: jq,
  token,
  trace: requests,
  var: "--var NAME=VALUE",
  "var-file": "--vars FILE",
};

/** What to type in place of a command of another tool. A path alone is a command of gitlabform. */
export function inPlaceOfCommand(word: string): string | undefined {
  if (word.includes("/")) return `${syncIt} Its option --under limits it to a part: trueup apply --under ${word}`;
  return Object.hasOwn(commands, word) ? commands[word] : undefined;
}

/**
 * Says what to type in place of a command line that commander refuses. `message` and `guess` are commander's, `guess` is undefined or `Did you mean --color?`.
 * `argv` is the command line, because commander takes `-var` for `-v -ar`.
 */
export function answerTo(
  { message, guess }: { readonly message: string; readonly guess: string | undefined },
  argv: readonly string[],
  program: Command,
): Answer {
  const command = commandOf(program, argv);
  const usual =
    guess ?? `${nameOf(command)} --help shows all ${command.commands.length > 0 ? "commands" : "options and arguments"}.`;
  const [, unknown] = /^unknown command '([^']+)'/.exec(message) ?? [];
  if (unknown !== undefined) return { message, hint: inPlaceOfCommand(unknown) ?? usual };
  const word = optionIn(message, argv);
  const hint = word === undefined ? undefined : inPlaceOfOption(word, command);
  if (hint !== undefined) return { message: `unknown option '${word}'`, hint };
  return { message, hint: reportOfFormat(message, command) ?? fileOfOutput(message, command) ?? usual };
}

/** The command that a command line is about: the innermost whose name is in it. */
function commandOf(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) command = command.commands.find((inner) => inner.name() === word) ?? command;
  return command;
}

function isTop(command: Command): boolean {
  return command.parent === null;
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

/** The word of the command line that commander refuses as an option. Of `-var`, commander names only `-ar`; of `-out`, only `ut`. */
function optionIn(message: string, argv: readonly string[]): string | undefined {
  const [, unknown] = /^unknown option '(.+)'$/s.exec(message) ?? [];
  if (unknown !== undefined && (unknown.startsWith("--") || argv.includes(unknown))) return unknown;
  const [, letter = "", value = ""] = /^option '(-\w), .+' argument '(.+)' is invalid\./s.exec(message) ?? [];
  const rest = unknown?.slice(1) ?? value;
  return rest === "" ? undefined : argv.find((word) => /^-\w/.test(word) && word.startsWith(letter) && word.slice(2) === rest);
}

function inPlaceOfOption(word: string, command: Command): string | undefined {
  const [name = word] = word.split("=");
  const known = optionOf(command, name);
  const takesValue = known?.required === true || known?.optional === true;
  if (known !== undefined && name !== word && !takesValue) return `${name} takes no value.`;
  const owner = known === undefined ? command.commands.find((inner) => isTop(command) && optionOf(inner, name)) : command;
  if (owner !== undefined) return `Options come after the command: ${nameOf(owner)} ${name}`;
  const answer = answerFor(name, command);
  if (answer !== undefined) return answer;
  const twoDashes = `-${name}`;
  return /^-\w{2}/.test(name) && optionOf(command, twoDashes)
    ? `Options of more than one letter begin with two dashes: ${twoDashes}`
    : undefined;
}

/** The answer of the table, unless it begins with an option, or ends with a path, that the command does not take. */
function answerFor(name: string, command: Command): string | undefined {
  const key = name.replace(/^--?(?=..)/, "");
  const answer = Object.hasOwn(options, key) ? options[key] : undefined;
  if (answer === undefined || isTop(command)) return answer?.replace("COMMAND", "plan");
  const [needed] = /^--[\w-]+/.exec(answer) ?? [];
  if (needed !== undefined && !optionOf(command, needed)) return undefined;
  if (answer.includes("COMMAND") && !command.registeredArguments.some(({ variadic }) => variadic)) return undefined;
  return answer.replace("COMMAND", command.name());
}

/** An option of a command, or one that all commands share. */
function optionOf(command: Command, flag: string): Option | undefined {
  const help = command.createHelp();
  const all = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  return all.find(({ long, short }) => long === flag || short === flag);
}

/** Other tools write to the file that `-o` names. */
function fileOfOutput(message: string, command: Command): string | undefined {
  const out = optionOf(command, "--out");
  return out !== undefined && /^option '-o, .+' argument '[^']*[./]/.test(message)
    ? `To write to files: ${out.flags}`
    : undefined;
}

/** Some formats are only those of reports, which are files. */
function reportOfFormat(message: string, command: Command): string | undefined {
  const [, format = ""] = /^option '(?:-o, --output|--format) .+' argument '(.+)' is invalid\./.exec(message) ?? [];
  const report = optionOf(command, "--report");
  return report instanceof ReportOption && report.formats.includes(format)
    ? `A report in this format goes to a file: --report ${format}=FILE`
    : undefined;
}
