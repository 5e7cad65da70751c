import type { Acknowledged, Acknowledgement } from "./acknowledgement.js";
import type { Address } from "./address.js";
import type { Capabilities } from "./api.js";
import { defined } from "./collections.js";
import type { Diagnostic, Origin } from "./errors.js";
import type { JsonObject, Spec, Value } from "./json.js";
import type { AttributePattern, Layers, Said } from "./layer.js";
import type { Proposal, ProposalText } from "./proposal.js";
import type { ReadRoute, WriteMethod, WriteRoute } from "./route.js";

/** What one body of the files asks for. Values stand in file form; a reference to a secret is a `SecretValue`, an image a `FileValue`. */
export interface Desired extends Address {
  /** The same as text, for people. */
  readonly address: string;
  readonly ensure: "present" | "absent";
  readonly movedFrom?: string;
  /** The key that it has until now, where its update is to give it another one (see `isRenamable`). */
  readonly formerKey?: string;
  /** Its number, where that is known: a sibling of that number is meant, whatever it is called. Files do not say it. */
  readonly id?: number;
  /** Canonical attribute names; deprecated and vendor spellings are already rewritten. */
  readonly spec: Spec;
  /** By attribute: the older name by which a file says it, which is the only one on some servers (`older` of fields). */
  readonly olderNames?: Readonly<Record<string, string>>;
  /** Attributes, and the steps into them, that files want to be as they are while nobody sets them: until the server is known their values are the documents' defaults (`defaultsOn`). */
  readonly defaults?: readonly (readonly string[])[];
  /** Where each attribute stands, by dotted path. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** Which layer gave each attribute, by dotted path, in the words of `AttributeChange.layer`; what its own body gives is left out. */
  readonly layers?: Readonly<Record<string, string>>;
  /** Where the body stands. */
  readonly origin: Origin;
  /** Bounds that hold for what is live: those of attributes to which nothing gives a value, and edits of sets that nothing gives whole. */
  readonly bounds?: readonly Said[];
  /** Attributes of the create alone, where nothing else gives them a value. */
  readonly initial?: Spec;
  /** What of it, and of what hangs on it, is not ours. */
  readonly ignored?: readonly AttributePattern[];
  /** No file declares it: it is there because of a policy alone, so that nothing that hangs on it counts as undeclared, nor is it itself declared by this. */
  readonly reached?: true;
  /** Its key is a reference that this run does not resolve (`sameBy` of keys), so its title identifies it. */
  readonly unreadKey?: true;
  /** Of a file: the merge request that proposes it, and how many files of its branch are declared. */
  readonly proposal?: ProposalText & { readonly files: number };
  /** Of a branch that is to go: the number of the merge request from it that is closed before. */
  readonly closes?: number;
  /** By what it says itself it is done already (`past` of fields): nothing is made or changed. */
  readonly done?: true;
}

/** One thing in file form as the platform says it, whoever reads, without what the reply does not show. Known pictures stand in its attributes, which are JSON else. */
export interface Live<Attributes extends Spec = JsonObject> extends Address {
  /** The same as text, for people. */
  readonly address: string;
  readonly id: number | string;
  readonly spec: Attributes;
  /** What of the reply is no attribute and still counts: what tells siblings apart, what words of the kind go by, and names that no field knows (`unchecked`). */
  readonly marks: JsonObject;
  /** By attribute, for each of its entries in their order: what calls name it by, such as its id. */
  readonly entryKeys?: Readonly<Record<string, readonly JsonObject[]>>;
  /** True if a delete is under way or scheduled. */
  readonly scheduledForDeletion: boolean;
  /** Names in the reply of what only a newer release has; undefined where there are none. */
  readonly unknown?: readonly string[];
}

/** Which live members that no file declares are to be deleted: per file key, all or those that match a glob. */
export type DeleteUndeclared = Readonly<Record<string, { readonly patterns: readonly string[]; readonly origin: Origin }>>;

/** The desired state: what `load`, `validate` and `merge` make of the files. */
export interface DesiredState {
  readonly resources: readonly Desired[];
  readonly deleteUndeclared: DeleteUndeclared;
  /** The pin: any other server is refused. */
  readonly instance?: { readonly url?: string; readonly dialect?: "neutral" | "vendor"; readonly origin: Origin };
  /** What files acknowledge, as far as it has not ended; undefined where they acknowledge nothing. */
  readonly acknowledged?: readonly Acknowledged[];
  /** What policies, presets and words say beside `resources`; undefined where the files have none of these. */
  readonly layers?: Layers;
  /** Which variables gave what stands below a key, by the `file:line:column` of the key; undefined where files use none. */
  readonly variables?: ReadonlyMap<string, readonly VariableUse[]>;
  /** The directory that `$file` values are relative to. */
  readonly root: string;
}

/** A variable that is no secret, and where its value comes from: `--var`, `vars.yaml:3:1`, `TRUEUP_VAR_NAME` or `default at vars.yaml:3:1`. */
export interface VariableUse {
  readonly name: string;
  readonly from: string;
}

/** What a change does with its thing. A restore undoes a delete that is only scheduled. */
export type Action = "create" | "update" | "delete" | "move" | "restore";

/** One attribute that changes. A set is one attribute with whole before and after; a dotted path goes into a record. */
export interface AttributeChange {
  readonly path: string;
  readonly before?: Value;
  readonly after?: Value;
  /** `file:line:column` of what asks for it. */
  readonly source?: string;
  /** The layer whose value won: `policy NAME`, `preset NAME` or `exception of NAME`; left out where the thing's own body asks. */
  readonly layer?: string;
  /** The variables that its value was made of. */
  readonly variables?: readonly VariableUse[];
  /** Where the change is the request's and this attribute of it is not. */
  readonly origin?: "before";
}

/** What happens to one thing. */
export interface Change {
  readonly address: string;
  readonly kind: string;
  /** The kind of what it hangs on, or `instance`: only where its kind may hang on several, and not on its usual one. */
  readonly parent?: string;
  readonly action: Action;
  readonly source?: string;
  /** The layer that says that it is absent: `policy NAME` or `exception of NAME`; left out where a file says so. */
  readonly layer?: string;
  /** In a plan of a request (`--base`) alone: whether it asks for the change, or that was there before. */
  readonly origin?: "request" | "before";
  /** The attributes by which it weakens protection; `deleted` of what protects. Only where it does. */
  readonly weakens?: readonly string[];
  /** The old path of a move, or the old key. */
  readonly from?: string;
  /** What, beside the key, tells it from its siblings, where that is not the default: for example the type of an approval rule. */
  readonly identity?: JsonObject;
  /** Of a file that a merge request proposes. */
  readonly proposal?: Proposal;
  /** Of the branch of a merge request that proposes nothing any more: its number. It is closed before. */
  readonly closes?: number;
  readonly attributes: readonly AttributeChange[];
  /** Unmanaged attributes that a call must carry, with their live value. */
  readonly kept: readonly { readonly path: string; readonly value?: Value }[];
  /** By attribute, what its calls send beside the changes: the whole of what changes in part, what cannot be compared, and what must go along. Only where there is such. */
  readonly sends?: Spec;
  /** Attributes that are sent but whose live value cannot be seen. */
  readonly unverifiable: readonly { readonly path: string; readonly reason: string; readonly source?: string }[];
  /** sha256 over the id and the normalised live attributes that the change compares or sends. */
  readonly fingerprint: string;
  readonly calls: readonly string[];
}

/** Members of a kind on one group or project, or what that has one of, that could not be read. */
export interface Unread {
  readonly kind: string;
  /** The full path of what they hang on. */
  readonly path: string;
  /** HTTP status. */
  readonly status: number;
}

/** About a plan: something to know (a warning), why a guard stopped it (a refusal), or why a part of it waits (held). */
export interface PlanDiagnostic extends Diagnostic {
  readonly addresses: readonly string[];
  readonly source?: string;
}

/** How much of the instance the files declare. */
export interface Coverage {
  /** How many things of each kind are live, and how many of them the files declare; kinds of which nothing is live are left out. */
  readonly kinds: readonly { readonly kind: string; readonly live: number; readonly managed: number }[];
  /** Addresses of the live things that no file declares, by kind in the order of `kinds`, and sorted. */
  readonly unmanaged: readonly string[];
  /** What was not counted, a sentence each. */
  readonly gaps: readonly string[];
  /** A plan of an older release has none. */
  readonly notDeclared?: NotDeclared;
}

/** Why something that no file says is not judged: no list shows it, nobody knows its default, it is a bot, or the server makes it by itself. */
export type NotJudgedReason = "unlisted" | "default-unknown" | "bot" | "by-itself";

/** What is live, is said by no file, and is not what the platform gives by itself. */
export interface NotDeclared {
  /** Addresses of things, by kind in the order of `kinds`, and sorted. */
  readonly things: readonly string[];
  /** Attributes of declared things, and of what the instance has one of. */
  readonly attributes: readonly NotDeclaredAttribute[];
  /** How many attributes and things are left out. */
  readonly notJudged: readonly { readonly reason: NotJudgedReason; readonly count: number }[];
}

/** One attribute that no file says. */
export interface NotDeclaredAttribute {
  readonly address: string;
  /** Dotted where it is one part of a record. */
  readonly path: string;
  /** Left out of a secret. */
  readonly live?: Value;
  /** What the platform gives by itself; null for nothing. */
  readonly default?: Value;
}

/** An exception of a policy that a plan goes by: once its last day (UTC, `YYYY-MM-DD`) has passed the plan is stale. */
export interface ReliedException {
  readonly policy: string;
  readonly match: string;
  readonly attribute: string;
  readonly until: string;
  readonly source: string;
}

/** What a plan file shows of how it was made; only who has the key can have said it. */
export interface PlanSeal {
  /** The instant, UTC. */
  readonly sealed_at: string;
  /** The URL of the instance. */
  readonly instance: string;
  /** The files that the plan was made of, by their paths from its root: what stands for the content of each, cut from an HMAC by the key. */
  readonly files: Readonly<Record<string, string>>;
  /** HMAC-SHA256 by the key over all of these and the plan's digest. */
  readonly hmac: string;
}

/** The plan document `trueup.plan/1` (its schema is schemas/plan.schema.json). */
export interface Plan {
  readonly format: "trueup.plan/1";
  readonly instance: Pick<Capabilities, "url" | "version" | "tier" | "dialect">;
  /** The directory that `$file` values and sources are relative to, as it was given on the command line. */
  readonly root: string;
  /** Address globs: the plan is only about what they match. Without them it is about all that the files declare. */
  readonly targets?: readonly string[];
  /** Globs of full paths: the plan is only about groups and projects there, and what hangs on them. */
  readonly under?: readonly string[];
  readonly summary: { readonly create: number; readonly update: number; readonly delete: number; readonly unchanged: number };
  readonly changes: readonly Change[];
  readonly calls: readonly Call[];
  /** Only where many calls come after the same ones. */
  readonly barriers?: readonly Barrier[];
  readonly warnings: readonly PlanDiagnostic[];
  readonly refusals: readonly PlanDiagnostic[];
  /** What is not carried out, and why; the rest is. Only where there is such: plan, drift and apply exit with 3 then. */
  readonly held?: readonly PlanDiagnostic[];
  /** What could not be read, and is left as it is. Only where there is such: plan, drift and apply exit with 3 then. */
  readonly unread?: readonly Unread[];
  /** What apply must be told to have been seen; only where there is such. */
  readonly acknowledgements?: readonly Acknowledgement[];
  /** Only where it goes by exceptions that end. */
  readonly exceptions?: readonly ReliedException[];
  /** Of what it changes, whatever its calls and the lines of the files. A plan of an older release has none. */
  readonly changes_digest?: string;
  readonly digest: string;
  /** Only in a plan file that was written with a key in TRUEUP_PLAN_KEY. A text is one of a release that did not say when and of what. */
  readonly seal?: PlanSeal | string;
  /** Only where it was asked for; not covered by the digest, and in no plan file. */
  readonly coverage?: Coverage;
  readonly stats: { readonly requests: number };
}

/** What became of one change. */
export interface Outcome {
  readonly address: string;
  /** As in the change. */
  readonly parent?: string;
  readonly action: Action;
  readonly status: "done" | "failed" | "skipped" | "not_stuck" | "stale";
  /** The code that `trueup help` explains; of all but what is done. Results of releases before 0.2.0 have none. */
  readonly code?: string;
  /** Of what is stale: what has moved since the plan was made, so that nothing was overwritten, and who has to look at it. */
  readonly reason?: string;
  /** Of a failure: method, path, HTTP status, the server's words, and what to do about it. */
  readonly error?: {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly message: string;
    readonly hint?: string;
  };
  /** Of a failure or a skip: true if some of its calls had succeeded before, so that the platform was changed. */
  readonly partly?: true;
  /** Of a failure or a skip: true if it was deleted to be made again, and is not there now. */
  readonly gone?: true;
  /** Of a file that a merge request proposes: its number. */
  readonly proposed?: number;
  /** Of a skip: the address whose failure caused it, or `interrupted`. */
  readonly because?: string;
  /** Of a value that did not stick: what was asked, what the server now says, and why that may be. */
  readonly notStuck?: readonly {
    readonly path: string;
    readonly asked?: Value;
    readonly live?: Value;
    readonly cause: string;
    readonly source?: string;
  }[];
  readonly source?: string;
}

/** What apply did. */
export interface Result {
  readonly format: "trueup.result/1";
  /** Those of the plan, where it was a part. */
  readonly targets?: readonly string[];
  readonly under?: readonly string[];
  /** That of the plan. */
  readonly held?: Plan["held"];
  /** That of the plan. */
  readonly unread?: Plan["unread"];
  readonly outcomes: readonly Outcome[];
  readonly interrupted: boolean;
  readonly stats: { readonly requests: number; readonly calls: number };
}

/** Why a change does not compare a value by reference: the plan was made without secrets, or the reference has no value. */
export const leftOutReasons = { unread: "--without-secrets", missing: "its reference has no value" } as const;

/** True for the reason why a value by reference is not compared. */
export function isLeftOutReason(reason: string | undefined): boolean {
  return reason === leftOutReasons.unread || reason === leftOutReasons.missing;
}

/** How many things and attributes a plan found that no file says and the platform does not give by itself. */
export function notDeclaredCount({ coverage }: Pick<Plan, "coverage">): number {
  const { things = [], attributes = [] } = coverage?.notDeclared ?? {};
  return things.length + attributes.length;
}

/** What a result repeats of its plan: which part it was about, and what of that was left as it is. */
export function ofPlan({ targets, under, held, unread }: Plan): Pick<Result, "targets" | "under" | "held" | "unread"> {
  return defined({ targets, under, held, unread });
}

/** The result of a plan without changes: no call was needed. */
export function nothingDone(plan: Plan): Result {
  const stats = { requests: plan.stats.requests, calls: 0 };
  return { format: "trueup.result/1", ...ofPlan(plan), outcomes: [], interrupted: false, stats };
}

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

/** Calls that many others come after, listed once. */
export interface Barrier {
  /** `b` and a number; other calls name it in their `after`. */
  readonly id: string;
  readonly calls: readonly string[];
}

/** The ids of the calls that each call of a plan comes after, whether it names them or a barrier that holds them. An id that is neither stands as it is. */
export function earlierCalls({ barriers = [] }: Pick<Plan, "barriers">): (call: Pick<Call, "after">) => readonly string[] {
  const held = new Map(barriers.map(({ id, calls }) => [id, calls]));
  const expanded = new Map<Pick<Call, "after">, readonly string[]>();
  return (call) => {
    if (held.size === 0) return call.after;
    const earlier = expanded.get(call) ?? [...new Set(call.after.flatMap((id) => held.get(id) ?? [id]))];
    expanded.set(call, earlier);
    return earlier;
  };
}
