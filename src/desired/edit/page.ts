import { tokensOf } from "../read-file.js";

/** A comment, from its `#` to the end of its line. */
interface Comment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text of a file with its lines and comments. It ends with a line break, even where the file does not. */
export class TextPage {
  readonly text: string;
  readonly newline: "\n" | "\r\n";
  /** By how much people indent in this file: as the first line that is indented, 2 where there is none. */
  readonly step: number;
  readonly comments: readonly Comment[];
  private readonly starts: readonly number[];

  constructor(text: string) {
    this.newline = /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
    this.text = text === "" || text.endsWith("\n") ? text : text + this.newline;
    this.step = Math.min(8, Math.max(1, /^( +)[^\s#-]/m.exec(this.text)?.[1]?.length ?? 2));
    this.starts = [0, ...[...this.text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    this.comments = commentsOf(this.text);
  }

  /** Where the line of an offset begins. */
  lineStart(offset: number): number {
    return this.starts[this.lineIndex(offset)] ?? 0;
  }

  /** Where the next line begins. */
  lineEnd(offset: number): number {
    return this.starts[this.lineIndex(offset) + 1] ?? this.text.length;
  }

  /** Characters between the begin of the line and an offset. */
  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  /** True if nothing but blanks stands before an offset on its line. */
  isFirst(offset: number): boolean {
    return /^[ \t]*$/.test(this.text.slice(this.lineStart(offset), offset));
  }

  /** True if nothing but blanks and a comment stands after an offset on its line. */
  isLast(offset: number): boolean {
    const rest = this.text.slice(offset, this.lineEnd(offset));
    return /^\s*$/.test(rest) || (/^[ \t]/.test(rest) && /^\s*#/.test(rest)) || rest.startsWith("#");
  }

  /** The line that begins at an offset, without its line break. */
  line(start: number): string {
    return this.text.slice(start, this.lineEnd(start)).replace(/\r?\n$/, "");
  }

  /** True if the line before the one that begins at an offset is there and empty. */
  isBlankAbove(start: number): boolean {
    return start > 0 && this.isBlankAt(this.lineStart(start - 1));
  }

  /** True if the line that begins at an offset is there and empty. */
  isBlankAt(start: number): boolean {
    return start < this.text.length && this.line(start).trim() === "";
  }

  /** Comments that begin in a stretch of the text. */
  commentsWithin(start: number, end: number): readonly Comment[] {
    const first = lowerBound(this.comments.length, (index) => (this.comments[index]?.start ?? 0) >= start);
    const next = lowerBound(this.comments.length, (index) => (this.comments[index]?.start ?? 0) >= end);
    return this.comments.slice(first, Math.max(first, next));
  }

  private lineIndex(offset: number): number {
    return lowerBound(this.starts.length, (index) => (this.starts[index] ?? 0) > offset) - 1;
  }
}

/** All comments of a text of YAML, in order. */
export function commentsOf(text: string): Comment[] {
  const comments: Comment[] = [];
  for (const [token, offset, isScalar] of tokensOf(text)) {
    if (isScalar || !token.startsWith("#")) continue;
    const comment = token.trimEnd();
    comments.push({ start: offset, end: offset + comment.length, text: comment });
  }
  return comments;
}

/** The first index for which something holds that holds for all after it; the length if there is none. */
export function lowerBound(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
