import { decodings } from "./encodings.js";

/** Takes secrets out of any text that leaves the process. */
export interface Scrubber {
  /**
   * The text with every remembered value replaced by `[secret]`, in these forms, and no others are promised:
   * - as it is, and with its white space as single blanks (on one line);
   * - escaped as in JSON, whichever of its characters are, `\u` in either letter case;
   * - percent-encoded as in addresses, and as in forms (`+` for a blank), whichever of its characters are, in either letter case;
   * - with entities of HTML, named, decimal or hexadecimal, whichever of its characters are;
   * - in hexadecimal, all in upper or all in lower case;
   * - in base64 and base64url, also within a longer encoded text, at any of the three alignments, if that leaves eight characters that belong to it alone.
   *
   * One encoding at a time: what was encoded twice, in two ways at once, cut in pieces, compressed or encrypted is not found.
   */
  scrub(text: string): string;
}

/** Remembers the secret values of one run. It forgets none, so whoever lives longer than a run makes one for each. */
export interface Redactor extends Scrubber {
  /** Remembers a value. Values under four characters are left: hiding them would garble everything else. */
  add(value: string): void;
}

/** Where a secret stands in a text. */
type Range = readonly [start: number, end: number];

const mask = "[secret]";
const shortest = 4;

/** Makes an empty redactor. */
export function createRedactor(): Redactor {
  const known = new Set<string>();
  const values = new Set<string>();
  const wholes = new Set<string>();
  return {
    add(value) {
      if (value.length < shortest || known.has(value)) return;
      known.add(value);
      for (const plain of plainForms(value)) values.add(plain);
      for (const whole of wholeForms(value)) wholes.add(whole);
    },
    scrub(text) {
      if (values.size === 0) return text;
      const ranges: Range[] = [...occurrences(text, values), ...occurrences(text, wholes)];
      for (const decoded of decodings(text)) {
        for (const [start, end] of occurrences(decoded.text, values)) ranges.push(decoded.source(start, end));
      }
      return masked(text, ranges);
    },
  };
}

/** The value, and what becomes of it on one line. */
function plainForms(value: string): string[] {
  return [value, value.replaceAll(/\s+/g, " ").trim()].filter((one) => one.length >= shortest);
}

/** Encodings that leave no character as it is. */
function wholeForms(value: string): string[] {
  const hex = Buffer.from(value).toString("hex");
  return [hex, hex.toUpperCase(), Buffer.from(value).toString("base64"), ...withinBase64(value)];
}

/** The characters that stand for the value wherever it lies in a longer encoded text, for example after a user name and a colon. */
function withinBase64(value: string): string[] {
  const bytes = Buffer.from(value);
  const inner = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    return encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  // So few characters could stand in any encoded text by chance.
  return inner.filter((one) => one.length >= 8).flatMap((one) => [one, one.replaceAll("+", "-").replaceAll("/", "_")]);
}

function occurrences(text: string, needles: Iterable<string>): Range[] {
  const found: Range[] = [];
  for (const needle of needles) {
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length))
      found.push([at, at + needle.length]);
  }
  return found;
}

/** Overlapping secrets go as one, so that one that holds another goes as a whole. */
function masked(text: string, ranges: readonly Range[]): string {
  const pieces: string[] = [];
  let done = 0;
  let [start, end] = [0, 0];
  const close = (): void => {
    if (end > start) pieces.push(text.slice(done, start), mask);
    if (end > start) done = end;
  };
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    if (from < end) end = Math.max(end, to);
    else {
      close();
      [start, end] = [from, to];
    }
  }
  close();
  return pieces.join("") + text.slice(done);
}
