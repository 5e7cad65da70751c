import type { Query } from "./api.js";

/** How something that is no kind is found by name. Groups and projects are kinds and need none. */
export interface Lookup {
  /** For messages: `user`, `protected branch`. */
  readonly title: string;
  /** List route that finds by name. */
  readonly find: string;
  readonly query: (name: string) => Query;
  /** Attribute of a reply that holds the name. */
  readonly name: string;
  /** Single read by id, for turning an id into a name. */
  readonly read?: string;
  /** The kind inside which names are unique; undefined where they are unique in the instance. */
  readonly within?: string;
  /** Single read by name inside `within`, for a lookup while a plan is applied. */
  readonly one?: string;
}

/** Lookups by reference target. */
export type Lookups = Readonly<Record<string, Lookup>>;

/** Where names that are no kinds are looked up. */
export interface Directory {
  readonly lookups: Lookups;
  /** By kind of parent: the list of its members with their access level, direct and inherited. */
  readonly membership: Readonly<Record<string, string>>;
}
