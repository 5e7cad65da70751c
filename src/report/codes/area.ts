/** The explanation of a code, in plain sentences. Words between backticks are code. */
export interface CodeEntry {
  /** What the message means. */
  readonly means: string;
  /** How it comes about. */
  readonly cause: string;
  /** What to do next. */
  readonly remedy: string;
}

/** The codes of one subject. They share a page of the documentation. */
export interface CodeArea {
  /** Name of the page, for example `plan`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly entries: Readonly<Record<string, CodeEntry>>;
}
