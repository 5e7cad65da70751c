import { defined } from "./collections.js";
import type { Form, Match } from "./fields.js";
import { isTopLevel, type Kinds, type PlacedKind, placesOf } from "./kind.js";
import type { Wait } from "./plan.js";
import type { ReadRoute } from "./route.js";

/** How something that is referred to is found by name. Groups and projects are found by their full paths and need none. */
export interface Lookup {
  /** For messages: `user`, `protected branch`. */
  readonly title: string;
  /** List route that finds by name. */
  readonly find: ReadRoute;
  /** Query of that list; `{name}` stands for the name. */
  readonly query?: Readonly<Record<string, string>>;
  /** Parameter of that list that takes a part of a name; without it the list shows all of them. */
  readonly search?: string;
  /** Attribute of a reply that holds the name. */
  readonly name: string;
  /** Names that differ only in letter case are different ones. */
  readonly cased?: true;
  /** Single read by id, for turning an id into a name. */
  readonly read?: ReadRoute;
  /** The kind inside which names are unique; undefined where they are unique in the instance. */
  readonly within?: string;
  /** Single read by name inside `within`, for a lookup while a plan is applied. */
  readonly item?: ReadRoute;
  /** What counts as absent: named only where nothing else has the name. */
  readonly absent?: Match;
  /** A title counts only where the files declare one under the same parent: it stands for the name that this attribute of it, in this form, comes to. */
  readonly declared?: { readonly by: string; readonly form: Form };
  /** The same list of a group at the top, whose path stands for `{top}`: asked for what lies in that group, where the list of all is refused or has none of that name or number. */
  readonly ofTop?: ReadRoute;
  /** How one is named, for who named none. */
  readonly called?: string;
  /** It comes by itself with what it lies in (`within`), once that starts with content (`starts`): a plan that creates that waits for it. */
  readonly comesWithParent?: Wait["for"];
}

/** Lookups by reference target. */
export type LookupTable = Readonly<Record<string, Lookup>>;

/** Where names that are no kinds are looked up. */
export interface Directory {
  readonly lookups: LookupTable;
  /** By kind of parent: the list of its members with their access level, direct and inherited. */
  readonly membership: Readonly<Record<string, ReadRoute>>;
  /** The attribute of such a list that has the access level. */
  readonly membershipLevel: string;
  /** The same of direct members alone. */
  readonly directMembership: Readonly<Record<string, ReadRoute>>;
  /** The list of all people. */
  readonly people: ReadRoute;
}

/** The query that finds a name. */
export function lookupQuery({ query = {} }: Lookup, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(query).map(([parameter, value]) => [parameter, value.replaceAll("{name}", () => name)]),
  );
}

/** How a reference target is looked up: as the directory says, or as a kind's members are listed, on things of the kind `parent`. Undefined for what has a full path or is not there. */
export function lookupOf(kinds: Kinds, { lookups }: Directory, target: string, parent?: string): Lookup | undefined {
  if (Object.hasOwn(lookups, target)) return lookups[target];
  const kind = kinds.get(target);
  if (!kind) return undefined;
  const places = placesOf(kind);
  const place = places.find((candidate) => candidate.parent === parent) ?? places[0];
  return place && lookupOfKind(place);
}

function lookupOfKind({ name, title, key, parent, routes, tree, comesWithParent, absent }: PlacedKind): Lookup | undefined {
  if (tree || !key || routes.list === undefined) return undefined;
  const isTop = isTopLevel({ parent });
  const byKey = routes.read?.includes("{key}") ? (routes.read.replace("{key}", "{name}") as ReadRoute) : undefined;
  const byId = isTop ? (routes.read?.replace(`{${name}}`, "{id}") as ReadRoute | undefined) : undefined;
  return {
    title: title.toLowerCase(),
    find: routes.list,
    name: key.read,
    ...(key.caseless ? {} : { cased: true }),
    ...(isTop ? {} : { within: parent }),
    ...defined({ read: byId, item: byKey, absent, comesWithParent: comesWithParent?.for }),
  };
}
