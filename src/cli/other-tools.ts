import type { Command, Option } from "commander";
import { ReportOption } from "./options.js";

/** What a command line is answered with if trueup does not understand it. */
export interface Answer {
  readonly message: string;
  readonly hint: string;
}

const endIt = "Write ensure: absent under the resource, then trueup apply.";
const anyRequest = "trueup api sends any request, such as trueup api /projects. trueup list shows what the files declare.";
const syncIt = "trueup apply makes the platform as the files say.";
const noState = "trueup keeps no state: trueup plan reads the server each time.";
const exportIt = "trueup export writes what is live into files.";

/** The commands of Terraform, kubectl, gh, glab, decK, Pulumi and gitlabform that people type out of habit, behind what to type here. */
const commands = byWord([
  [syncIt, "ALL", "ALL_DEFINED", "deploy", "sync", "up", "update"],
  ["trueup explain project tells about a kind; trueup schema has all kinds.", "api-resources"],
  ["trueup token-scope shows what a token needs; trueup auth status shows yours.", "can-i"],
  ["trueup validate checks the files; trueup drift compares them with the platform.", "check"],
  ["trueup doctor looks at the server and the token.", "cluster-info", "ping"],
  ["trueup.yaml is the project file. Without it, --url or TRUEUP_URL chooses the server.", "config"],
  ["Write the resource into a file, then trueup apply.", "create", "edit", "patch", "set"],
  [endIt, "delete", "destroy", "remove", "reset", "rm"],
  ["trueup explain ADDRESS --live shows a resource, such as trueup explain project:acme/web --live.", "describe"],
  ["trueup plan shows what apply would change.", "diff", "preview"],
  [exportIt, "dump"],
  [noState, "force-unlock", "refresh", "taint", "untaint"],
  ["trueup plan, apply, export and doctor do what deck gateway diff, sync, dump and ping do.", "gateway"],
  ["trueup list shows what the files declare; trueup export writes what is live into files.", "get"],
  [anyRequest, "group", "issue", "mr", "pr", "project", "repo", "variable"],
  [`${exportIt} For the Terraform provider: terraform import.`, "import"],
  ["trueup validate checks the files, without any network.", "lint"],
  ["trueup auth login", "login"],
  ["trueup auth logout", "logout"],
  ["trueup list shows what the files declare.", "output"],
  ["Go back in Git, then trueup apply. trueup plan --at REVISION shows the way back.", "rollback"],
  [`${noState} trueup list shows what the files declare.`, "state"],
  ["trueup never prints a token. trueup auth status shows which login it uses.", "token"],
  ["npm install trueup@latest installs the newest release. trueup apply changes the platform.", "upgrade"],
  ["trueup --version", "version"],
  ["trueup auth status", "whoami"],
  ["--url or TRUEUP_URL chooses the server; trueup.yaml can name several, for --instance.", "workspace"],
]);

const readsPaths = "Give the file or directory as it is: trueup COMMAND ./trueup";
const onlyPart = "--under GLOB limits the command to groups and projects, such as --under 'acme/**'.";
const token = "Set TRUEUP_TOKEN, or log in: trueup auth login. A token is never an option, because others could read it.";
const noTerminal = "Without a terminal, trueup asks nothing. trueup apply then needs --yes.";

/** Options in the same way, without their dashes if they have more than one letter. An answer that begins with an option is for commands that have it. */
const options = byWord([
  [onlyPart, "-A", "-g", "-l", "-p", "all-namespaces", "limit", "namespace", "selector"],
  ["trueup api sends the headers that a request needs.", "-H", "header"],
  [`Directories are read with all below them. ${onlyPart}`, "-R"],
  ["--config FILE is the project file. Give files of desired state as they are: trueup COMMAND ./trueup", "-c"],
  [readsPaths, "-f", "-s", "chdir", "file", "filename"],
  [`${onlyPart} trueup plan changes nothing.`, "-n"],
  ["--jq PROGRAM prints a part of the reply, such as --jq '.[].path'.", "-t", "template"],
  ["-v shows each request, and -vv the headers too.", "-v", "log-level", "trace"],
  ["--yes applies without a question.", "-y", "approve", "auto-approve"],
  ["--summary shows only numbers.", "compact-warnings"],
  ["trueup plan changes nothing.", "check", "dry-run", "noop"],
  ["--url URL chooses the server, and --instance NAME one of trueup.yaml.", "context", "kubeconfig"],
  [endIt, "destroy"],
  ["--yes applies without a question; --ack RULE allows what a rule holds back.", "force"],
  [token, "headers", "token"],
  ["--url URL, such as --url https://platform.example.com", "hostname"],
  [noTerminal, "input", "no-input", "non-interactive"],
  ["trueup keeps no state, so there is nothing to lock.", "lock", "lock-timeout"],
  ["--color never prints without colours.", "no-color"],
  ["--out says where to write.", "output-file"],
  ["--concurrency N is the number of requests in flight.", "parallelism"],
  ["--removed-since REVISION deletes what the files declared then and no longer declare.", "prune"],
  ["Directories are read with all below them.", "recursive"],
  ["trueup keeps no state: it reads the server each time.", "refresh", "replace"],
  ["trueup drift compares the files with the platform.", "refresh-only"],
  ["-q prints only results and errors.", "silent"],
  ["--paginate prints one list.", "slurp"],
  [`${readsPaths}. trueup keeps no state.`, "state"],
  ["--target ADDRESS, such as --target project:acme/web", "target"],
  ["--var NAME=VALUE", "var"],
  ["--vars FILE", "var-file"],
]);

/** The answer for each word, of rows that have one answer with all its words. */
function byWord(rows: readonly (readonly [answer: string, ...words: string[]])[]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(([answer, ...words]) => words.map((word) => [word, answer] as const)));
}

/** What to type in place of a command of another tool. A path alone is a command of gitlabform. */
export function inPlaceOfCommand(word: string): string | undefined {
  if (word.includes("/")) return `${syncIt} Its option --under limits it to a part: trueup apply --under ${word}`;
  return commands.get(word);
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
  const answer = options.get(name.replace(/^--?(?=..)/, ""));
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
