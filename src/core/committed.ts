import type { Tier } from "./names.js";

/** The second part of a key. */
export interface KeyScope {
  readonly field: string;
  readonly separator: string;
  readonly default: string;
  /** The kind of what it names, beside the thing: that is made before it. */
  readonly kind?: string;
  /** What the server needs for any other scope than the default: elsewhere it keeps that without a word. */
  readonly tier?: Tier;
}

/** How members that are files of a repository are read and written: by git's ids of all files of a branch at once, and by one commit for all that differs in one. */
export interface Committed {
  /** The attribute that has the content. */
  readonly content: string;
  /** The attribute that says whether a file may be executed. */
  readonly executable: string;
  /** What the list shows in their place: git's id of the content, and the mode. */
  readonly listed: { readonly id: string; readonly mode: string };
  /** What the single read shows them as, the content in base64; and the last commit that changed the file, which a change names. */
  readonly read: { readonly content: string; readonly executable: string; readonly last: string };
  /** Attribute of the parent that has the branch that a key without one means. */
  readonly defaultBranch: string;
  /** The parameter that says the branch. */
  readonly parameter: string;
  /** The branch that the first commit makes where nothing says another one. */
  readonly firstBranch: string;
  /** The kind of branches, and what their single read shows of whether the token's user may commit. */
  readonly writable: { readonly kind: string; readonly mark: string };
  /** The attribute that has the message, and the message where nobody says one. */
  readonly message: { readonly parameter: string; readonly default: string };
}
