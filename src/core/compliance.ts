import type { Value } from "./json.js";

/** What is otherwise than a policy says. */
export interface Violation {
  /** Of the thing, or of what hangs on it. */
  readonly address: string;
  /** Dotted path; empty where the whole thing is not there. */
  readonly attribute: string;
  readonly live?: Value;
  readonly asked?: Value;
  /** `file:line:column` of the line of the policy. */
  readonly source?: string;
  /** The policy is not in force for it yet (rollout). */
  readonly reported?: true;
  /** Who holds the attribute at what it is: the group or the instance above, which alone can change it. */
  readonly lockedBy?: string;
}

/** An exception of a policy, with how many things go by it. */
export interface ExceptionInUse {
  readonly match: string;
  readonly attribute: string;
  readonly reason: string;
  readonly things: number;
  /** The last day, UTC, and how many days are left; neither where it has no end. */
  readonly until?: string;
  readonly daysLeft?: number;
  readonly source: string;
}

/** How far a policy is kept. */
export interface PolicyCompliance {
  readonly policy: string;
  /** Name of the kind of things that it means. */
  readonly kind: string;
  readonly source: string;
  /** Things that its globs and conditions mean; of these it is in force for some, and only reported for the others (rollout). */
  readonly matches: number;
  readonly inForce: number;
  readonly reported: number;
  /** Things that are as it says. What is neither obeying nor violating is not readable. */
  readonly obeying: number;
  readonly violating: number;
  /** Things for which an exception says something else. */
  readonly excepted: number;
  /** Violating things of which something above holds all that differs. */
  readonly locked: number;
  /** Things of which this token does not see all that the policy speaks of. */
  readonly unreadable: number;
  readonly exceptions: readonly ExceptionInUse[];
  readonly violations: readonly Violation[];
  /** Addresses of what is not readable. */
  readonly hidden: readonly string[];
}

/** The document `trueup.compliance/1` (its schema is schemas/compliance.schema.json). */
export interface Compliance {
  readonly format: "trueup.compliance/1";
  readonly instance: { readonly url: string; readonly version: string };
  /** The day for which exceptions are counted, UTC. */
  readonly today: string;
  readonly policies: readonly PolicyCompliance[];
  readonly stats: { readonly requests: number };
}
