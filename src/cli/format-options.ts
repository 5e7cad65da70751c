import { type Command, Option } from "commander";
import { type DataFormat, isData } from "../report/data-formats.js";

/** `--format`, or another name of it. The value is always kept as `format`. */
class FormatOption extends Option {
  constructor(flags: string, description: string, formats: readonly string[]) {
    super(flags, description);
    // Other tools call a text with columns a table.
    const isText = formats.includes("text");
    this.choices(isText ? [...formats, "table"] : formats);
    const checked = this.parseArg;
    this.argParser((word, before: string | undefined) => {
      // kubectl takes -o=json, too.
      const name = word.replace(/^=/, "");
      const format = checked === undefined ? name : checked<string>(name, before ?? "");
      return isText && format === "table" ? "text" : format;
    });
  }

  override attributeName(): string {
    return "format";
  }
}

/** How `addFormatOptions` differs from command to command. */
interface FormatWords {
  readonly description?: string;
  /** The format without any option. `undefined` if the command decides. */
  readonly usual?: string | undefined;
}

/**
 * Adds `--format`, `-o, --output` and `--json`, which choose one of `formats`. commander refuses any other format and names these.
 * A command that has `text` also takes its other name, `table`.
 */
export function addFormatOptions(
  command: Command,
  formats: readonly string[],
  { description = "how to report", usual = "text" }: FormatWords = {},
): Command {
  const format = new FormatOption("--format <format>", description, formats);
  return command
    .addOption(usual === "" ? format : format.default(usual))
    .addOption(new FormatOption("-o, --output <format>", "the same as --format", formats))
    .addOption(new Option("--json", "the same as --format json").implies({ format: "json" }));
}

/** The data format that the words of a command line ask for, if any. They are read as they are, because an error may come before commander understands them. */
export function dataFormatIn(argv: readonly string[]): DataFormat | undefined {
  const named = argv.flatMap((word, at) => {
    if (word === "--json") return ["json"];
    if (["--format", "--output", "-o"].includes(word)) return [argv[at + 1] ?? ""];
    return /^(?:--format=|--output=|-o=?)(\w+)$/.exec(word)?.slice(1) ?? [];
  });
  return named.findLast(isData);
}
