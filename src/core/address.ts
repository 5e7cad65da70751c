import { defined } from "./collections.js";
import { fold } from "./types/field.js";

export { fold } from "./types/field.js";

/**
 * The address of a thing. As text it is `kind:full/path[:key]`: the path ends at the first later colon, the key is the rest, verbatim. A name at the top that holds a colon stands
 * behind two, `kind::name`, since no path is empty. Groups and projects share one space of paths, so the text need not say which of the two a thing hangs on; what the program hands on does.
 */
export interface Address {
  readonly kind: string;
  /** The kind of what it hangs on, or `instance`: only where its kind may hang on several. Its path is `path`. */
  readonly parent?: string;
  /** Full path of the group or project (also of what hangs on it), or the name of a topic; undefined for singletons of the instance. */
  readonly path?: string;
  /** What tells siblings under one path apart: a rule's name, an integration's slug, an environment's tier. */
  readonly key?: string;
}

/** Writes an address, without the parent's kind. Paths compare without letter case, but an address keeps the spelling that was declared. */
export function formatAddress({ kind, path, key }: Address): string {
  if (path === undefined) return kind;
  if (key !== undefined) return `${kind}:${path}:${key}`;
  return path.includes(":") ? `${kind}::${path}` : `${kind}:${path}`;
}

/** The address of something that has more to it. */
export function addressOf({ kind, parent, path, key }: Address): Address {
  return { kind, ...defined({ parent, path, key }) };
}

/** Reads an address; takes any text, so the kind may be unknown, and does not say on what it hangs. */
export function parseAddress(text: string): Address {
  const first = text.indexOf(":");
  if (first < 0) return { kind: text };
  const kind = text.slice(0, first);
  const rest = text.slice(first + 1);
  if (rest.startsWith(":")) return { kind, path: rest.slice(1) };
  const second = rest.indexOf(":");
  if (second < 0) return { kind, path: rest };
  return { kind, path: rest.slice(0, second), key: rest.slice(second + 1) };
}

/** True for a path that a request cannot carry in place of an id: the platform takes digits for the number of another group (its own lookup of groups and users). */
export function looksLikeId(path: string): boolean {
  return /^\d+$/.test(path);
}

/** True for what can be the full path of something: names between single slashes, none of which leads elsewhere, hides anything or ends a path in an address or a request. */
export function isFullPath(path: string): boolean {
  return path.split("/").every((segment) => /^[^\p{C}\p{Z}\\%?#:]+$/u.test(segment) && segment !== "." && segment !== "..");
}

/** The full path of the group that holds this group or project; undefined at the top. */
export function parentPath(path: string): string | undefined {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? undefined : path.slice(0, slash);
}

/** The last segment of a full path. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The first segment of a full path. */
export function firstSegment(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? path : path.slice(0, slash);
}

/** How deep a full path lies: 0 at the top. */
export function depth(path: string): number {
  return path.split("/").length - 1;
}

/** The paths above one, nearest first. */
export function pathsAbove(path: string): string[] {
  const parent = parentPath(path);
  return parent === undefined ? [] : [parent, ...pathsAbove(parent)];
}

/** True if `path` is `ancestor` or lies under it. Without letter case. */
export function isAtOrUnder(path: string, ancestor: string): boolean {
  return fold(path) === fold(ancestor) || isUnder(path, ancestor);
}

/** True if `path` lies under `ancestor` (not equal). Without letter case. */
export function isUnder(path: string, ancestor: string): boolean {
  return fold(path).startsWith(`${fold(ancestor)}/`);
}

/** The name before a scheduled deletion, which newer releases free by putting `-deletion_scheduled-` (or `-deleted-`) and the number behind; undefined where it has it still. */
export function nameBeforeLeaving(text: string, id: number | string): string | undefined {
  for (const word of ["deletion_scheduled", "deleted"]) {
    const end = `-${word}-${id}`;
    if (text.length > end.length && text.endsWith(end)) return text.slice(0, -end.length);
  }
  return undefined;
}

/** True for a full path that leads through a group which was renamed so: what lies there goes with it. */
export function liesInLeaving(path: string): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((segment) => /-deletion_scheduled-\d+$/.test(segment));
}
