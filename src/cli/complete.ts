import type { Command, Option } from "commander";
import { acknowledgedRules } from "../core/acknowledgement.js";
import { parseAddress } from "../core/address.js";
import type { DesiredState } from "../core/plan.js";
import { defaultRun, defaultTimeouts } from "../core/timeouts.js";
import { kindsAllowedBy } from "./allowances.js";
import { apiMethods } from "./commands/api.js";
import { seedNames } from "./commands/emulator.js";
import { kindNames } from "./kind-names.js";
import { ReportOption, UndeclaredOption } from "./options.js";
import { createProgram } from "./program.js";
import { openSession, type Session } from "./session.js";

/** One word that may stand at the cursor, and what it means. */
interface Candidate {
  readonly value: string;
  readonly description: string;
}

/**
 * Answers a shell: `words` are those after `trueup` up to the cursor, the last one unfinished (perhaps empty). Prints one candidate a line, its meaning after a
 * tab; nothing where a path is wanted, so that the shell completes files. What is typed is only ever compared, never run.
 */
export async function complete(words: readonly string[]): Promise<void> {
  const session = openSession();
  const typed = words.at(-1) ?? "";
  const candidates = await candidatesFor(words.slice(0, -1), typed, session);
  const lines = candidates
    .filter(({ value }) => value.startsWith(typed))
    .map(({ value, description }) => `${value}\t${description.replaceAll(/[\t\r\n]+/g, " ")}\n`);
  session.output.result(lines.join(""));
}

async function candidatesFor(before: readonly string[], typed: string, session: Session): Promise<readonly Candidate[]> {
  if (before.length === 1 && before[0] === "help") return helpCandidates(session);
  const { command, given } = commandIn(await createProgram(session), before);
  const pending = optionNamed(command, given.at(-1) ?? "");
  if (pending && takesNextWord(pending)) return valueCandidates(pending, session);
  // `--format` of `--format=js`.
  const [, inline] = /^(--[a-z-]+)=/.exec(typed) ?? [];
  if (inline) return inlineCandidates(command, inline, session);
  if (command.commands.length > 0) {
    if (given.at(-1) === "help") return commandCandidates(command);
    return positional(command, given).length > 0 ? [] : [...commandCandidates(command), ...optionCandidates(command, typed)];
  }
  if (typed.startsWith("-")) return optionCandidates(command, typed);
  return argumentCandidates(command, positional(command, given), { session, typed });
}

/** The command that the words name, which may be one of a command's own, and the words after it. */
function commandIn(program: Command, words: readonly string[]): { readonly command: Command; readonly given: readonly string[] } {
  const at = words.findIndex((word, index) => {
    const before = optionNamed(program, words[index - 1] ?? "");
    return !word.startsWith("-") && !(before && takesNextWord(before));
  });
  const command = program.commands.find((subcommand) => subcommand.name() === words[at]);
  return command ? commandIn(command, words.slice(at + 1)) : { command: program, given: words };
}

function commandCandidates(command: Command): Candidate[] {
  const commands = command.commands.map((subcommand) => ({ value: subcommand.name(), description: subcommand.description() }));
  return [...commands, { value: "help", description: "print what a command takes" }];
}

async function helpCandidates(session: Session): Promise<Candidate[]> {
  const { allCodes, explainedCode } = await import("../report/codes.js");
  const codes = allCodes().map((value) => ({ value, description: explainedCode(value)?.meaning ?? "" }));
  return [...commandCandidates(await createProgram(session)), ...codes];
}

function optionCandidates(command: Command, typed: string): Candidate[] {
  if (!typed.startsWith("-")) return [];
  const options = optionsOf(command)
    .filter((option) => !option.hidden)
    .map((option) => ({ value: option.long ?? option.short ?? "", description: option.description }));
  return [...options, { value: "--help", description: "display help for command" }];
}

async function inlineCandidates(command: Command, name: string, session: Session): Promise<Candidate[]> {
  const option = optionNamed(command, name);
  if (!option || !takesValue(option)) return [];
  const values = await valueCandidates(option, session);
  return values.map(({ value, description }) => ({ value: `${name}=${value}`, description }));
}

async function valueCandidates(option: Option, session: Session): Promise<Candidate[]> {
  if (option instanceof ReportOption) return option.formats.map((format) => ({ value: `${format}=`, description: "a report" }));
  if (option.argChoices) return option.argChoices.map((value) => ({ value, description: option.description }));
  const known = option.long === undefined ? undefined : valuesByOption.get(option.long);
  if (known) return known(session);
  return option.flags.endsWith("<address>") ? addresses(session) : [];
}

/** Values of options that are not in the options themselves. */
const valuesByOption = new Map<string, (session: Session) => Candidate[] | Promise<Candidate[]>>([
  ["--allow-delete", async () => plainly(await kindsAllowedBy("--allow-delete"))],
  ["--allow-restore", async () => plainly(await kindsAllowedBy("--allow-restore"))],
  ["--kind", kindCandidates],
  ["--instance", instances],
  ["--ack", acknowledgeable],
  ["--seed", () => plainly(seedNames)],
  ["--method", () => plainly(apiMethods)],
  ["--timeout", () => plainly(Object.keys({ ...defaultTimeouts, run: defaultRun }).map((name) => `${name}=`))],
  ["--under", declaredPaths],
  ["--undeclared", addresses],
]);

function plainly(values: readonly string[]): Candidate[] {
  return values.map((value) => ({ value, description: "" }));
}

async function argumentCandidates(
  command: Command,
  given: readonly string[],
  { session, typed }: { readonly session: Session; readonly typed: string },
): Promise<Candidate[]> {
  const argument = command.registeredArguments[given.length];
  if (argument?.argChoices) return plainly(argument.argChoices);
  switch (argument?.name()) {
    case "kind":
      return kindCandidates();
    case "address":
      return [
        ...(await addresses(session)),
        ...kindCandidates(),
        ...(command.name() === "explain" ? await fileWordCandidates() : []),
      ];
    case "attribute":
      return attributes(given[0] ?? "");
    case "method":
      return typed.startsWith("/") ? paths("GET", typed) : plainly(apiMethods);
    case "path":
      return paths((given[0] ?? "").toUpperCase(), typed);
    default:
      return [];
  }
}

function kindCandidates(): Candidate[] {
  return kindNames().map((value) => ({ value, description: "a kind" }));
}

/** Addresses that the files of the usual place declare; none where they cannot be read. */
async function addresses(session: Session): Promise<Candidate[]> {
  const state = await declared(session);
  return (state?.resources ?? []).map((resource) => ({ value: resource.address, description: resource.origin.file }));
}

/** Full paths of the groups and projects that the files of the usual place declare or name. */
async function declaredPaths(session: Session): Promise<Candidate[]> {
  const state = await declared(session);
  return plainly([...new Set((state?.resources ?? []).flatMap(({ address }) => parseAddress(address).path ?? []))]);
}

/** What `--ack` may name: the rules, and the policies and presets of the files of the usual place. */
async function acknowledgeable(session: Session): Promise<Candidate[]> {
  const { layers } = (await declared(session)) ?? {};
  const names = new Set([...(layers?.policies ?? []), ...(layers?.presets ?? [])].map(({ name }) => name));
  const rules = acknowledgedRules.filter((rule) => rule !== "many-updates");
  return [
    ...rules.map((rule) => ({ value: rule, description: "the rule that holds a change back" })),
    ...[...names].map((name) => ({ value: `many-updates:${name}`, description: "may change many things" })),
  ];
}

async function declared({ cwd, env, redactor, now }: Session): Promise<DesiredState | undefined> {
  try {
    const { validate } = await import("../validate.js");
    const { state } = await validate([], {}, { cwd, env, redactor, now: now() });
    return state;
  } catch {
    return undefined;
  }
}

/** Instances that the project file names. */
async function instances({ cwd }: Session): Promise<Candidate[]> {
  const { readProject } = await import("../program/project/read-project.js");
  const read = await readProject(undefined, cwd).catch(() => undefined);
  return [...(read?.content?.instances.values() ?? [])].map(({ name, url }) => ({ value: name, description: url }));
}

/** Words of files that are no attributes. */
async function fileWordCandidates(): Promise<Candidate[]> {
  const [{ kinds }, { wordNames }] = await Promise.all([import("../program/kinds.js"), import("../derive/file-words.js")]);
  const words = [...wordNames(kinds)].filter(([word]) => !kinds.has(word));
  return words.map(([value, description]) => ({ value, description }));
}

/** Attributes of what an address names, the words that may stand beside them, and without a key those that have attributes of their own. */
async function attributes(address: string): Promise<Candidate[]> {
  const [{ kinds }, { attributeNames, explainAttribute }, { wordNames }, { placesOf }] = await Promise.all([
    import("../program/kinds.js"),
    import("../derive/explain.js"),
    import("../derive/file-words.js"),
    import("../core/kind.js"),
  ]);
  const { kind: name, key } = parseAddress(address);
  const kind = kinds.get(name);
  if (!kind) return [];
  const fields = attributeNames(kind, { key }).map((value) => ({
    value,
    description: explainAttribute(kind, value, { key })?.description ?? "",
  }));
  const keys =
    key === undefined ? Object.entries(kind.shapes ?? {}).map(([value, { description }]) => ({ value, description })) : [];
  const words = [...wordNames(kinds, placesOf(kind))].map(([value, description]) => ({ value, description }));
  return [...fields, ...keys, ...words];
}

/** Documented paths of the API. */
async function paths(method: string, typed: string): Promise<Candidate[]> {
  const { pathsLike } = await import("./api/known.js");
  return pathsLike(method, typed).map(({ template, endpoint }) => ({ value: template, description: endpoint.summary }));
}

/** The words that are neither options nor values of options. */
function positional(command: Command, given: readonly string[]): string[] {
  return given.filter((word, index) => {
    const option = optionNamed(command, given[index - 1] ?? "");
    return !word.startsWith("-") && !(option && takesNextWord(option));
  });
}

/** The options of a command, and those that it shares with all others. */
function optionsOf(command: Command): readonly Option[] {
  const shared = command.parent ? optionsOf(command.parent).filter(({ long }) => long !== "--version") : [];
  return [...command.options, ...shared];
}

function optionNamed(command: Command, word: string): Option | undefined {
  return optionsOf(command).find((option) => option.long === word || option.short === word);
}

function takesValue(option: Option): boolean {
  return option.required || option.optional;
}

function takesNextWord(option: Option): boolean {
  return takesValue(option) && !(option instanceof UndeclaredOption);
}
