import { TrueupError } from "../core/errors.js";
import { didYouMean } from "../core/names.js";
import { commandNames } from "./program.js";
import type { Session } from "./session.js";

/** The word of `trueup help WORD` if it names no command, so that it can only be a code; undefined for all other words. */
export function codeAsked([first, word]: readonly string[]): string | undefined {
  const isCode = first === "help" && word !== undefined && !word.startsWith("-") && !["help", ...commandNames].includes(word);
  return isCode ? word : undefined;
}

/** Prints the explanation of a code. Brackets around it, as messages have them, do not count. */
export async function explainCode(word: string, { output }: Session): Promise<void> {
  const [{ allCodes, explainedCode }, { codeText }] = await Promise.all([
    import("../report/codes/index.js"),
    import("../report/codes/texts.js"),
  ]);
  const code = word.replace(/^\[(.*)\]$/, "$1");
  const explained = explainedCode(code);
  if (explained) return output.result(codeText(explained));
  const guess = didYouMean(code, [...commandNames, ...allCodes()]);
  throw new TrueupError({
    code: "code.unknown",
    message: `there is no command and no code ${JSON.stringify(code)}`,
    hint:
      guess === undefined
        ? "docs/codes/README.md lists all codes, and trueup --help lists all commands."
        : `Did you mean ${guess}?`,
  });
}
