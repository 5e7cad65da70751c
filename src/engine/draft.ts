import type { Origin } from "../core/errors.js";
import type { Fields } from "../core/fields.js";
import type { Json, JsonObject } from "../core/json.js";
import type { Kind } from "../core/kind.js";
import type { Action, Desired, Live, Notice, Wait } from "../core/plan.js";
import type { Difference } from "./diff.js";

/** One call of a draft, before it has an id and knows the calls of other drafts. */
export interface DraftCall {
  readonly route: string;
  readonly params: Record<string, Json>;
  readonly body?: Record<string, Json>;
  readonly wait?: Wait;
  /**
   * `open` and `main` come before what lies in the thing or hangs on it, `late` (what names something that this plan creates) only before
   * what hangs on it, `close` (archiving again) after it.
   */
  readonly phase: "open" | "main" | "late" | "close";
}

/** A change in the making: what differs and which calls mend it. */
export interface Draft {
  readonly address: string;
  readonly kind: Kind;
  readonly fields: Fields;
  readonly path: string | undefined;
  readonly key: string | undefined;
  readonly action: Action;
  readonly desired: Desired | undefined;
  readonly live: Live | undefined;
  readonly livePath: string | undefined;
  /** Where its own move starts from: the live path, after the groups above it have moved. */
  readonly carriedPath?: string;
  /** Attributes that differ, in file form, masked. */
  readonly differences: readonly Difference[];
  /** Attributes to write, in file form with placeholders for secrets and files. */
  readonly write: JsonObject;
  readonly kept: { readonly path: string; readonly value?: Json }[];
  readonly unverifiable: { readonly path: string; readonly reason: string; readonly source?: string }[];
  readonly calls: DraftCall[];
  /** Id of the group that holds it or will: a number, or a `$ref` to what creates it; null in the caller's own namespace; undefined if there is none. */
  parentId?: Json | undefined;
  /** Visibility of that group as it is now. */
  parentVisibility?: Json | undefined;
  /** Where the files ask for the delete although no body says `ensure: absent`. */
  readonly strayOrigin?: Origin;
}

/** True for a draft that gives its thing another key, where it is. */
export function isRenamed({ action, kind }: Draft): boolean {
  return action === "move" && !kind.tree;
}

/** Collects what the user must know (warnings) and what stops the plan (refusals). */
export interface Notices {
  readonly warnings: Notice[];
  readonly refusals: Notice[];
}
