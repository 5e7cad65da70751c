/** The parts of an address `kind:full/path[:key]`: the path ends at the first later colon, the key is the rest, verbatim. */
export interface AddressParts {
  readonly kind: string;
  /** Full path of a group or project, or the name of a topic; undefined for singletons of the instance. */
  readonly path?: string;
  /** What tells siblings under one path apart: a rule's name, an integration's slug, an environment's tier. */
  readonly key?: string;
}

/** Writes an address. Paths compare without letter case, but an address keeps the spelling that was declared. */
export function formatAddress({ kind, path, key }: AddressParts): string {
  if (path === undefined) return kind;
  return key === undefined ? `${kind}:${path}` : `${kind}:${path}:${key}`;
}

/** Reads an address; takes any text, so the kind may be unknown. */
export function parseAddress(text: string): AddressParts {
  const first = text.indexOf(":");
  if (first < 0) return { kind: text };
  const kind = text.slice(0, first);
  const rest = text.slice(first + 1);
  const second = rest.indexOf(":");
  if (second < 0) return { kind, path: rest };
  return { kind, path: rest.slice(0, second), key: rest.slice(second + 1) };
}

/** The form in which two spellings of one path, topic name or username are equal. */
export function fold(name: string): string {
  return name.toLowerCase();
}

/** True for a path that a request cannot carry in place of an id: the platform takes digits for the number of another group (its own lookup of groups and users). */
export function looksLikeId(path: string): boolean {
  return /^\d+$/.test(path);
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

/** True if `path` lies under `ancestor` (not equal). Without letter case. */
export function isUnder(path: string, ancestor: string): boolean {
  return fold(path).startsWith(`${fold(ancestor)}/`);
}
