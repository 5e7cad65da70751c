import type { Value } from "./json.js";
import type { Word } from "./layer.js";

/** What becomes of a line: it gives the value or part of it, bounds it, or does not count; or files alone do not tell. */
export interface LineOutcome {
  readonly outcome: "wins" | "bounds" | "loses" | "decided by what is live";
  /** Why, where it does not win. */
  readonly because?: string;
}

/** One line of the files that speaks of an attribute, and what becomes of it. */
export interface ExplainedLine extends LineOutcome {
  /** `policy NAME`, `preset NAME`, `exception of NAME`; empty for the thing's own body. */
  readonly layer: string;
  /** The attribute or the part of it that the line says. */
  readonly path: string;
  readonly word: Word;
  readonly value: Value;
  /** The text as it is written, where it says `${this:…}`; the same as the value where that is not known. */
  readonly written?: Value;
  readonly source: string;
  /** What the value would be without this line; left out where nothing would give one. */
  readonly without?: Value;
}

/** All that files say of one attribute of one thing. */
export interface ExplainedAttribute {
  readonly attribute: string;
  /** Left out where nothing gives one. */
  readonly value?: Value;
  readonly source?: string;
  readonly layer?: string;
  /** Weakest first. */
  readonly lines: readonly ExplainedLine[];
}
