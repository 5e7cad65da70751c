import type { Diagnostic } from "./errors.js";
import type { ReferenceTarget } from "./fields.js";
import { isObject, type JsonObject, type Spec, type Value } from "./json.js";
import type { Action } from "./plan.js";
import type { Proposal, ProposalText } from "./proposal.js";
import type { ReadRoute, WriteRoute } from "./route.js";

/** What a reply says of a member: its attributes in file form, and the names of `marks`. */
export interface Shown {
  readonly spec: Spec;
  readonly marks: JsonObject;
}

/** A member that a kind's `guard` judges: as the files declare it, beside what is live. */
export interface GuardedMember {
  readonly action: "create" | "update" | "delete";
  /** What the files say. */
  readonly spec: Spec;
  readonly live?: Shown;
  /** The text that an attribute is to have, in clear; undefined where nobody knows it. No message may repeat it: it may be a secret. */
  readonly text: (attribute: string) => string | undefined;
}

/** What a kind's `guard` says of a member. Without `allowed` the message names the attribute itself. */
export interface Judgement extends Diagnostic {
  /** It stops nothing. */
  readonly isWarning?: true;
}

/** A name in the content of a file. The server looks the name up, and ignores the name if nothing has it. */
export interface NameInText {
  readonly name: string;
  /** What may have the name: the first that has it counts. */
  readonly among: readonly ReferenceTarget[];
  readonly rule: string;
  /** Where the content has the name: the beginning of a sentence. */
  readonly says: string;
  /** What the server does without anything of that name: the end of the sentence. */
  readonly effect: string;
}

/** A change that a kind's `before` may have to prepare. */
export interface Prepared {
  readonly action: "update" | "delete";
  /** The kind that the member belongs to, or `instance`. */
  readonly parent: string;
  readonly marks: JsonObject;
  /** The user of the token, where it is known. */
  readonly user?: string;
}

/** A call that servers need before a change. A delete waits until the reply of the single read needs no such call any more. */
export interface Preparation {
  readonly route: WriteRoute;
  /** What people must know before it is sent. */
  readonly warning?: Pick<Diagnostic, "rule" | "message">;
}

/** A change of a plan as a kind's `order` sees it. */
export interface ChangeInPlan {
  readonly kind: string;
  /** The kind that the member belongs to, or `instance`. */
  readonly parent: string;
  /** The full path of the group or project, or of what the member belongs to. */
  readonly path: string;
  readonly key?: string;
  readonly action: Action;
  /** Attributes to write, in file form with placeholders. */
  readonly write: Spec;
  /** Live attributes, where it is there. */
  readonly live?: Spec;
}

/** A change of a member that a kind's `calls` completes. */
export interface CalledChange extends Pick<ChangeInPlan, "parent" | "action" | "write" | "live"> {
  /** What the routes of the member's own calls name. */
  readonly params: Spec;
}

/** The other changes of a plan that a kind's `order` may compare a change with: those at the same place and above it, and the creates of groups and projects below; of the instance all. */
export type Nearby = (change: ChangeInPlan) => readonly ChangeInPlan[];

/** Two changes of a plan that must not swap. */
export interface Turn {
  readonly later: ChangeInPlan;
  readonly earlier: ChangeInPlan;
  /** The earlier change gives at least what the later one takes away, so nobody loses anything by the later one. */
  readonly isMadeUpFor?: true;
}

/** One call of a change. */
export interface KindCall {
  readonly route: WriteRoute | "";
  readonly params: Spec;
  readonly body?: Spec;
  /**
   * When the call is sent. `open` and `main`: before the calls on children, and on what a group contains. `late`: it names something that this plan creates, and comes before the calls
   * on children alone. `unlink` and `close` (archive again): after the calls on children. Until `unlink`, children may name whom the group or project is linked with.
   */
  readonly phase: "open" | "main" | "late" | "unlink" | "close";
}

/** Names of a live mapping that the declared one has no more. */
export function namesGone(declared: Value, live: Value | undefined): string[] {
  return Object.keys(isObject(live) ? live : {}).filter((name) => !isObject(declared) || !Object.hasOwn(declared, name));
}

/** Whom an entry of a protection lets in: somebody by name, the members of what has a full path, or whoever has a role. */
export type LetIn = { readonly name: string } | { readonly membersOf: string } | { readonly level: number };

/** How the files of a thing are to be written. */
export interface CommitRules {
  /** Attributes that each file gets which does not say them itself. */
  readonly beside: Spec;
  /** The merge request that proposes the files; undefined where they are committed to their branch. */
  readonly proposal?: ProposalText;
}

/** How files get into a branch by a merge request: from a branch of its own, into which one commit writes all of them. */
export interface Proposing {
  /** What a reviewer is, as fields of references say it. */
  readonly people: string;
  /** The branch for what is to get into another one. */
  readonly branchFor: (target: string) => string;
  /** What a commit with this body says of a proposal: where its branch starts, and by a digest what is proposed. */
  readonly commit: (body: Spec, proposal: Pick<Proposal, "into" | "again" | "digest">) => Spec;
  /** The digest that a commit has; undefined of one that is not from here, or that somebody else has changed. */
  readonly digestIn: (commit: JsonObject) => string | undefined;
  /** Where the single read of a branch shows its last commit, and what that has its id as. */
  readonly last: { readonly in: string; readonly id: string };
  /** Lists of merge requests that come from `{from}`: open ones of a thing, of all in a group, and closed ones. */
  readonly lists: { readonly open: ReadRoute; readonly openBelow: ReadRoute; readonly closed: ReadRoute };
  /** Attributes of a merge request in a list. */
  readonly shown: { readonly number: string; readonly head: string; readonly from: string; readonly into: string };
  readonly open: {
    readonly route: WriteRoute;
    readonly body: (text: ProposalText, from: string, into: string, reviewers: readonly Value[]) => Spec;
  };
  /** Closes the one of `{number}`. */
  readonly close: { readonly route: WriteRoute; readonly body: Spec };
}
