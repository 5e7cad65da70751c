import { type Address, firstSegment } from "./address.js";
import { TrueupError } from "./errors.js";
import type { Fields, SpecOf } from "./fields.js";
import type { Query } from "./api.js";
import type { JsonObject, Spec } from "./json.js";
import { type Match, matches } from "./match.js";
import type { Tier } from "./names.js";
import type { Wait } from "./plan.js";
import type { ReadRoute, WriteRoute } from "./route.js";

/** The name of what has no parent: what stands at the top of a file. */
export const instance = "instance";

/** How a kind stands under one of its parents, and what is otherwise there than under the others. */
export interface ParentPlace {
  /** The key in the files, for example `approval_rules`. */
  readonly file: string;
  readonly routes: Routes;
  readonly key?: Partial<Key>;
  /** Attributes that it has under this parent only, or that are otherwise there. */
  readonly fields?: Fields;
  readonly tier?: Tier;
  readonly since?: string;
  /** Only what lies in nothing itself has it. */
  readonly topOnly?: true;
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
  /** The platform takes a key in a route also for a part of another one's: before a write it is read which one it would be about. */
  readonly matchedInPart?: true;
  /** Attributes that, beside the key, tell siblings apart; a sibling whose `alone` attributes match needs no equal key. */
  readonly with?: { readonly field: string; readonly default: string; readonly alone?: string };
}

/**
 * Method and path of each operation. `{kind}` of the own name is the numeric id, `{parent}` of the parent's name its numeric id,
 * `{key}` the key. An update that only some releases have names the first one.
 */
export interface Routes {
  readonly list?: ReadRoute;
  readonly read?: ReadRoute;
  readonly create?: WriteRoute;
  readonly update?: WriteRoute;
  readonly updateSince?: string;
  readonly delete?: WriteRoute;
  /** Undoes a delete that is only scheduled. */
  readonly restore?: WriteRoute;
  /** Moves a group or project to another parent. */
  readonly transfer?: { readonly route: WriteRoute; readonly parameter: string };
}

/** How the members of a kind that lives under full paths are listed and told apart. */
export interface Tree {
  /** The kind whose members hold this one's. */
  readonly holder: string;
  /** Attribute of a reply that gives the full path. */
  readonly fullPath: string;
  /** Request parameter that takes the last part of the path; replies have it too. */
  readonly pathParameter: string;
  /** Lists all members below one holder, at any depth. */
  readonly within: ReadRoute;
  readonly withinQuery: Query;
  /** Lists all members of the instance. */
  readonly all: ReadRoute;
  readonly allQuery: Query;
  /** Narrows that list to what concerns the caller, for one who is no administrator. */
  readonly ownQuery: Query;
  /** Lists those in a user's own namespace; undefined where a user cannot hold any. */
  readonly personal?: ReadRoute;
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
  /** The setting of the instance that gives what is bounded by the holder (`boundedByHolder`) to one created without it. */
  readonly defaultVisibility: { readonly kind: string; readonly field: string };
}

/** What a seed of the emulator takes of a thing beside its plain attributes; the seed's part is called as the kind is in files. */
export interface Planted {
  /** Attributes that are sets of names. */
  readonly names?: readonly string[];
  /** It has a repository, which begins with its default branch unless it is empty. */
  readonly repository?: true;
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
  /**
   * How its members are told apart.
   * - `one`: a single body (a singleton of the instance, or of its parent).
   * - `map`: bodies under names.
   * - `tree`: bodies under full paths (groups and projects).
   */
  readonly as: "one" | "map" | "tree";
  /**
   * What its members hang on, by the name of that kind (in the files its bodies hold theirs), or `instance`; at least one. A parent that is added later comes
   * behind the others: a plan of an older release that says none means the first.
   */
  readonly parents: Readonly<Record<string, ParentPlace>>;
  readonly key?: Key;
  readonly fields: F;
  /** Attributes by key, where each key has a shape of its own; `fields` then holds what all share. */
  readonly shapes?: { readonly [key: string]: Shape };
  readonly tier?: Tier;
  readonly since?: string;
  /** Parameter of the create call that takes the numeric id of the holding group. */
  readonly parentParameter?: string;
  /** Only of kinds whose members stand under full paths. */
  readonly tree?: Tree;
  /** Whatever else is written comes after it: it decides what may be written, and what new things are like. */
  readonly first?: true;
  /** The platform keeps a place for it (of a map: one for every key) that needs no create: the update fills it, and a delete empties it. */
  readonly slots?: true;
  /** It comes by itself with what it hangs on, once that starts with content (see `Lookup`): what the condition is called that a plan waits for. */
  readonly comesWithHolder?: Wait["for"];
  /** The list shows less of each than the single read. */
  readonly listed?: "short";
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
  /** A copy of an instance begins with these as they were: what let them come about may have changed since, so calls could not make all of them again. */
  readonly planted?: Planted;
  /** Checks that need several attributes at once. Gets what the files say, merged. */
  check?(spec: Spec, parent: Spec | undefined): readonly Finding[];
  /** Like `check`, but only for what is about to be created. */
  checkNew?(spec: Spec): readonly Finding[];
  /** A live reply that counts as absent although the platform still returns it (an inactive integration). */
  readonly absent?: Match;
  /** A live reply that is there without anybody's doing and says nothing (an inherited integration): no export declares it. */
  readonly inherent?: Match;
  /** A live reply that somebody made and that is still never deleted for not being declared. */
  readonly neverStray?: Match;
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

/** What of a member decides which attributes it has; what a kind does not go by selects nothing. */
export interface FieldsContext {
  readonly key?: string | undefined;
  /** Name of the kind whose member it hangs on; `instance` at the top. */
  readonly parent?: string | undefined;
  readonly dialect?: "neutral" | "vendor" | undefined;
  readonly release?: string | undefined;
}

const known = new WeakMap<Kind, Map<string, Fields>>();

/** The attributes of one member: those all share, and those of its key's shape. The same object whenever it is asked for the same; the only way to them. */
export function fieldsOf(given: Kind, { key, parent }: FieldsContext = {}): Fields {
  const place = parent !== undefined && Object.hasOwn(given.parents, parent) ? kindIn(given, parent) : given;
  const whole = wholes.get(place) ?? place;
  // What a parent changes nothing of shares the attributes of the kind.
  const kind = place.fields === whole.fields ? whole : place;
  // What has no shape of its own shares the attributes of its kind: names from outside must not fill the memory.
  if (key === undefined || kind.shapes === undefined || !Object.hasOwn(kind.shapes, key)) return kind.fields;
  const ofKind = known.get(kind) ?? new Map<string, Fields>();
  known.set(kind, ofKind);
  const fields = ofKind.get(key) ?? { ...kind.fields, ...kind.shapes[key]?.fields };
  ofKind.set(key, fields);
  return fields;
}

/** The attributes of each sort of member there is: of those without a shape of their own first. */
export function everyFieldsOf(kind: Kind): readonly Fields[] {
  const places = "parent" in kind ? [kind] : placesOf(kind);
  return places.flatMap((place) => [fieldsOf(place), ...Object.keys(kind.shapes ?? {}).map((key) => fieldsOf(place, { key }))]);
}

/** The kind with other attributes, wherever it has them. */
export function withFields<K extends Kind>(kind: K, change: (fields: Fields) => Fields): K {
  const shapes = Object.entries(kind.shapes ?? {}).map(
    ([key, shape]) => [key, { ...shape, fields: change(shape.fields) }] as const,
  );
  const parents = Object.entries(kind.parents).map(
    ([name, place]) => [name, { ...place, ...(place.fields ? { fields: change(place.fields) } : {}) }] as const,
  );
  return {
    ...kind,
    fields: change(kind.fields),
    parents: Object.fromEntries(parents),
    ...(kind.shapes ? { shapes: Object.fromEntries(shapes) } : {}),
  };
}

/** True for kinds whose update names the thing by its number and can give it another key. */
export function isRenamable({ name, key, routes }: PlacedKind): boolean {
  return key?.write !== undefined && (routes.update?.includes(`{${name}}`) ?? false);
}

/** True for a live reply that counts as absent although the platform still returns it. */
export function isAbsent({ absent }: Kind, reply: JsonObject): boolean {
  return absent !== undefined && matches(absent, reply);
}

/** True for a live reply that is there without anybody's doing. */
export function isInherent({ inherent }: Kind, reply: JsonObject): boolean {
  return inherent !== undefined && matches(inherent, reply);
}

/** True for a live reply that is never deleted for not being declared. */
export function isNeverStray({ neverStray }: Kind, reply: JsonObject): boolean {
  return neverStray !== undefined && matches(neverStray, reply);
}

/** A kind under one of its parents: what it has there stands in it as its own. */
export interface PlacedKind extends Kind, Pick<ParentPlace, "file" | "routes" | "topOnly"> {
  /** The kind of the parent, or `instance`. */
  readonly parent: string;
}

const placed = new WeakMap<Kind, Map<string, PlacedKind>>();
/** What each was made of: as it is wherever it stands. */
const wholes = new WeakMap<Kind, Kind>();
const allPlaced = new WeakMap<Kinds, readonly PlacedKind[]>();

/** The kind as it is under one of its parents: the same object each time. Throws where it cannot stand. */
export function kindIn(given: Kind, parent: string): PlacedKind {
  const kind = wholes.get(given) ?? given;
  const places = placed.get(kind) ?? new Map<string, PlacedKind>();
  placed.set(kind, places);
  const known = places.get(parent);
  if (known) return known;
  const place = Object.hasOwn(kind.parents, parent) ? kind.parents[parent] : undefined;
  if (!place) throw new Error(`the kind ${kind.name} does not stand under ${parent}`);
  const { key, fields, ...rest } = place;
  const made: PlacedKind = {
    ...kind,
    ...rest,
    ...(kind.key ? { key: { ...kind.key, ...key } } : {}),
    ...(fields ? { fields: { ...kind.fields, ...fields } } : {}),
    parent,
  };
  places.set(parent, made);
  wholes.set(made, kind);
  return made;
}

/** What members of a kind may hang on: names of kinds, or `instance`. */
export function parentsOf({ parents }: Kind): readonly string[] {
  return Object.keys(parents);
}

/** A kind under each of its parents. */
export function placesOf(kind: Kind): readonly PlacedKind[] {
  return parentsOf(kind).map((parent) => kindIn(kind, parent));
}

/** All attributes of a kind, whatever its members hang on; one that is otherwise there under some parent is as the kind has it. */
export function allFields(kind: Kind): Fields {
  const { fields } = wholes.get(kind) ?? kind;
  return { ...(Object.assign({}, ...placesOf(kind).map((place) => place.fields)) as Fields), ...fields };
}

/** All kinds under each of their parents, in the order of the kinds. */
export function placedKinds(kinds: Kinds): readonly PlacedKind[] {
  const known = allPlaced.get(kinds) ?? [...kinds.values()].flatMap(placesOf);
  allPlaced.set(kinds, known);
  return known;
}

/** Kinds whose bodies stand inside bodies of `parent`, or at the top of files for `instance`, as they are there. */
export function kindsUnder(kinds: Kinds, parent: string): PlacedKind[] {
  return placedKinds(kinds).filter((kind) => kind.parent === parent);
}

/** False where the kind can only hang on what lies in nothing, and this lies in something. */
export function canHangOn({ topOnly }: PlacedKind, path: string | undefined): boolean {
  return !topOnly || !path?.includes("/");
}

/** The full path that examples of a kind hang on, of those of its parent's kind. */
export function exampleHolder(kind: PlacedKind, { exampleKey = "acme" }: Kind): string {
  return kind.topOnly ? firstSegment(exampleKey) : exampleKey;
}

/** True for what stands at the top of files and hangs on nothing. */
export function isTopLevel({ parent }: Pick<PlacedKind, "parent">): boolean {
  return parent === instance;
}

/** The kind of a name; what was validated, and plans that were, name no other. */
export function kindOf(kinds: Kinds, name: string): Kind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`there is no kind ${name}`);
  return kind;
}

/** The kind of a name at the top of files, where all groups and projects stand. */
export function topKind(kinds: Kinds, name: string): PlacedKind {
  return kindIn(kindOf(kinds, name), instance);
}

/** The kind of a thing, under the parent that its address says, or the only one that its kind has. Throws TrueupError `address.parent` where none is said of several. */
export function kindAt(kinds: Kinds, address: Pick<Address, "kind" | "parent">): PlacedKind {
  return placeSaid(kindOf(kinds, address.kind), address);
}

/** The same where the kind is at hand. */
export function placeSaid(kind: Kind, { parent }: { readonly parent?: string | undefined }): PlacedKind {
  const [only = "", ...others] = parentsOf(kind);
  if (parent !== undefined) return kindIn(kind, parent);
  if (others.length === 0) return kindIn(kind, only);
  throw new TrueupError({
    code: "address.parent",
    message: `it is not said what the ${kind.title.toLowerCase()} belongs to`,
    hint: `Say exactly one of ${parentsOf(kind).join(", ")}.`,
  });
}

/** The address of a thing of a kind. */
export function addressIn(kind: PlacedKind, path: string | undefined, key: string | undefined): Address {
  return {
    kind: kind.name,
    ...parentSaid(kind),
    ...(path === undefined ? {} : { path }),
    ...(key === undefined ? {} : { key }),
  };
}

/** The parent's kind as addresses say it: only where there are several. */
export function parentSaid(kind: PlacedKind): Pick<Address, "parent"> {
  return parentsOf(kind).length > 1 ? { parent: kind.parent } : {};
}
