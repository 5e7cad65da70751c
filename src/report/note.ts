/** One part of a note, which is shown whole, short, or not at all. */
export interface NotePart {
  readonly text: string;
  /** What it is said in where there is no room for the text. */
  readonly short?: string;
  /** Parts of the lowest rank are given room first. Where one of rank 0 finds none, nothing of a higher rank is shown. */
  readonly rank: number;
  /** What to count where it is left out: a word for one and for many, or the kind of the things and how many changes it tells. Of several that are
   * said as one, `number` says how many. */
  readonly counted: { readonly what: string; readonly changes?: number; readonly number?: number };
}

/**
 * A note of at most `limit` characters: its head, the parts that find room, in their order, and what is left out, counted.
 * @param leftOut the sentence for parts that are left out, which is short whatever is in them
 */
export function fitNote(
  head: readonly string[],
  parts: readonly NotePart[],
  limit: number,
  leftOut: (left: readonly NotePart[]) => string,
): string {
  const free = limit - lengthOf(head) - 1;
  let shown = fitting(parts, free);
  let last: readonly string[] = [];
  // What the sentence takes depends on what is left out, and the other way round: it is given more until it fits.
  for (let reserved = 0; ; reserved += 50) {
    const left = parts.filter((part) => !shown.has(part));
    last = left.length === 0 ? [] : [leftOut(left)];
    const all = [...head, ...parts.flatMap((part) => shown.get(part) ?? []), ...last];
    if (lengthOf(all) + 1 <= limit || shown.size === 0) return `${all.join(between)}\n`;
    shown = fitting(parts, free - lengthOf(last) - between.length - reserved);
  }
}

const between = "\n\n";

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length + between.length, 0);
}

/** The text of each part for which there is room, by rank. */
function fitting(parts: readonly NotePart[], free: number): ReadonlyMap<NotePart, string> {
  const shown = new Map<NotePart, string>();
  const firm = parts.filter(({ rank }) => rank === 0);
  let room = free;
  // What the firm parts that follow take at least: none of them is left out for the sake of one before.
  let short = lengthOf(firm.map(shortOf));
  for (const part of parts.toSorted((part, other) => part.rank - other.rank)) {
    if (part.rank > 0 && shown.size < firm.length) break;
    if (part.rank === 0) short -= lengthOf([shortOf(part)]);
    const text = [part.text, shortOf(part)].find((form, index) => lengthOf([form]) + (index === 0 ? short : 0) <= room);
    if (text === undefined) continue;
    shown.set(part, text);
    room -= lengthOf([text]);
  }
  return shown;
}

function shortOf({ text, short }: NotePart): string {
  return short !== undefined && short.length < text.length ? short : text;
}
