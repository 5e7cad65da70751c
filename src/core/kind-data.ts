import type { Query } from "./api.js";
import type {
  CalledChange,
  ChangeInPlan,
  CommitRules,
  GuardedMember,
  Judgement,
  KindCall,
  LetIn,
  NameInText,
  Nearby,
  Preparation,
  Prepared,
  Proposing,
  Turn,
} from "./behaviour.js";
import type { Diagnostic } from "./errors.js";
import type { Field, FieldOptions, Fields, Form, Match, ReferenceTarget, SpecOf } from "./fields.js";
import type { Json, JsonObject, Spec, Value } from "./json.js";
import type { Tier, WritingRole } from "./names.js";
import type { Wait } from "./plan.js";
import type { Dates, FieldFacts } from "./release-words.js";
import type { ReadRoute, WriteRoute } from "./route.js";
import type { TextReading } from "./text-reading.js";
import type { Weakening } from "./weakening.js";

/** The name of what has no parent: what stands at the top of a file. */
export const topParent = "instance";

/** A value in place of a body, such as `main: maintainer`. `shorten` undoes `expand`. */
export interface ShortForm {
  /** The type of the value. */
  readonly field: Field;
  readonly example: Json;
  /** The attributes that the value stands for; undefined for a value of another type. */
  readonly expand: (value: Json) => JsonObject | undefined;
  /** The value that stands for these attributes and no others; undefined where there is none. */
  readonly shorten: (spec: Spec) => Json | undefined;
}

/** How a kind stands under one of its parents, and what is otherwise there than under the others. */
export interface ParentPlace {
  /** The key in the files, for example `approval_rules`. */
  readonly file: string;
  readonly routes: Routes;
  readonly key?: Partial<Key>;
  /** Attributes that it has under this parent only, or that are otherwise there. */
  readonly fields?: Fields;
  /** Attributes of the kind that are not there under this parent: facts of releases tell which. */
  readonly lacks?: readonly string[];
  /** Of attributes of the kind that other releases have under this parent than under others: facts of releases tell it. */
  readonly dates?: Readonly<Record<string, FieldFacts>>;
  /** Its list comes as a whole, and knows no pages: facts of releases tell it. */
  readonly unpaged?: true;
  readonly tier?: Tier;
  readonly since?: string;
  /** Real servers alone have it under this parent. */
  readonly dialect?: "vendor";
  /** Only what lies in nothing itself has it. */
  readonly topOnly?: true;
  /** The least role that may write it; left out where a change of its parent takes the same, and on the instance. */
  readonly role?: WritingRole;
  /** As the kind's, where it is otherwise there: lists of a project may also show what its groups have. */
  readonly absent?: Match;
}

/** What stands before the colon in a map. */
export interface Key {
  readonly description: string;
  /** Request parameter that carries the key on create. Without it the key is part of the route. */
  readonly write?: string;
  /** What the key names: `write` then carries the number of that. */
  readonly target?: ReferenceTarget;
  /** The kind of what it names, beside the thing: where one of that name is made, it is made before. */
  readonly kind?: string;
  /** A second part of the key, behind the last separator in it; left out of the key where it is `default`. Routes have it as `{scope}`. */
  readonly scope?: KeyScope;
  /** True if an update must repeat it. */
  readonly repeated?: true;
  /** Attribute of a reply that holds the key. */
  readonly read: string;
  /** The attribute that holds it where a thing has nothing there: it may have been made without. */
  readonly otherwise?: string;
  /** In place of one attribute the platform has several for the key: it is `NAME=VALUE` of the one that a thing has. Routes have the name as `{by}`. */
  readonly oneOf?: readonly string[];
  /** What has it in a group has it in all that lies below: nothing there can be given the same. */
  readonly countsBelow?: true;
  /** The only keys there are. */
  readonly values?: readonly string[];
  readonly max?: number;
  /** A regular expression for the key without its scope, and what it means. */
  readonly like?: { readonly pattern: string; readonly hint: string };
  /** The server reads the key as a text of this format. */
  readonly format?: TextReading;
  /** The platform lets several have the same key: where two have that of a declared one, nobody can say which is meant. */
  readonly repeatable?: true;
  /** The attribute that tells siblings apart in place of the key, which is a label then: what has it under another key is given the declared one. Its comparison form decides. */
  readonly sameBy?: string;
  /** The form in which a reply shows it and two spellings are one key. */
  readonly form?: Form;
  /** A thing has the key that it was made with. */
  readonly fixed?: true;
  /** The key is an address, and this attribute gives what stands in it in braces: secrets stand in no address. */
  readonly variables?: string;
  /** A * stands for any text; of two about one name the looser counts, whichever parent has them. `in-part`: routes may mean another key that this is a part of, so it is read first. */
  readonly covers?: true | "in-part";
  /** Two spellings that differ in letter case are one key. */
  readonly caseless?: true;
  /** Attributes that, beside the key, tell siblings apart; a sibling whose `alone` attributes match needs no equal key. */
  readonly with?: { readonly field: string; readonly default: string; readonly alone?: string };
}

/**
 * Method and path of each operation, a query behind it where each such request has that. `{kind}` of the own name is the numeric id, `{parent}` of the parent's name its
 * numeric id, `{key}` the key, `{ATTRIBUTE}` what is live of an attribute, called as in replies. An update that only some releases have names the first one; what has a create and no update is deleted and created again.
 */
export interface Routes {
  readonly list?: ReadRoute;
  /** Shows administrators those of all parents at once. */
  readonly everywhere?: Everywhere;
  readonly read?: ReadRoute;
  readonly create?: WriteRoute;
  readonly update?: WriteRoute;
  readonly updateSince?: string;
  readonly delete?: WriteRoute;
  /** Makes one of two for good, by their numbers: what is to have the name of another one that is there takes that in. */
  readonly merge?: { readonly route: WriteRoute; readonly from: string; readonly into: string };
}

/** A list of the members of all parents, for administrators: read in place of each parent's where several are asked for. */
export interface Everywhere {
  readonly list: ReadRoute;
  /** The attributes under which each reply has its parents, by their numbers, and what it is there as lists of the parents show it. */
  readonly by: Readonly<Record<string, JsonObject>>;
}

/** What a seed of the emulator takes of a thing beside its plain attributes; the seed's part is called as the kind is in files. */
export interface Planted {
  /** Attributes that are sets of names. */
  readonly names?: readonly string[];
  /** It has a repository, which begins with its default branch unless it is empty. */
  readonly repository?: true;
}

/** All there is to know of a kind. Data first; the functions are pure and only for what data cannot say. */
export interface Kind<F extends Fields = Fields> {
  readonly name: string;
  /** What it is, for people: `Approval rule`. */
  readonly title: string;
  readonly description: string;
  /** Which document and section say so. */
  readonly source: string;
  readonly weakens?: Weakening;
  /**
   * Sentences on what servers do with it that nobody would expect, each with where a stranger can look it up: `GitLab doc/api/members.md`, `gitlab issue #390121`,
   * `terraform-provider-gitlab MR !3124`; for what trueup does about it, a test: `trueup test/e2e/hazards-member.test.ts`. Null: it is not verified.
   */
  readonly oddities?: Readonly<Record<string, string | null>>;
  /** Names that people write by mistake, beside those of its attributes in requests and those of other tools: what files have in their place, the path of an attribute or `the key`. */
  readonly mistaken?: Readonly<Record<string, string>>;
  /** What its members hang on: kinds by name, or `instance`. One that is added later comes behind the others, since a plan of an older release that says none means the first. */
  readonly parents: Readonly<Record<string, ParentPlace>>;
  readonly key?: Key;
  readonly fields: F;
  /** Attributes by key, where each key has a shape of its own; `fields` then holds what all share. */
  readonly shapes?: { readonly [key: string]: Shape };
  /** What is known of attributes that only facts of releases name, by their names there: never their type. */
  readonly refined?: Refinements;
  /** Parameters of its operations that are no attributes, and why. */
  readonly ignored?: IgnoredParameters;
  /** What its replies show in the releases that facts are known of, beside its attributes. Never written by hand; without it nobody can tell what a newer one has added. */
  readonly shows?: readonly string[];
  /** What its attributes are about, where they are many: schemas and pages keep this order, and put deprecated ones last. */
  readonly subjects?: readonly AttributeSubject[];
  /** What nobody needs who reads, plans or writes things: whatever is generated takes it in (`wholeKind`), so that a run need not load it. */
  readonly further?: () => Promise<FurtherKnowledge>;
  readonly tier?: Tier;
  /** Real servers alone have it, as of attributes: no document does. */
  readonly dialect?: "vendor";
  /** Only of kinds whose members stand under full paths. */
  readonly tree?: Tree;
  /** The platform keeps a place for it (of a map: one for every key) that needs no create: the update fills it, and a delete empties it. */
  readonly slots?: true;
  /** The server makes one by itself, when its group or project gets its first content. */
  readonly comesWithParent?: Coming;
  /** What may stand in place of a mapping: the plain value of this attribute, or a value that stands for several. */
  readonly short?: string | ShortForm;
  /** `short`: the list shows less of each than the single read. `missing`: where there are none, the list answers as if it were not there itself. */
  readonly listed?: "short" | "missing";
  /** Attribute of a reply under which the settings stand, beside what stands at its top. */
  readonly readUnder?: string;
  /** Its members are files of a repository. */
  readonly committed?: Committed;
  /** Deleting one, or one whose live reply says this, destroys people's work: needs `--allow-delete KIND`. */
  readonly holdsData?: true | Match;
  /** People's work more than configuration: an export leaves it out unless it is asked for by its kind. */
  readonly exported?: "asked";
  /** Calls on these of one parent (or on the singleton) never run side by side. */
  readonly chained?: true;
  /** Who is no administrator may not write it, or not even read it. */
  readonly administrators?: "write" | "read";
  /** A copy of an instance begins with these as they were: what let them come about may have changed since, so calls could not make all of them again. */
  readonly planted?: Planted;
  /** Attributes that others of a body stand for: files that leave them out are read as if they said them. */
  implied?(spec: Spec): Spec;
  /** Checks that need several attributes at once. Gets what the files say, merged, of it and of its parent, and the parent's kind. */
  check?(spec: Spec, parent: Spec | undefined, on?: string): readonly Diagnostic[];
  /** What stops a plan for a member, and what people must know of it. A live member whose delete it refuses is never deleted for not being declared. */
  guard?(member: GuardedMember): readonly Judgement[];
  /** The call that servers need before they take a change of a live member, where they need one. */
  before?(change: Prepared): Preparation | undefined;
  /** Which changes of a plan must not swap, for the sake of those of the kind. `user` is the user of the token. */
  order?(changes: readonly ChangeInPlan[], nearby: Nearby, user: string): readonly Turn[];
  /** The calls of a create or a change, made of those that the attributes alone give. */
  calls?(usual: readonly KindCall[], change: CalledChange): readonly KindCall[];
  /** What `guard` and `before` must see of a reply beside its attributes: names, with a dot for what stands inside of one. Of a list its length counts. */
  readonly marks?: readonly string[];
  /** A live reply that counts as absent although the platform still returns it (an inactive integration). */
  readonly absent?: Match;
  /** What a live reply `shown` by nobody's doing says, such as an inherited integration: no export declares it. While `flag` (inherited from above) is on, nothing else is compared. */
  readonly inherent?: { readonly shown: Match; readonly flag?: string };
  /** A live reply that somebody made and that is still never deleted for not being declared. */
  readonly keptUndeclared?: Match;
  /** A desired state of one, for docs and tests; a wrong enum or key is a compile error. */
  readonly example: SpecOf<F>;
  /** The key or full path that the example stands under. */
  readonly exampleKey?: string;
}

/** One shape of a kind whose keys differ in their attributes. Its dates are never written by hand. */
export interface Shape extends Dates {
  readonly description: string;
  readonly fields: Fields;
  readonly refined?: Refinements;
  readonly ignored?: IgnoredParameters;
  readonly tier?: Tier;
  /** Real servers alone have it, as of attributes. */
  readonly dialect?: "vendor";
  /** It comes about in another way than by the update call, which can only change one that is there: a plan that would make one is refused. */
  readonly made?: "elsewhere";
}

/** More of what a kind says: of attributes and shapes that facts alone have fields of, and what attributes are about. */
export type FurtherKnowledge = Pick<Kind, "refined" | "subjects" | "shapes">;

/** What people add to plain attributes, by name; to what stands inside of one, by its dotted name. */
export type Refinements = Readonly<Record<string, FieldOptions & { readonly description?: string }>>;

/** Why a parameter of an operation is no attribute: it acts, another kind has it, its value is read elsewhere, only servers for development have it, or it is gone. */
export const ignoredReasons = ["action", "other-kind", "read-elsewhere", "development", "gone"] as const;

/** Reasons by the names of parameters. */
export type IgnoredParameters = Readonly<Record<string, (typeof ignoredReasons)[number]>>;

/** What some attributes of a kind are about. */
export interface AttributeSubject {
  readonly title: string;
  /** Names of attributes; `*` stands for any characters. */
  readonly of: readonly string[];
}

/** All kinds by name, in the order in which they are applied. */
export type Kinds = ReadonlyMap<string, Kind>;

/** Declares a kind: the identity function, for the sake of its types. */
export function defineKind<const F extends Fields>(kind: Kind<F>): Kind<F> {
  return kind;
}

/** The second part of a key. */
interface KeyScope {
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
  /** The names in the content of the file with this key that the server looks up. */
  readonly namesIn: (key: string, content: string) => readonly NameInText[];
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
  /** The kind of branches, what their single read shows of whether the token's user may commit, whom the protection of a branch lets commit, and what to do where it lets nobody. */
  readonly writable: {
    readonly kind: string;
    readonly mark: string;
    readonly by: (protection: Spec) => readonly LetIn[];
    readonly otherwise: string;
  };
  /** The attribute that has the message, and the message where nobody says one. */
  readonly message: { readonly parameter: string; readonly default: string };
  /** The kind whose one member beside the files says how all of them are written, and what its attributes mean. */
  readonly by: { readonly kind: string; readonly rules: (spec: Spec) => CommitRules };
  readonly proposing: Proposing;
}

/** How the members of a kind that lives under full paths are listed and told apart. */
export interface Tree {
  /** The kind whose members hold this one's. */
  readonly parent: string;
  /** Attribute of a reply that gives the full path. */
  readonly fullPath: string;
  /** Parameter of the create call that takes the number of the group above. */
  readonly parentParameter: string;
  /** Request parameter that takes the last part of the path; replies have it too. */
  readonly pathParameter: string;
  /** Attribute that no two members in one holder may share, as they may share no path. */
  readonly uniqueName: string;
  /** Lists all members below one holder, at any depth. */
  readonly within: ReadRoute;
  readonly withinQuery: Query;
  /** Lists the members that lie in one holder itself. */
  readonly beside: ReadRoute;
  readonly besideQuery: Query;
  /** Lists all members of the instance. */
  readonly all: ReadRoute;
  readonly allQuery: Query;
  /** Narrows that list to what concerns the caller, for one who is no administrator. */
  readonly ownQuery: Query;
  /** Narrows it to those that lie in nothing; undefined where each lies in something. */
  readonly topQuery?: Query;
  /** Lists those in a user's own namespace; undefined where a user cannot hold any. */
  readonly personal?: ReadRoute;
  /** Query of the single read when no declared attribute needs the long reply. */
  readonly shortQuery?: Query;
  /** The route that shows what a user is in one: in which attributes are the access level, and a custom role that adds to it. `shares` of the thing's own reply has groups by which users may be more. */
  readonly standing: { readonly read: ReadRoute; readonly level: string; readonly custom: string; readonly shares: string };
  /** Undoes a delete that is only scheduled. */
  readonly restore: WriteRoute;
  /** Moves a member to another parent. */
  readonly transfer: { readonly route: WriteRoute; readonly parameter: string };
  /** Attribute of a reply that is set while a delete is scheduled. */
  readonly scheduled: string;
  /** Where a reply tells how an import goes on: the attribute, its values while it runs and when it failed, and the attribute that says why. */
  readonly importing?: {
    readonly status: string;
    readonly running: readonly string[];
    readonly failed: string;
    readonly error: string;
  };
  /** The setting of the instance that gives what may be no more than in the holder to one created without it. */
  readonly defaultVisibility: { readonly kind: string; readonly field: string };
}

/** When the server makes one of a kind by itself, after its group or project gets its first content. A plan can then say beforehand whether that will happen. */
export interface Coming {
  /** The name of the condition that a plan waits for. */
  readonly for: Wait["for"];
  /** The attribute of the group or project whose value is the key of the one that the server makes. */
  readonly named: string;
  /** The kind of the instance's settings. They decide where the group directly above says nothing. */
  readonly settings: string;
  /** Attributes of group and settings with the value that means: the server makes none. The first attribute that is set decides; in a record, only the parts that are set. */
  readonly none: readonly { readonly attribute: string; readonly is: Value }[];
}
