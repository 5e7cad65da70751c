/**
 * How alike a search and the best of some texts are, from 0 to 1: shared groups of three letters, as real servers order by similarity.
 */
export function likeness(search: string, texts: readonly (string | null)[]): number {
  return Math.max(0, ...texts.map((text) => (text === null ? 0 : overlap(trigrams(search), trigrams(text)))));
}

function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((part) => right.has(part)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}

function trigrams(text: string): Set<string> {
  const padded = `  ${text.toLowerCase()} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)));
}
