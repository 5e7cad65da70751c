import type { Capabilities } from "../../core/api.js";
import type { Origin } from "../../core/errors.js";
import type { Kinds, PlacedKind } from "../../core/kind.js";
import type { Directory } from "../../core/lookup.js";
import type { Desired, Live, Unread } from "../../core/plan.js";
import type { ParentNeed } from "./needs.js";

/** What plans are made with, beside what is desired and what is live. */
export interface Basis {
  readonly kinds: Kinds;
  readonly directory: Directory;
  readonly capabilities: Capabilities;
}

/** A desired thing beside what is live of it. */
export interface Observed {
  readonly desired: Desired;
  readonly kind: PlacedKind;
  readonly live: Live | undefined;
  /** The path under which it lives now, if a move is asked for or its group moves. */
  readonly livePath: string | undefined;
  /** True if both the old and the new path of a move exist. */
  readonly conflict: boolean;
  /** What it was looked for on. */
  readonly parent?: ParentNeed;
  /** What is there under the former key, where both are and one of them can become part of the other. */
  readonly merges?: Live;
  /** Live siblings that no declared one means, where this one is not there, or covers names, and its siblings were listed. */
  readonly beside?: readonly Live[];
  /** Numbers of all that have its key, where several do and nobody can say which is meant. */
  readonly alike?: readonly (number | string)[];
  /** What others on the same thing name it by, where its title proves nothing. */
  readonly called?: string;
  /** Declared attributes that this server does not know: what may see them and reads the thing singly does not find them. */
  readonly unknown?: readonly string[];
}

/** What is live of what is desired. */
export interface Observations {
  readonly observed: readonly Observed[];
  /** Groups and projects that something observed hangs on although nobody asks for them (a target may name a child alone). */
  readonly unnamedParents: readonly Observed[];
  /** Live things that no file declares and that `delete_undeclared` names. */
  readonly undeclared: readonly Undeclared[];
  /** What hangs on declared things and could not be read: nothing of it is observed. */
  readonly unread: readonly Unread[];
  /** How many lists and single things that hang on declared ones were asked for, read or not. */
  readonly asked: number;
}

/** A live thing that nobody declares and that is to go. */
export interface Undeclared {
  readonly live: Live;
  readonly kind: PlacedKind;
  readonly path: string;
  readonly key?: string;
  /** Where the files ask for it. */
  readonly origin: Origin;
}
