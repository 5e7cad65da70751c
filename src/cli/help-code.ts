import { TrueupError } from "../core/errors.js";
import { didYouMean } from "../core/names.js";
import type { DataFormat } from "../report/data-formats.js";
import { dataFormatIn } from "./format-options.js";
import { inPlaceOfCommand } from "./other-tools.js";
import { commandNames } from "./program.js";
import type { Session } from "./session.js";

/** What `trueup help` is asked for if it is not about commands. */
export interface CodeQuestion {
  /** Undefined for all codes. */
  readonly code?: string;
  /** Undefined for text. */
  readonly format?: DataFormat;
}

/** The question of `trueup help CODE`, or of `trueup help --json` for all codes. Undefined if the words are about commands. */
export function codeAsked([first, ...words]: readonly string[]): CodeQuestion | undefined {
  if (first !== "help") return undefined;
  const format = dataFormatIn(words);
  const asked = format === undefined ? {} : { format };
  const code = words.filter((word, at) => !isOfFormat(word, words[at - 1])).at(0);
  if (code === undefined) return format === undefined ? undefined : asked;
  const isCode = !code.startsWith("-") && !["help", ...commandNames].includes(code);
  return isCode ? { ...asked, code } : undefined;
}

/** True for an option that names the format, and for its value. */
function isOfFormat(word: string, before = ""): boolean {
  return /^(?:--json$|--format(?:=|$)|--output(?:=|$)|-o)/.test(word) || ["--format", "--output", "-o"].includes(before);
}

/** Prints the explanation of a code, or of all. Brackets around a code, as messages have them, do not count. */
export async function explainCode({ code: word, format }: CodeQuestion, { output }: Session): Promise<void> {
  const { allCodes, allCodesJson, codeJson, codeText, explainedCode } = await import("../report/codes.js");
  const { dataText } = await import("../report/data-formats.js");
  if (word === undefined) return output.result(await dataText(format ?? "json", allCodesJson()));
  const code = word.replace(/^\[(.*)\]$/, "$1");
  const explained = explainedCode(code);
  if (explained) return output.result(format === undefined ? codeText(explained) : await dataText(format, codeJson(explained)));
  const guess = didYouMean(code, [...commandNames, ...allCodes()]);
  throw new TrueupError({
    code: "code.unknown",
    message: `there is no command and no code ${JSON.stringify(code)}`,
    hint:
      inPlaceOfCommand(code) ??
      (guess === undefined
        ? "docs/codes/README.md lists all codes, and trueup --help lists all commands."
        : `Did you mean ${guess}?`),
  });
}
