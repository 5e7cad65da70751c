import { type Address, fold, parentPath, pathsAbove } from "./address.js";
import { compareTexts } from "./collections.js";
import { type FieldsContext, fieldsOf, isTopLevel, kindAt, type Kinds, type PlacedKind, topKind } from "./kind.js";
import { type Role, roleLevels } from "./names.js";
import type { Action } from "./plan.js";

/** A role that a write asks for, and where. */
export interface Right {
  readonly role: Role;
  /** The group or project in which it takes the role; undefined for the instance. */
  readonly at?: Address;
  /** What needs it: the kind, and in parentheses the attribute by which it does, where that asks for more than the kind. */
  readonly by: string;
}

/** True where a role includes another one. */
function roleIncludes(has: Role, asked: Role): boolean {
  return roleLevels[has] >= roleLevels[asked];
}

/** The least role that the kind or one of the named attributes asks for; undefined where no file says it: what people may make at the top is a setting of the instance. */
export function rightFor(kinds: Kinds, thing: Address, action: Action, names: readonly string[]): Right | undefined {
  const kind = kindAt(kinds, thing);
  const right = { role: roleOf(kinds, kind, action), by: kind.name };
  const asked = names.flatMap((name) => ofAttribute(kind, thing, action, name) ?? []);
  const { role, by } = asked.reduce<Named>((top, other) => (roleIncludes(top.role, other.role) ? top : other), right);
  if (role === "administrator") return { role, by };
  const path = kind.tree && action === "create" ? parentPath(thing.path ?? "") : thing.path;
  if (path === undefined) return undefined;
  const on = kind.tree ? (action === "create" ? kind.tree.parent : kind.name) : kind.parent;
  return { role, by, at: { kind: on, path } };
}

type Named = Pick<Right, "role" | "by">;

function ofAttribute(kind: PlacedKind, thing: FieldsContext, action: Action, name: string): Named | undefined {
  const fields = fieldsOf(kind, thing);
  const role = Object.hasOwn(fields, name) ? fields[name]?.role : undefined;
  // Whoever makes a thing gives it what its owner may.
  if (role === undefined || action === "delete" || (action === "create" && role !== "administrator")) return undefined;
  return { role, by: `${kind.name} (${name})` };
}

function roleOf(kinds: Kinds, kind: PlacedKind, action: Action): Role {
  const role = kind.administrators === undefined ? kind.role : "administrator";
  if (role === undefined) return isTopLevel(kind) ? "administrator" : roleOf(kinds, topKind(kinds, kind.parent), "update");
  if (typeof role === "string") return role;
  return role[action === "create" || action === "update" ? action : "delete"];
}

/** Rights of one place, with what needs them. */
export interface PlaceRights extends Omit<Right, "by"> {
  readonly by: readonly string[];
}

/** What files need of a token: where which role, and what more while groups or projects are to be made. */
export interface FileRights {
  /** A path may hold wildcards, where files name things by globs. */
  readonly places: readonly PlaceRights[];
  /** What making groups and projects asks for beyond the rest, in what holds them. */
  readonly creates: readonly PlaceRights[];
}

/** The document `trueup.token-scope/1` (its schema is schemas/token-scope.schema.json). */
export interface TokenScope extends FileRights {
  readonly format: "trueup.token-scope/1";
  /** The scopes of tokens (GitLab doc/user/profile/personal_access_tokens.md). */
  readonly scopes: { readonly plan: "read_api"; readonly apply: "api" };
}

/** The rights that no role of these places includes. */
export function rightsBeyond(rights: readonly Right[], places: readonly PlaceRights[]): Right[] {
  const known = new Map(places.map((place) => [placeName(place), place]));
  return rights.filter((right) => (right.at === undefined ? !known.has("") : coverOf(right, known) === undefined));
}

/** Each place once, with the highest role that anything asks for there; what a role in a group above it includes stands with that group. Groups come before what lies in them. */
export function foldRights(rights: readonly Right[]): PlaceRights[] {
  const places = new Map<string, PlaceRights>();
  // A path sorts after those above it.
  const byPlace = rights.toSorted((a, b) => compareTexts(placeName(a), placeName(b)) || roleLevels[b.role] - roleLevels[a.role]);
  for (const right of byPlace) {
    const key = coverOf(right, places) ?? placeName(right);
    const known = places.get(key);
    const role = known && roleIncludes(known.role, right.role) ? known.role : right.role;
    const by = [...new Set([...(known?.by ?? []), right.by])].toSorted();
    const { at = known?.at } = known ?? right;
    places.set(key, { role, by, ...(at === undefined ? {} : { at }) });
  }
  return [...places.values()];
}

/** The place, at or above that of a right, whose role includes it. */
function coverOf({ at, role }: Right, places: ReadonlyMap<string, PlaceRights>): string | undefined {
  const paths = at?.path === undefined ? [] : [at.path, ...pathsAbove(at.path)];
  return paths.map(fold).find((path) => {
    const known = places.get(path);
    return known && roleIncludes(known.role, role);
  });
}

function placeName({ at }: Pick<Right, "at">): string {
  return fold(at?.path ?? "");
}
