import type { FileDiagnostic, Origin } from "./errors.js";
import type { Value } from "./json.js";

/** What stands where a value stands, beside the value itself (`is`): edits of a set, and bounds that hold whatever else is said. */
export const editWords = ["add", "remove"] as const;
export const boundWords = ["at_least", "at_most", "one_of", "includes", "excludes"] as const;

/** How a statement is meant. */
export type Word = "is" | (typeof editWords)[number] | (typeof boundWords)[number];

/** A bound: all that hold for an attribute count, and none overrides a value. */
export type BoundWord = (typeof boundWords)[number];

/** The path of the statement by which a policy says that a child is to be absent. It is no attribute of any kind. */
export const absencePath = "ensure";

/** What one layer says of one attribute of one thing, or of one part of a record or map. */
export interface Statement {
  /** The attribute by its canonical name, then the steps into a record or a map; `unchecked` attributes stand under their own name. */
  readonly path: readonly string[];
  readonly word: Word;
  /** In file form, with placeholders; of `add`, `remove`, `one_of`, `includes` and `excludes` always a list. A record, and a map that is not empty, never stand whole. */
  readonly value: Value;
  /** It says `$default`: until the server is known the value is the documents' default (`defaultsOn`). */
  readonly isDefault?: true;
  /** Where the value stands: its key. */
  readonly origin: Origin;
  /** Where each part of the value stands, by the dotted path below it: `0` is the first item of a list. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** Its texts say `${this:…}`: the statement as it reads for one group or project; itself where that needs a name that is not known. */
  readonly about?: (thing: ThisThing) => Statement;
  /** The value as it is written, where `about` has filled it in. */
  readonly written?: Value;
  /** Why it cannot be read for the group or project that it was filled in for. */
  readonly wrong?: readonly WrongForThis[];
}

/** What `${this:…}` speaks of. */
export interface ThisThing {
  readonly address: string;
  /** The full path; empty for what has none. */
  readonly path: string;
  /** Undefined where it is not known. */
  readonly name: string | undefined;
}

/** What is wrong with a statement for some groups or projects. */
export interface WrongForThis {
  readonly diagnostic: FileDiagnostic;
  /** For which one, and what its text became there. */
  readonly reading: string;
}

/** What a layer says of a thing, or of something that hangs on it. */
export interface LayerBody {
  /** What hangs on the thing, by the name of its kind; undefined for the thing itself. What there is one of has no key. */
  readonly child?: { readonly kind: string; readonly key?: string };
  readonly statements: readonly Statement[];
  /** Where the body stands. */
  readonly origin: Origin;
}

/** Some of a thing's attributes, or of what hangs on it: `topics`, `integrations.jenkins`, `approval_rules.*.users`. */
export interface AttributePattern {
  /** What hangs on the thing; without `key` all of that kind. A `*` in a key is any part of it. Undefined for the thing itself. */
  readonly child?: { readonly kind: string; readonly key?: string };
  /** The attribute and the steps into it, by canonical names; empty for all of the child. All below it is meant, too. */
  readonly path: readonly string[];
  /** As it is written. */
  readonly text: string;
  readonly origin: Origin;
}

/** A glob of full paths, as in `delete_undeclared`. */
export interface PathGlob {
  readonly pattern: string;
  readonly origin: Origin;
}

/** What a policy, a preset or the files themselves say. */
export interface Layer {
  readonly name: string;
  /** Where it begins. */
  readonly origin: Origin;
  readonly bodies: readonly LayerBody[];
}

/** Statements that many things share because a glob names them. */
export interface Policy extends Layer {
  /** Name of the kind of what its globs name: one whose members stand under full paths. */
  readonly kind: string;
  readonly globs: readonly PathGlob[];
  readonly except: readonly PathGlob[];
  /** Conditions on the thing's own attributes: each `is` or a bound. What asks nothing of a flag such as `archived` means things where it is off (see `isOutOfReach`). */
  readonly where: readonly Statement[];
  /** Policies of equal depth that it comes after, and so overrides. */
  readonly over: readonly { readonly name: string; readonly origin: Origin }[];
  /** Also for things that exist and that no file declares. */
  readonly undeclared: boolean;
  /** Percent of what exists that it is in force for, 0 to 100. */
  readonly rollout: number;
  /** Nothing more specific may say otherwise. */
  readonly enforce: readonly AttributePattern[];
  readonly ignore: readonly AttributePattern[];
  /** Attributes of the thing itself in the create that trueup makes; never compared. All are `is`. */
  readonly initial: readonly Statement[];
}

/** Statements that a thing takes by naming them (`extends`), as they read for things of one kind. */
export interface Preset extends Layer {
  readonly kind: string;
  /** What it extends, in their order: each is weaker than the next, and all are weaker than its own. */
  readonly extends: readonly { readonly name: string; readonly origin: Origin }[];
}

/** What is otherwise for some things until a day, and why. */
export interface PolicyException {
  readonly policy: string;
  readonly match: PathGlob;
  readonly attribute: AttributePattern;
  /** In place of what the policy says there, bounds too; none where the policy is to say nothing. */
  readonly statement?: Statement;
  readonly reason: string;
  /** The last day on which it holds, UTC: `YYYY-MM-DD`. */
  readonly until?: string;
  readonly origin: Origin;
}

/** What a declared group, project or thing of the instance says of layers. */
export interface ThingLayers {
  /** Its presets, those that they extend included: weakest first, each once. */
  readonly presets: readonly string[];
  /** False: policies hold for it only as far as they enforce or bound. */
  readonly inherit: boolean;
  readonly ignore: readonly AttributePattern[];
  /** What it and what hangs on it say with words: edits and bounds. What they say plainly stands in their `Desired`. */
  readonly bodies: readonly LayerBody[];
}

/** All that files say for many things at once. */
export interface Layers {
  readonly policies: readonly Policy[];
  /** A preset that things of several kinds extend stands here once for each. */
  readonly presets: readonly Preset[];
  readonly exceptions: readonly PolicyException[];
  /** By folded address of what stands at the top of files; what says nothing of layers is left out. */
  readonly things: ReadonlyMap<string, ThingLayers>;
  /** The day on which they are read, UTC: `YYYY-MM-DD`. What ended before it has no effect. */
  readonly today: string;
}

/** A statement with the layer that says it: `policy baseline`, `preset service`, `exception of baseline`; empty for the thing's own body. */
export interface Said extends Statement {
  readonly layer: string;
}
