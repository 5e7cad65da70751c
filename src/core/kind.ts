import type { Fields, SpecOf } from "./fields.js";
import type { Query } from "./api.js";
import type { JsonObject } from "./json.js";
import type { Tier } from "./names.js";

/**
 * Where a kind stands in the files and how its members are told apart.
 * - `one`: a single body under `file` (a singleton of the instance, or of its parent).
 * - `map`: bodies under names.
 * - `tree`: bodies under full paths (groups and projects).
 */
export interface Place {
  /** The kind whose bodies hold this one; undefined at the top of a file. */
  readonly under?: string;
  readonly as: "one" | "map" | "tree";
  /** The key in the files, for example `approval_rules`. */
  readonly file: string;
}

/** What stands before the colon in a map. */
export interface Key {
  readonly description: string;
  /** Request parameter that carries the key on create. Without it the key is part of the route. */
  readonly write?: string;
  /** True if an update must repeat it. */
  readonly repeated?: true;
  /** Attribute of a reply that holds the key. */
  readonly read: string;
  /** The only keys there are. */
  readonly values?: readonly string[];
  readonly max?: number;
  /** Two spellings that differ in letter case are one key. */
  readonly caseless?: true;
  /** Attributes that, beside the key, tell siblings apart; a sibling whose `alone` attributes match needs no equal key. */
  readonly with?: { readonly field: string; readonly default: string; readonly alone?: string };
}

/**
 * Method and path of each operation. `{kind}` of the own name is the numeric id, `{parent}` of the parent's name its numeric id,
 * `{key}` the key. An update that only some releases have names the first one.
 */
export interface Routes {
  readonly list?: string;
  readonly read?: string;
  readonly create?: string;
  readonly update?: string;
  readonly updateSince?: string;
  readonly delete?: string;
  /** Undoes a delete that is only scheduled. */
  readonly restore?: string;
  /** Moves a group or project to another parent. */
  readonly transfer?: { readonly route: string; readonly parameter: string };
}

/** How the members of a kind that lives under full paths are listed and told apart. */
export interface Tree {
  /** The kind whose members hold this one's. */
  readonly holder: string;
  /** Attribute of a reply that gives the full path. */
  readonly fullPath: string;
  /** Lists all members below one holder, at any depth. */
  readonly within: string;
  readonly withinQuery: Query;
  /** Lists all members of the instance. */
  readonly all: string;
  readonly allQuery: Query;
  /** Narrows that list to what concerns the caller, for one who is no administrator. */
  readonly ownQuery: Query;
  /** Lists those in a user's own namespace; undefined where a user cannot hold any. */
  readonly personal?: string;
  /** Query of the single read when no declared attribute needs the long reply. */
  readonly shortQuery?: Query;
  /** Attribute of a reply that is set while a delete is scheduled. */
  readonly scheduled: string;
  /** Where a reply tells how an import goes on: the attribute, its values while it runs and when it failed, and the attribute that says why. */
  readonly importing?: {
    readonly status: string;
    readonly running: readonly string[];
    readonly failed: string;
    readonly error: string;
  };
  /** The setting of the instance that gives the visibility of one created without it. */
  readonly defaultVisibility: { readonly kind: string; readonly field: string };
}

/** A problem that a kind's own check found: dotted attribute, what is wrong, what is allowed. */
export interface Finding {
  readonly attribute: string;
  readonly message: string;
  readonly allowed?: string;
  /** Stable rule name; `check` if not given. */
  readonly rule?: string;
}

/** All there is to know of a kind. Data first; the functions are pure and only for what data cannot say. */
export interface Kind<F extends Fields = Fields> {
  readonly name: string;
  /** What it is, for people: `Approval rule`. */
  readonly title: string;
  readonly description: string;
  /** Which document and section say so. */
  readonly source: string;
  readonly place: Place;
  readonly key?: Key;
  readonly routes: Routes;
  readonly fields: F;
  /** Attributes by key, where each key has a shape of its own; `fields` then holds what all share. */
  readonly shapes?: { readonly [key: string]: Shape };
  readonly tier?: Tier;
  readonly since?: string;
  /** Parameter of the create call that takes the numeric id of the holding group. */
  readonly parentParameter?: string;
  /** Only of kinds placed as a tree. */
  readonly tree?: Tree;
  /** Attribute of a reply under which the settings stand, beside what stands at its top. */
  readonly readUnder?: string;
  /** Deleting one destroys people's work: needs `--allow-delete KIND`. */
  readonly holdsData?: true;
  /** Names that the schema does not know may be given under `unchecked`. */
  readonly unchecked?: true;
  /** Calls on these of one parent (or on the singleton) never run side by side. */
  readonly chained?: true;
  /** Who is no administrator may not write it, or not even read it. */
  readonly administrators?: "write" | "read";
  /** Checks that need several attributes at once. Gets what the files say, merged. */
  readonly check?: (spec: JsonObject, parent: JsonObject | undefined) => readonly Finding[];
  /** Like `check`, but only for what is about to be created. */
  readonly checkNew?: (spec: JsonObject) => readonly Finding[];
  /** A live reply that counts as absent although the platform still returns it (an inactive integration). */
  readonly absent?: (reply: JsonObject) => boolean;
  /** A live reply that is there without anybody's doing and says nothing (an inherited integration): no export declares it. */
  readonly inherent?: (reply: JsonObject) => boolean;
  /** A live reply that somebody made and that is still never deleted for not being declared. */
  readonly neverStray?: (reply: JsonObject) => boolean;
  /** A desired state of one, for docs and tests; a wrong enum or key is a compile error. */
  readonly example: SpecOf<F>;
  /** The key or full path that the example stands under. */
  readonly exampleKey?: string;
}

/** One shape of a kind whose keys differ in their attributes. */
export interface Shape {
  readonly description: string;
  readonly fields: Fields;
  readonly tier?: Tier;
  readonly until?: string;
}

/** All kinds by name, in the order in which they are applied. */
export type Kinds = ReadonlyMap<string, Kind>;

/** Declares a kind: the identity function, for the sake of its types. */
export function defineKind<const F extends Fields>(kind: Kind<F>): Kind<F> {
  return kind;
}

/** The attributes of one member: those all share, and those of its key's shape. */
export function fieldsOf(kind: Kind, key?: string): Fields {
  const shape = key === undefined ? undefined : kind.shapes?.[key];
  return shape ? { ...kind.fields, ...shape.fields } : kind.fields;
}

/** True for kinds whose update names the thing by its number and can give it another key. */
export function isRenamable({ name, key, routes }: Kind): boolean {
  return key?.write !== undefined && (routes.update?.includes(`{${name}}`) ?? false);
}

/** Kinds whose bodies stand inside bodies of `parent`; those at the top for undefined. */
export function kindsUnder(kinds: Kinds, parent: string | undefined): Kind[] {
  return [...kinds.values()].filter((kind) => kind.place.under === parent);
}

/** The kind of a name; what was validated, and plans that were, name no other. */
export function kindOf(kinds: Kinds, name: string): Kind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`there is no kind ${name}`);
  return kind;
}
