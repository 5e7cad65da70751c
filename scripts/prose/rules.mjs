// Our rules for textlint. docs/writing.md says them to people.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { beginning, sentencesOf, textOf, wordsIn } from "./sentences.mjs";

/** More words than these a sentence may not have. */
export const mostWords = 30;
const unused = parse(readFileSync(new URL("words.yaml", import.meta.url), "utf8")).map(({ word, instead }) => ({
  test: new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`, "i"),
  instead,
}));

/** A rule that looks at each sentence: `find` answers what is wrong with one, or nothing. */
function sentenceRule(find) {
  return ({ Syntax, RuleError, report }) => {
    const look = (node) => {
      for (const sentence of sentencesOf(textOf(node))) {
        const wrong = find(sentence);
        if (wrong) report(node, new RuleError(`${wrong}: "${beginning(sentence)}"`));
      }
    };
    return { [Syntax.Paragraph]: look, [Syntax.Header]: look, [Syntax.TableCell]: look };
  };
}

/** By name. Each is a rule of textlint. */
export const rules = {
  "sentence-length": sentenceRule((sentence) => {
    const words = wordsIn(sentence);
    return words > mostWords ? `${words} words in a sentence, ${mostWords} at most` : undefined;
  }),
  "subject-first": sentenceRule((sentence) =>
    /^(?:what|who)\s/i.test(sentence) && !/\?\W*$/.test(sentence) && wordsIn(sentence) > 8
      ? "name the subject, a sentence does not begin with What or Who"
      : undefined,
  ),
  "unused-words": sentenceRule((sentence) => {
    const found = unused.find(({ test }) => test.test(sentence));
    return found ? `write ${found.instead} in place of "${found.test.exec(sentence)?.[0]}"` : undefined;
  }),
};
