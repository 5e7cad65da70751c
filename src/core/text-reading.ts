import { colorDigits } from "./colors.js";
import { instantForms, readInstant } from "./instant.js";
import { isNamedZone } from "./named-zones.js";
import { whyNotRe2 } from "./re2-patterns.js";
import { isTimeZone } from "./time-zone.js";

/** What is wrong with a text that cannot be read, and what can. */
export interface Unreadable {
  readonly message: string;
  readonly allowed: string;
}

/** What a text can be read as, with what is wrong with one that cannot. */
const readings = {
  /** A colour, by its digits or its name in CSS. */
  color: (text) =>
    colorDigits(text) ? undefined : { message: "it is no colour", allowed: "#d9534f, #fff or a name such as red" },
  /** An instant, by a day or a time with its offset. */
  instant: (text) => (readInstant(text) ? undefined : { message: "it is no time", allowed: instantForms }),
  /** The name of a time zone. */
  "time-zone": (text) =>
    isTimeZone(text) || isNamedZone(text)
      ? undefined
      : { message: "there is no such time zone", allowed: "a name such as Europe/Berlin or Eastern Time (US & Canada)" },
  /** A regular expression as RE2 reads it; one that it cannot read stops every push. */
  re2: (text) => {
    const message = whyNotRe2(text);
    return message === undefined ? undefined : { message, allowed: "a regular expression of RE2" };
  },
} as const satisfies Readonly<Record<string, (text: string) => Unreadable | undefined>>;

/** A word for what a text is read as. */
export type TextReading = keyof typeof readings;

/** Why a text cannot be read; undefined if it can. An empty one says nothing. */
export function whyUnreadable(reading: TextReading, text: string): Unreadable | undefined {
  return text === "" ? undefined : readings[reading](text);
}
