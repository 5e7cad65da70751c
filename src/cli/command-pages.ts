import type { Argument, Command, Option } from "commander";
import { capital, code, prose, sentences, table } from "../derive/pages/markdown.js";

/** What an exit code of a command means that is not the same for all. */
type OwnCodes = Readonly<Partial<Record<0 | 1 | 2 | 3, string>>>;

const partly = "Something is held back, or could not be read; the rest is as it should be or is planned.";

/** Exit codes that differ from command to command; `test/cli/command-pages.test.ts` holds them against the sources. */
const ownCodes: Readonly<Record<string, OwnCodes>> = {
  validate: { 0: "The files are valid. There may be warnings.", 1: "The files have errors, or the command was used wrongly." },
  fmt: {
    0: "The files are in their canonical form now. With `--check`, they were already.",
    1: "With `--check`, a file would change. Without it, a file cannot be read or written, or the command was used wrongly.",
  },
  plan: { 0: "The plan was made.", 2: "There are changes, and `--detailed-exitcode` is given.", 3: partly },
  show: { 1: "The seal of the plan is broken, the file is no plan, or the command was used wrongly." },
  apply: {
    0: "Everything was applied, or there was nothing to do.",
    1: "The plan was refused, nobody agreed to it, or nothing succeeded.",
    2: "There are changes, and `--dry-run` and `--detailed-exitcode` are given.",
    3: "Some changes were applied. Others failed, were skipped, were not stored or had moved, or something is held back or could not be read.",
  },
  status: {
    0: "All changes of the apply are done.",
    1: "There is no journal, the file is no journal, or the command was used wrongly.",
    3: "Some changes are not done, or nobody can tell whether they are.",
  },
  report: {
    0: "All policies in force are kept; nothing names the person.",
    2: "Something violates a policy in force, or names the person.",
  },
  drift: { 0: "The platform is as the files say.", 2: "There is drift.", 3: partly },
  "token-scope": { 0: "The roles were printed.", 1: "The files have errors, or the command was used wrongly." },
  list: { 0: "The addresses were printed.", 1: "The files have errors, or the command was used wrongly." },
  ci: {
    0: "Done. `ci drift`: the instance is as the files say.",
    2: "`ci drift`: there are differences.",
    3: "`ci plan`, `ci drift`: something is held back, or could not be read. `ci apply`: something was left, and the job names it.",
  },
  doctor: {
    1: "The server or the repository cannot be read, or the command was used wrongly.",
    2: "Replies show what is not known, and `--detailed-exitcode` is given. With `--pipeline`: some settings have to change.",
    3: "With `--pipeline`: the token cannot read all settings, and none of the others has to change.",
  },
  auth: { 1: "The login failed, the credential is not valid, or the command was used wrongly." },
};

const commonCodes = { 0: "Done.", 1: "The command was used wrongly, was refused, or failed." };

/** Pages of the same subject, each with the commands that it goes with. */
const furtherPages: readonly (readonly [title: string, page: string, ...commands: string[]])[] = [
  ["Tutorial", "../tutorial.md", "init"],
  ["The journal", "../journal.md", "apply", "status"],
  ["GitOps", "../gitops.md", "init", "apply", "token-scope"],
  ["Rename, move, delete", "../rename-move-delete.md", "apply"],
  ["File format", "../files.md", "validate", "fmt", "schema"],
  ["Reading plans", "../reading-plans.md", "plan", "show"],
  ["How a plan is made", "../how-a-plan-is-made.md", "plan"],
  ["Policies", "../policies.md", "report"],
  ["Adopting a platform", "../adopting.md", "drift", "export"],
  ["From gitlabform", "../from-gitlabform.md", "convert"],
  ["From the Terraform provider", "../from-gitlab-provider.md", "convert"],
  ["Where a value comes from", "../explain.md", "explain"],
  ["What the server is", "../doctor.md", "doctor"],
  ["When something goes wrong", "../troubleshooting.md", "doctor"],
  ["The client library", "../client.md", "api"],
  ["Authentication", "../authentication.md", "auth"],
  ["The emulator", "../emulator.md", "emulator"],
  ["Terraform", "../terraform.md", "terraform"],
];

/** What arguments mean that commands leave to their name. */
const argumentMeanings: Readonly<Record<string, string>> = {
  path: "Files or directories. trueup reads a directory with everything below it. Default: `paths` of the project file, else `trueup/`.",
  dir: "The directory in which to begin. Default: the present one.",
  journal: "A journal of `trueup apply`. Default: the newest in `.trueup/journal/`.",
  plan: "The file that `trueup plan --out` wrote.",
  address: "The address of a resource, such as `project:acme/web`, or the name of a kind.",
  attribute: "An attribute of the resource, or of the kind.",
  kind: "The name of a kind.",
  method: "The HTTP method. Default: GET.",
  shell: "The shell that you use.",
};

const mark = "<!-- Made by `npm run generate` from the commands. Do not edit. -->";

/** The reference pages of the commands, by their name: one for each, and README.md as index. */
export function commandPages(commands: readonly Command[]): ReadonlyMap<string, string> {
  return new Map([
    ["README.md", indexPage(commands, commands[0]?.parent?.options ?? [])],
    ...commands.map((command) => [`${command.name()}.md`, commandPage(command)] as const),
  ]);
}

function indexPage(commands: readonly Command[], shared: readonly Option[]): string {
  const rows = commands.map((command) => [
    `[${code(`trueup ${command.name()}`)}](${command.name()}.md)`,
    sentences([capital(prose(command.description()))]),
  ]);
  return page([
    mark,
    "# Commands",
    "Every command of trueup with its arguments, options, examples and exit codes. `trueup help COMMAND` prints the same in a terminal. The codes that all commands share are on one page: [exit codes](../exit-codes.md).",
    table(["command", "what it does"], rows),
    "## Options of every command",
    "These options may stand before or after the name of the command.",
    table(["option", "meaning"], shared.filter(({ long }) => long !== "--version").map(optionRow)),
  ]);
}

function commandPage(command: Command): string {
  const name = command.name();
  const inner = command.commands.flatMap((subcommand) => parts(subcommand, `${name} ${subcommand.name()}`, 3));
  const further = furtherPages
    .filter(([, , ...commands]) => commands.includes(name))
    .map(([text, target]) => `[${text}](${target})`);
  return page([
    mark,
    `# trueup ${name}`,
    sentences([capital(prose(command.description()))]),
    ...(command.commands.length > 0 ? [...examples(command, 2), "## Commands", ...inner] : usage(command, name, 2)),
    "## Exit codes",
    table(["code", "means"], codeRows(name)),
    `More: ${[...further, "[exit codes of all commands](../exit-codes.md)", "[all commands](README.md)"].join(", ")}.`,
  ]);
}

/** A command inside of another one. */
function parts(command: Command, name: string, level: number): string[] {
  return [
    `${"#".repeat(level)} trueup ${name}`,
    sentences([capital(prose(command.description()))]),
    ...usage(command, name, level + 1),
  ];
}

function usage(command: Command, name: string, level: number): string[] {
  const heading = (text: string): string => `${"#".repeat(level)} ${text}`;
  const words = command.registeredArguments.map(argumentForm);
  const options = command.options.filter(({ hidden }) => !hidden);
  const line = ["trueup", name, ...words, ...(options.length > 0 ? ["[options]"] : [])].join(" ");
  const explained = command.registeredArguments.map((argument) => [code(argumentForm(argument)), argumentMeaning(argument)]);
  return [
    ["```text", line, "```"].join("\n"),
    ...(explained.length > 0 ? [heading("Arguments"), table(["argument", "meaning"], explained)] : []),
    ...(options.length > 0 ? [heading("Options"), table(["option", "meaning"], options.map(optionRow))] : []),
    ...examples(command, level),
  ];
}

function argumentForm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function argumentMeaning(argument: Argument): string {
  const meaning = argument.description === "" ? argumentMeanings[argument.name()] : capital(prose(argument.description));
  return sentences([meaning, choicesOf(argument.argChoices)]);
}

function optionRow(option: Option): string[] {
  const { flags, description, argChoices, defaultValue, negate } = option;
  const isEmptyList = Array.isArray(defaultValue) && defaultValue.length === 0;
  const isGiven = defaultValue !== undefined && !isEmptyList && !negate && !description.includes("(default");
  return [
    code(flags),
    sentences([
      capital(prose(description)),
      choicesOf(argChoices),
      isGiven ? `Default: ${code(String(defaultValue))}` : undefined,
    ]),
  ];
}

function choicesOf(choices: readonly string[] | undefined): string | undefined {
  return choices === undefined ? undefined : `One of ${choices.map(code).join(", ")}`;
}

/** The examples of a command's help, which has them after everything else. */
function examples(command: Command, level: number): string[] {
  let help = "";
  command.configureOutput({ writeOut: (text) => void (help += text) });
  command.outputHelp();
  const [, lines] = help.split("\nExample:\n");
  if (lines === undefined) return [];
  const commands = lines
    .trimEnd()
    .split("\n")
    .map((line) => line.trim());
  const text = ["```sh", ...commands, "```"].join("\n");
  return [`${"#".repeat(level)} ${commands.length > 1 ? "Examples" : "Example"}`, text];
}

function codeRows(name: string): string[][] {
  const codes: Readonly<Record<string, string>> = { ...commonCodes, ...ownCodes[name] };
  const end = "SIGINT or SIGTERM ended the command. A command that waits for its requests in flight has finished them first.";
  return [...Object.entries(codes), ...(name === "emulator" ? [] : [["130, 143", end]])];
}

function page(blocks: readonly string[]): string {
  return `${blocks.join("\n\n")}\n`;
}
