import type { Capabilities } from "./api.js";

/** What a server is, how one gets on with it, and where it shows something else than is known of its release. */
export interface Examination {
  readonly instance: Capabilities;
  /** Left out where the server does not say. */
  readonly isEnterprise?: boolean;
  readonly facts: KnownFactsOf;
  /** Seconds by which the server's clock is ahead of this computer's; left out where it does not tell the time. */
  readonly clockAhead?: number;
  /** As the server's headers say it; left out where they say nothing. */
  readonly rateLimit?: { readonly limit?: number; readonly remaining?: number };
  readonly requests: number;
  /** Only where it was asked for. */
  readonly schema?: SchemaExamination;
}

/** Which facts of releases count for a server. */
export interface KnownFactsOf {
  /** The releases that facts are known of, the oldest first. */
  readonly releases: readonly string[];
  /** The one that counts here; left out where none does, since they are of real servers only. */
  readonly counted?: string;
  /** The server is newer than all of them, or older. */
  readonly isBeyond?: "newer" | "older";
}

/** What replies show, held against the facts of the release and what kinds know. */
export interface SchemaExamination {
  /** What was looked at. */
  readonly replies: readonly ExaminedReply[];
  /** What could not be looked at, and why. */
  readonly unexamined: readonly { readonly operation: string; readonly reason: string }[];
}

/** One reply: keys and types alone, never a value. */
export interface ExaminedReply {
  readonly kind: string;
  /** Where each key has a shape of its own. */
  readonly key?: string;
  /** Method and path template. */
  readonly operation: string;
  /** Keys that neither the facts nor the kind know, with the JSON type of their values. */
  readonly unknown: readonly { readonly name: string; readonly type: string }[];
  /** Keys that the facts have and this reply does not show. */
  readonly notShown: readonly string[];
  /** Keys whose values are of another JSON type than the facts say. */
  readonly otherwise: readonly { readonly name: string; readonly type: string; readonly known: string }[];
}

/** True if a server shows what nothing knows, or another type than is known. */
export function showsNews({ schema }: Examination): boolean {
  return schema?.replies.some(({ unknown, otherwise }) => unknown.length + otherwise.length > 0) ?? false;
}
