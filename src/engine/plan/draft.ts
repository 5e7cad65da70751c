import { thingKey } from "../../core/address-key.js";
import type { KindCall } from "../../core/behaviour.js";
import type { Origin } from "../../core/errors.js";
import type { Fields } from "../../core/fields.js";
import type { Spec, Value } from "../../core/json.js";
import type { PlacedKind } from "../../core/kind.js";
import type { Action, Desired, Live, PlanDiagnostic, Wait } from "../../core/plan.js";
import type { WriteRoute } from "../../core/route.js";
import type { Direction } from "../../core/weakening.js";
import type { Difference } from "../forms/index.js";

/** One call of a draft, before it has an id and knows the calls of other drafts. */
export interface DraftCall extends KindCall {
  readonly wait?: Wait;
  readonly displaces?: WriteRoute;
  /** The list in the body in which it may be one call with others that say the same beside it. */
  readonly joins?: string;
  /** It is that one call, of several drafts. */
  readonly joint?: true;
  /** It adds those whom other changes of the plan let in: it alone waits for these. */
  readonly joining?: true;
  /** What it does to protection; undefined where it does nothing to it. */
  readonly direction?: Direction | undefined;
}

/** An attribute that nobody manages and that a call must carry. */
export interface Preserved {
  readonly path: string;
  readonly value?: Value;
}

/** A change in the making: what differs, and what is to be written. */
export interface ChangeDraft {
  readonly address: string;
  readonly kind: PlacedKind;
  readonly fields: Fields;
  readonly path: string | undefined;
  readonly key: string | undefined;
  readonly action: Action;
  readonly desired: Desired | undefined;
  readonly live: Live | undefined;
  readonly livePath: string | undefined;
  /** Where its own move starts from: the live path, after the groups above it have moved. */
  readonly carriedPath?: string;
  /** What becomes part of it. */
  readonly merges?: Live;
  /** Attributes that differ, in file form, masked. */
  readonly differences: readonly Difference[];
  /** Attributes to write, in file form with placeholders for secrets and files. */
  readonly write: Spec;
  readonly preserved: readonly Preserved[];
  readonly unverifiable: readonly { readonly path: string; readonly reason: string; readonly source?: string }[];
  /** What is live by the time of its calls, after a link was taken away and given again by the drafts with these keys. */
  readonly meanwhile?: { readonly live: Live; readonly after: readonly string[] };
  /** Where the files ask for the delete although no body says `ensure: absent`. */
  readonly undeclaredOrigin?: Origin;
}

/** Where a draft's thing lies. */
export interface ResolvedParent {
  /** Id of what holds it or will: a number, or a `$ref` to what creates it; null in the caller's own namespace; undefined if there is none. */
  readonly parentId?: Value | undefined;
  /** What that group has now of what it bounds. */
  readonly bound?: Value | undefined;
  /** A move to another holder would meet its own old path or name there: it gets its new ones before. */
  readonly renamesFirst?: true;
  /** Why a move to another holder cannot be done at all. */
  readonly blocked?: string;
}

/** By draft. */
export type ResolvedParents = ReadonlyMap<ChangeDraft, ResolvedParent>;

/** What tells the thing of a draft from all others; `$ref` of a value that its reply gives, before calls have ids. */
export function draftKey({ kind, path, key }: Pick<ChangeDraft, "kind" | "path" | "key">): string {
  return thingKey(kind, path, key);
}

/** True for a draft that gives its thing another key, where it is. */
export function isRenamed({ action, kind }: Pick<ChangeDraft, "action" | "kind">): boolean {
  return action === "move" && !kind.tree;
}

/** What the user must know (warnings) and what stops the plan (refusals). */
export interface PlanDiagnostics {
  readonly warnings: readonly PlanDiagnostic[];
  readonly refusals: readonly PlanDiagnostic[];
}

/** All of several. */
export function allDiagnostics(diagnostics: readonly Partial<PlanDiagnostics>[]): PlanDiagnostics {
  return {
    warnings: diagnostics.flatMap(({ warnings = [] }) => warnings),
    refusals: diagnostics.flatMap(({ refusals = [] }) => refusals),
  };
}
