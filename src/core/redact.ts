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
      // A secret of one line stands in one line of the text.
      const isLines = [...values].every((value) => !/[\r\n]/.test(value));
      return (isLines ? blocksOf(text) : [text]).map((block) => scrubbed(block, values, wholes)).join("");
    },
  };
}

/** How many characters are cleaned at once: their decoded forms take many times the memory. */
const atOnce = 1 << 20;

/** A long text in blocks of whole lines. */
function blocksOf(text: string): string[] {
  const all: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = text.length - at > atOnce ? text.indexOf("\n", at + atOnce) + 1 : 0;
    all.push(text.slice(at, end > 0 ? end : text.length));
    at += all.at(-1)?.length ?? 0;
  }
  return all;
}

function scrubbed(text: string, values: ReadonlySet<string>, wholes: ReadonlySet<string>): string {
  const ranges: Range[] = [...occurrences(text, values), ...occurrences(text, wholes)];
  for (const decoded of decodings(text)) {
    for (const [start, end] of occurrences(decoded.text, values)) ranges.push(decoded.source(start, end));
  }
  return masked(text, ranges);
}

/** The value, and what becomes of it on one line. */
function plainForms(value: string): string[] {
  return [value, value.replaceAll(/\s+/g, " ").trim()].filter((spelling) => spelling.length >= shortest);
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
  return inner.filter((part) => part.length >= 8).flatMap((part) => [part, part.replaceAll("+", "-").replaceAll("/", "_")]);
}

function occurrences(text: string, needles: Iterable<string>): Range[] {
  const ranges: Range[] = [];
  for (const needle of needles) {
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length))
      ranges.push([at, at + needle.length]);
  }
  return ranges;
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
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (from < end) end = Math.max(end, to);
    else {
      close();
      [start, end] = [from, to];
    }
  }
  close();
  return pieces.join("") + text.slice(done);
}

/** A text without one encoding. */
interface Decoded {
  readonly text: string;
  /** The part of the text as it was given that a part of this one stands for. */
  readonly source: (start: number, end: number) => readonly [start: number, end: number];
}

/** A way in which single characters of a text are written as something else. */
interface Encoding {
  readonly token: RegExp;
  /** What a token stands for, piece by piece, each with its length in the token. */
  readonly read: (token: string) => readonly (readonly [text: string, length: number])[];
}

const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" };
const controls: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

const percent: Encoding = { token: /(?:%[0-9a-f]{2})+/gi, read: readBytes };
const form: Encoding = {
  token: /\+|(?:%[0-9a-f]{2})+/gi,
  read: (token) => (token === "+" ? [[" ", 1]] : readBytes(token)),
};
const entities: Encoding = {
  token: /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi,
  read: (token) => {
    const name = token.slice(1, -1).toLowerCase();
    const point = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const isPoint = name.startsWith("#") && point <= 0x10ffff;
    return [[isPoint ? String.fromCodePoint(point) : (names[name] ?? token), token.length]];
  },
};
const json: Encoding = {
  token: /\\(?:u[0-9a-f]{4}|["\\/bfnrt])/gi,
  read: (token) => {
    const [letter = ""] = token.slice(1);
    const text = token.length > 2 ? String.fromCharCode(Number.parseInt(token.slice(2), 16)) : (controls[letter] ?? letter);
    return [[text, token.length]];
  },
};

/** The text without each of the encodings that occur in it: percent-encoding, that of forms, entities of HTML and escapes of JSON, in either letter case. */
function decodings(text: string): Decoded[] {
  return [percent, form, entities, json].filter(({ token }) => text.search(token) >= 0).map((encoding) => decode(text, encoding));
}

function decode(text: string, { token, read }: Encoding): Decoded {
  const pieces: string[] = [];
  const runs: Run[] = [];
  let [at, length] = [0, 0];
  const take = (piece: string, size: number, isLiteral: boolean): void => {
    if (piece === "") return;
    pieces.push(piece);
    runs.push({ at: length, from: at, size, isLiteral });
    at += size;
    length += piece.length;
  };
  for (const match of text.matchAll(token)) {
    take(text.slice(at, match.index), match.index - at, true);
    for (const [piece, size] of read(match[0])) take(piece, size, false);
  }
  take(text.slice(at), text.length - at, true);
  const source = (start: number, end: number): readonly [number, number] => {
    const [first, last] = [runAt(runs, start), runAt(runs, end - 1)];
    return [first.from + (first.isLiteral ? start - first.at : 0), last.from + (last.isLiteral ? end - last.at : last.size)];
  };
  return { text: pieces.join(""), source };
}

/** What one piece of a decoded text was made of. */
interface Run {
  /** Where it begins in the decoded text. */
  readonly at: number;
  /** Where it began before, and how long it was there. */
  readonly from: number;
  readonly size: number;
  /** Taken over as it was, character by character. */
  readonly isLiteral: boolean;
}

function runAt(runs: readonly Run[], index: number): Run {
  let [low, high] = [0, runs.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((runs[middle]?.at ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return runs[low] ?? { at: 0, from: 0, size: 0, isLiteral: true };
}

/** Bytes of UTF-8; each that belongs to no character stands for itself. */
function readBytes(token: string): readonly (readonly [string, number])[] {
  const bytes = Buffer.from(token.replaceAll("%", ""), "hex");
  const read: [string, number][] = [];
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    const text = bytes.toString("utf8", at, at + length);
    const isWhole = Buffer.from(text).equals(bytes.subarray(at, at + length));
    const used = isWhole ? length : 1;
    read.push([isWhole ? text : String.fromCharCode(lead), used * 3]);
    at += used;
  }
  return read;
}
