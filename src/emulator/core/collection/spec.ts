import type { Context } from "../context.js";
import type { Tier } from "../instance.js";
import type { Json } from "../records.js";
import type { HttpError, Reply } from "../replies.js";
import { type Row, type TableDefinition, defineTable } from "../table.js";

/** What entries hang on: a project, a group, a user, the instance (id 0), or an entry of another collection, by that one's name. */
export type EntryHome = { readonly kind: string; readonly id: number };

/** One stored thing: where it hangs and its columns. */
export type Entry = Row & { readonly home: EntryHome } & Readonly<Record<string, Json>>;

/** Columns as they are about to be stored. */
export type Columns = Readonly<Record<string, Json>>;

/** The least that one must be: a level in the project or group, `self` for the user that it hangs on (administrators pass), or anybody who sees where it hangs. */
export type Role =
  | "anyone"
  | "user"
  | "guest"
  | "planner"
  | "reporter"
  | "developer"
  | "maintainer"
  | "owner"
  | "self"
  | "administrator";

/** One value, or one for each kind of home. */
type ByHome<T> = T | { readonly [kind: string]: T };

/** An operation's own code: for the one of a collection that is not like those of others. */
type CollectionHandler = (context: Context, home: EntryHome, collection: Collection) => Reply;

/**
 * A resource that is only stored and listed, in one sentence. Its operations, their parameters and the keys of its replies come from the facts of the
 * release; the declaration says what facts do not tell.
 */
export interface CollectionSpec {
  /** What it hangs on, as facts write it: `/projects/{id}`, `/users/{user_id}`, `/user`, `""` for the instance, `/projects/{id}/pipeline_schedules/{pipeline_schedule_id}`; several share one table. */
  readonly at: string | readonly string[];
  /** Finds what it hangs on, where `at` ends with a thing that is no entry of a collection. Throws 404. Roles are those of the project or group that `at` begins with. */
  readonly within?: (context: Context, holder: EntryHome) => EntryHome;
  /** Who may list and read; whoever sees its home when left out. */
  readonly read?: ByHome<Role>;
  /** Who may create, change and remove; maintainers of projects, owners of groups and administrators when left out. */
  readonly write?: ByHome<Role>;
  /** Who may remove, where that is another. */
  readonly remove?: ByHome<Role>;
  readonly tier?: ByHome<Tier | undefined>;
  /** The first release, where facts of a release lack what its servers have. */
  readonly since?: ByHome<string | undefined>;
  /** Columns by which its path names one, tried in this order; `id` when left out. */
  readonly key?: string | readonly string[];
  /** What a 404 calls one: `404 Key Not Found`. */
  readonly called?: string;
  /** A column that tells entries of one key apart, and the parameter that names it: `filter[environment_scope]`. Without it, several are 409, or what `refuse` says. */
  readonly apart?: { readonly column: string; readonly parameter: string; readonly refuse?: () => HttpError };
  /** It has numbers of its own in each project or group: `iid`. */
  readonly numbered?: boolean;
  /** One at most for each home, at the path itself; the answer where there is none: 404, or 200 with `null`. */
  readonly single?: "missing" | "null";
  /** A single one that a change makes where there is none. */
  readonly upserts?: boolean;
  /** Columns that no two entries of one home have alike, and what is answered then; 400 of the model when left out. */
  readonly unique?: {
    readonly columns: readonly string[];
    readonly ignoreCase?: boolean;
    readonly refuse?: (columns: Columns) => HttpError;
  };
  /** The most entries of one home, and what is answered to one more. */
  readonly cap?: { readonly count: number; readonly message: string };
  /** What columns are that nobody wrote. */
  readonly defaults?: Columns;
  /** Columns that must not be blank, though a parameter may be sent blank. */
  readonly filled?: readonly string[];
  /** Lengths of texts, in characters. */
  readonly longest?: Readonly<Record<string, number>>;
  /** Parameters that are stored under another name. */
  readonly stores?: Readonly<Record<string, string>>;
  /** Parameters that only a creation takes. */
  readonly fixed?: readonly string[];
  /** Parameters that are no attributes, and therefore not stored. */
  readonly passing?: readonly string[];
  /** Keys that no reply shows, whatever facts say. */
  readonly never?: readonly string[];
  /** Keys that only the reply of its creation shows. */
  readonly once?: readonly string[];
  /** Keys that a list leaves out. */
  readonly single_only?: readonly string[];
  /** The order of lists: a column, descending with a minus before it; `id` when left out. */
  readonly order?: string;
  /** Columns that `search` looks in. */
  readonly search?: readonly string[];
  /** What further parameters of its list ask of an entry. One that is named like a column asks for that value and needs no words here. */
  readonly filters?: Readonly<Record<string, (entry: Entry, value: Json, context: Context) => boolean>>;
  /** Lists of a project or group have the entries of the groups above, too: always, or as this parameter says. */
  readonly ancestors?: true | string;
  /** What a creation or a change stores, from what was sent; throws what is wrong. `before` is undefined at creation. */
  readonly settle?: (context: Context, columns: Columns, before: Entry | undefined, home: EntryHome) => Columns;
  /** Keys that are worked out. */
  readonly shows?: (context: Context, entry: Entry) => Readonly<Record<string, Json>>;
  /** The whole reply, where it is nothing like the columns. */
  readonly present?: (context: Context, entry: Entry) => Json;
  /** What follows, in the same transaction. */
  readonly after?: {
    readonly created?: (context: Context, entry: Entry) => void;
    readonly changed?: (context: Context, entry: Entry, before: Entry) => void;
    readonly removed?: (context: Context, entry: Entry) => void;
  };
  /** Further operations on one entry, by what follows its path: `POST /stop`, `DELETE /custom_headers/{key}`. Who may is who may write, or read with GET. */
  readonly actions?: Readonly<Record<string, (context: Context, entry: Entry, collection: Collection) => Reply>>;
  /** Operations with code of their own. */
  readonly handlers?: Readonly<Partial<Record<"list" | "create" | "read" | "change" | "remove", CollectionHandler>>>;
  /** Status of a change and a removal, where servers answer otherwise than 200 and 204. */
  readonly status?: { readonly create?: number; readonly change?: number; readonly remove?: number };
  /** Where it is kept; a table of its own when left out. */
  readonly table?: EntryTable;
}

/** A table that the entries of a collection are kept in. Handlers may read it, too. */
export type EntryTable = TableDefinition<Entry, "home">;

/** A collection with its name, table and paths. */
export interface Collection extends CollectionSpec {
  /** The end of its path: `pages/domains`. */
  readonly name: string;
  /** Paths of its lists, as facts write them. */
  readonly paths: readonly string[];
  readonly table: EntryTable;
}

/** Index key of what hangs on a home. */
export function homeKeyOf({ kind, id }: EntryHome): string {
  return `${kind}:${id}`;
}

/** The home of what belongs to the instance. */
export const INSTANCE: EntryHome = { kind: "instance", id: 0 };

/** A table of entries. `defineEntries("labels")` */
export function defineEntries(name: string): EntryTable {
  return defineTable<Entry, "home">(name, { home: (entry) => homeKeyOf(entry.home) });
}

/** A table of records that handlers know by their type, as that of a collection, whose `settle` gives new ones all columns of the type. */
export function asEntries<T extends Row & { readonly home?: EntryHome }>(table: TableDefinition<T, "home">): EntryTable {
  return table as unknown as EntryTable;
}

/** Declares a collection: `collection("freeze_periods", { at: "/projects/{id}", read: "reporter" })` is served under `/projects/{id}/freeze_periods`. */
export function collection(name: string, spec: CollectionSpec): Collection {
  const places = typeof spec.at === "string" ? [spec.at] : spec.at;
  const paths = places.map((place) => `${place}/${name}`);
  return { ...spec, name, paths, table: spec.table ?? defineEntries(paths[0] ?? name) };
}

/** The value for a kind of home. */
export function forHome<T>(value: ByHome<T> | undefined, kind: string): T | undefined {
  if (typeof value !== "object" || value === null) return value;
  return (value as { readonly [kind: string]: T })[kind];
}
