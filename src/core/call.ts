import type { Spec } from "./json.js";
import type { ReadRoute, WriteMethod, WriteRoute } from "./route.js";

/** A condition that holds after a call and that its followers wait for. */
export interface Wait {
  readonly for: "import" | "deletion" | "branch_protection" | "closing";
  /** What to poll, in the call's own parameters. */
  readonly read: ReadRoute;
}

/** One HTTP request as data. Values may be placeholders (core/placeholders.ts). */
export interface Call {
  readonly id: string;
  readonly method: WriteMethod;
  /** Template below `/api/v4`, for example `/projects/{project}`. */
  readonly path: string;
  readonly params: Spec;
  readonly body?: Spec;
  /** Calls that must have succeeded before, and barriers, all calls of which must. */
  readonly after: readonly string[];
  /** Calls of one chain never run side by side; they run in the order of the plan, whether or not an earlier one failed. */
  readonly chain?: string;
  readonly wait?: Wait;
  /** It belongs to several changes, which it carries out together. */
  readonly joint?: true;
  /** Where the platform answers that the thing is there already, because it came by itself: what takes that away before the call is sent once more, or what is sent in its place with the same body; in the call's own parameters. */
  readonly displaces?: WriteRoute;
}
