import { type Command, InvalidArgumentError, type Option } from "commander";
import type { FileDiagnostic, Origin } from "../core/errors.js";
import type { Json } from "../core/json.js";
import { didYouMean } from "../core/names.js";
import type { OptionDefault } from "../program/project/project.js";
import { collect } from "./option-values.js";

/** Options that a project file gives no value: what they say is said for one run, or has a key of its own there. */
const saidOtherwise: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ["now", "max-age", "plan", "at", "base", "expect", "report", "without-secrets", "yes", "adopt", "adopt-all"],
      ["show-secrets", "list", "field", "f", "method", "raw-field", "input"],
    ]
      .flat()
      .map((name) => [name, "it is said for each run, on the command line"]),
  ),
  config: "it names the project file",
  url: "instances names the servers",
  instance: "default_instance says which one is meant",
  undeclared: "undeclared: report says it",
};

/** Variables of the environment that go before what a file says, by the option that says the same. */
const variables: Readonly<Record<string, string>> = { "client-id": "TRUEUP_CLIENT_ID" };

/** A default for one option of one command. */
interface Given {
  readonly command: Command;
  readonly option: Option;
  readonly value: unknown;
}

/** Defaults, with what is wrong with them. */
export interface OptionDefaults {
  readonly given: readonly Given[];
  readonly diagnostics: readonly FileDiagnostic[];
}

/** What a project file gives the options of commands. `commands` are all that read a project file, each by its words after `trueup`. */
export function readOptionDefaults(defaults: readonly OptionDefault[], commands: ReadonlyMap<string, Command>): OptionDefaults {
  const given: Given[] = [];
  const diagnostics: FileDiagnostic[] = [];
  const seen = new Map<string, OptionDefault>();
  // What is said of one command goes before what is said of all.
  const inTurn = defaults.toSorted((a, b) => Number(a.command !== undefined) - Number(b.command !== undefined));
  for (const option of inTurn) {
    const diagnostic = readOne(option, commands, seen);
    if ("rule" in diagnostic) diagnostics.push(diagnostic);
    else given.push(...diagnostic.given);
  }
  return { given, diagnostics };
}

function readOne(
  entry: OptionDefault,
  commands: ReadonlyMap<string, Command>,
  seen: Map<string, OptionDefault>,
): FileDiagnostic | { readonly given: readonly Given[] } {
  const { command: words, origin } = entry;
  const name = entry.option.replaceAll("_", "-");
  if (words !== undefined && !commands.has(words)) {
    const message = `there is no command ${JSON.stringify(words)} that has defaults`;
    const place = entry.commandOrigin ?? origin;
    return refused(entry, place, "defaults.command", message, guessed(words, [...commands.keys()]));
  }
  const meant = words === undefined ? [...commands.values()] : [...commands].flatMap(([key, of]) => (key === words ? [of] : []));
  const options = meant.flatMap((command) =>
    command.options.filter((option) => option.name() === name).map((option) => ({ command, option })),
  );
  const wrong = nameMistake(entry, name, { meant, isThere: options.length > 0, twice: seen.get(`${words ?? ""} ${name}`) });
  seen.set(`${words ?? ""} ${name}`, entry);
  if (wrong) return wrong;
  const read = options.map(({ command, option }) => ({ command, option, ...valueOf(option, entry.value) }));
  const good = read.flatMap(({ command, option, value, mistake }) => (mistake === undefined ? [{ command, option, value }] : []));
  // One for all commands is for those that take it: the formats of plans are more than those of results.
  if (good.length > 0) return { given: good };
  return refused(entry, entry.valueOrigin, "defaults.value", `this is no value of --${name}`, read[0]?.mistake);
}

interface Found {
  readonly meant: readonly Command[];
  readonly isThere: boolean;
  readonly twice: OptionDefault | undefined;
}

function nameMistake(entry: OptionDefault, name: string, { meant, isThere, twice }: Found): FileDiagnostic | undefined {
  const { command: words, origin } = entry;
  if (!isThere) {
    const names = new Set(meant.flatMap((command) => command.options.map((option) => option.name())));
    const settable = [...names].filter((known) => !Object.hasOwn(saidOtherwise, known));
    const allowed = guessed(name, settable);
    const whose = words === undefined ? "no command has it" : `trueup ${words} does not have it`;
    const message = `there is no option ${JSON.stringify(entry.option)}: ${whose}`;
    return refused(entry, origin, "defaults.unknown", message, allowed);
  }
  const reason = Object.hasOwn(saidOtherwise, name) ? saidOtherwise[name] : undefined;
  if (reason !== undefined) {
    return refused(entry, origin, "defaults.option", `--${name} has no default in a file: ${reason}`);
  }
  if (!twice) return undefined;
  return { ...refused(entry, origin, "defaults.twice", "the option stands here in a second spelling"), related: [twice.origin] };
}

function refused(
  { command, option }: OptionDefault,
  origin: Origin,
  rule: string,
  message: string,
  allowed?: string,
): FileDiagnostic {
  const attribute = ["defaults", ...(command === undefined ? [] : [command]), option].join(".");
  return { severity: "error", rule, origin, message, attribute, ...(allowed === undefined ? {} : { allowed }) };
}

function guessed(name: string, names: readonly string[]): string | undefined {
  const guess = didYouMean(name, names);
  return guess === undefined ? undefined : `did you mean ${guess}?`;
}

/** What commander would make of it on the command line. */
function valueOf(option: Option, value: Json): { readonly value?: unknown; readonly mistake?: string } {
  if (!option.required && !option.optional) {
    if (typeof value !== "boolean") return { mistake: "true or false" };
    return { value: value ? !option.negate : undefined };
  }
  const texts = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const isRepeatable = option.parseArg === collect;
  if (!isRepeatable && Array.isArray(value)) return { mistake: "one value" };
  const words = texts.filter((text) => typeof text === "string" || typeof text === "number");
  if (words.length < texts.length) return { mistake: "a text or a number" };
  const { parseArg } = option;
  try {
    const parse = (before: unknown, word: string | number): unknown => (parseArg ? parseArg(String(word), before) : String(word));
    return { value: words.reduce<unknown>(parse, undefined) };
  } catch (error) {
    if (error instanceof InvalidArgumentError) return { mistake: error.message };
    throw error;
  }
}

/** What commander keeps of an option and does not tell. */
interface OptionTies {
  readonly conflictsWith?: readonly string[];
  readonly implied?: Readonly<Record<string, unknown>>;
}

/** Gives a command what its command line left out. What was said there goes before, with all that it rules out. */
export function giveDefaults(
  command: Command,
  { given }: Pick<OptionDefaults, "given">,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const isGiven = (name: string): boolean => ![undefined, "default", "config"].includes(command.getOptionValueSource(name));
  for (const { option, value } of given) {
    const name = option.attributeName();
    const { conflictsWith = [], implied = {} } = option as OptionTies;
    const against = command.options.filter(
      (other) => isGiven(other.attributeName()) && (other as OptionTies).conflictsWith?.includes(name),
    );
    const isSaid = isGiven(name) || [...conflictsWith, ...Object.keys(implied)].some(isGiven) || against.length > 0;
    const variable = variables[option.name()];
    if (value === undefined || isSaid || (variable !== undefined && env[variable])) continue;
    command.setOptionValueWithSource(name, value, "config");
    for (const [other, impliedValue] of Object.entries(implied)) command.setOptionValueWithSource(other, impliedValue, "config");
  }
}
