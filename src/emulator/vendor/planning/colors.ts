import { NAMED_COLORS } from "./named-colors.js";

/** A colour as servers keep it: names by their digits, short forms in full. Undefined for what is no colour. */
export function colorOf(text: string): string | undefined {
  const word = text.trim();
  const named = NAMED_COLORS.get(word.toLowerCase());
  if (named !== undefined) return named;
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(word);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`;
  return /^#[\da-f]{6}$/i.test(word) ? word : undefined;
}

/** From which sum of red, green and blue on a colour is light. */
const LIGHT = 500;

/** The colour of letters that can be read on a colour. */
export function textColorOn(color: string): string {
  const parts = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
  return parts.reduce((sum, part) => sum + part, 0) > LIGHT ? "#1F1E24" : "#FFFFFF";
}
