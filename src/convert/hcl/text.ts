import { oddCharacter, oddCharacters, unicodeEscape } from "../../core/characters.js";

const marker = "EOT";

const escapes: Readonly<Record<string, string>> = { "\n": String.raw`\n`, "\r": String.raw`\r`, "\t": String.raw`\t` };

/** A text in quotation marks. */
export function quoted(text: string): string {
  return `"${quotedPart(text)}"`;
}

/** A text as it stands between quotation marks, beside references. */
export function quotedPart(text: string): string {
  // Half of a surrogate pair is no character, and Terraform knows no escape for it.
  const whole = text.replaceAll(/\p{Cs}/gu, "\ufffd").replaceAll(/["\\]/g, (one) => `\\${one}`);
  return withoutTemplates(whole).replaceAll(oddCharacters, (one) => escapes[one] ?? unicodeEscape(one));
}

/** `${` and `%{` begin something in Terraform's language; doubled, the sign stands for itself. */
function withoutTemplates(text: string): string {
  return text.replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);
}

/**
 * A text of several lines as the lines of a heredoc, to stand below an attribute of that indentation; undefined where it would not be read back exactly. The first
 * line goes behind the equals sign.
 */
export function heredoc(text: string, indentation: string): readonly string[] | undefined {
  if (!text.endsWith("\n")) return undefined;
  const lines = text.slice(0, -1).split("\n");
  // The indentation that all lines share is taken away, so one of them must have none of its own.
  const keepsIndentation = lines.some((line) => /^\S/.test(line));
  const isExact = lines.every(
    (line) => !/^\s+$/.test(line) && line.trim() !== marker && !oddCharacter.test(line.replaceAll("\t", "")),
  );
  if (lines.length < 2 || !keepsIndentation || !isExact) return undefined;
  const body = lines.map((line) => (line === "" ? "" : `${indentation}  ${withoutTemplates(line)}`));
  return [`<<-${marker}`, ...body, `${indentation}${marker}`];
}

/** How wide `terraform fmt` takes a text to be; undefined where that depends on its edition of Unicode. */
export function widthOf(text: string): number | undefined {
  const characters = Array.from(text).length;
  const isSimple = /^[\x20-\x7e]*$/.test(text) || [...new Intl.Segmenter("en").segment(text)].length === characters;
  return isSimple ? characters : undefined;
}
