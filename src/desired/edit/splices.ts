/** A stretch of text that gives way to another; an insertion if it is empty. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Changes to one text, all in the offsets of that text. */
export class Splices {
  private readonly splices: Splice[] = [];

  replace(start: number, end: number, text: string): void {
    if (start !== end || text !== "") this.splices.push({ start, end, text });
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** The text with all changes made. At one place, insertions stand in the order in which they were asked for, before what is replaced there. undefined if two overlap. */
  apply(text: string): string | undefined {
    const isInsertion = ({ start, end }: Splice): number => (start === end ? 0 : 1);
    const sorted = [...this.splices].sort((a, b) => a.start - b.start || isInsertion(a) - isInsertion(b));
    const parts: string[] = [];
    let at = 0;
    for (const splice of sorted) {
      if (splice.start < at) return undefined;
      parts.push(text.slice(at, splice.start), splice.text);
      at = splice.end;
    }
    return [...parts, text.slice(at)].join("");
  }

  get isEmpty(): boolean {
    return this.splices.length === 0;
  }
}
