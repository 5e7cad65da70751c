import { Buffer } from "node:buffer";
import type { Store } from "../store.js";
import { EMPTY_TREE, type Mode, type TreeEntry, inGitOrder, objectId, treeBytes } from "./format.js";
import { blobTable, treeTable } from "./records.js";

/** Keeps content and returns its id. */
export function putBlob(store: Store, content: Uint8Array | string): string {
  const bytes = Buffer.from(content);
  const sha = objectId("blob", bytes);
  if (hasBlob(store, sha)) return sha;
  const text = bytes.toString("utf8");
  const isText = Buffer.from(text).equals(bytes);
  store.of(blobTable).insert({ sha, content: isText ? text : bytes.toString("base64"), encoding: isText ? "text" : "base64" });
  return sha;
}

/** True when there is content under an id. */
export function hasBlob(store: Store, sha: string): boolean {
  return store.of(blobTable).first("sha", sha) !== undefined;
}

/** The content under an id. Throws where there is none. */
export function blobBytes(store: Store, sha: string): Buffer {
  const blob = store.of(blobTable).first("sha", sha);
  if (blob === undefined) throw new Error(`there is no content ${sha}`);
  return Buffer.from(blob.content, blob.encoding === "text" ? "utf8" : "base64");
}

/** As git tells: content with a zero byte in its first 8,000 is no text. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** What stands at a path: a file, or what else is no folder. */
export interface FileEntry {
  readonly mode: Mode;
  readonly sha: string;
}

/** Files by path; null takes one away. */
type FileChanges = ReadonlyMap<string, FileEntry | null>;

/** A path whose file is not the same in two trees. */
export interface FileDifference {
  readonly path: string;
  readonly before: FileEntry | undefined;
  readonly after: FileEntry | undefined;
}

/** The names in a folder, in git's order. Throws where there is no such folder. */
export function entriesOf(store: Store, tree: string): readonly TreeEntry[] {
  if (tree === EMPTY_TREE) return [];
  const row = store.of(treeTable).first("sha", tree);
  if (row === undefined) throw new Error(`there is no tree ${tree}`);
  return row.entries;
}

/** What stands at a path below a tree; the tree itself at the empty path. */
export function entryAt(store: Store, tree: string, path: string): FileEntry | undefined {
  let current: FileEntry | undefined = { mode: "040000", sha: tree };
  for (const name of path.split("/").filter((part) => part !== "")) {
    if (current?.mode !== "040000") return undefined;
    current = entriesOf(store, current.sha).find((entry) => entry.name === name);
  }
  return current;
}

/** Everything below a tree with its path, in git's order; a folder before what is in it. */
export function* allBelow(store: Store, tree: string, prefix = ""): Generator<TreeEntry & { readonly path: string }> {
  for (const entry of entriesOf(store, tree)) {
    const path = prefix + entry.name;
    yield { ...entry, path };
    if (entry.mode === "040000") yield* allBelow(store, entry.sha, `${path}/`);
  }
}

/** The tree with files put in place or taken away. Only folders on the way to them are written; an empty one is gone. A folder gives way to a file of its name, and a file to a folder. */
export function changedTree(store: Store, tree: string, changes: FileChanges): string {
  if (changes.size === 0) return tree;
  const entries = new Map(entriesOf(store, tree).map((entry) => [entry.name, entry]));
  const inside = new Map<string, Map<string, FileEntry | null>>();
  for (const [path, file] of changes) {
    const slash = path.indexOf("/");
    if (slash >= 0) {
      const name = path.slice(0, slash);
      const folder = inside.get(name) ?? new Map<string, FileEntry | null>();
      inside.set(name, folder.set(path.slice(slash + 1), file));
    } else if (file !== null) entries.set(path, { ...file, name: path });
    else if (entries.get(path)?.mode !== "040000") entries.delete(path);
  }
  for (const [name, folder] of inside) {
    const before = entries.get(name);
    if (before !== undefined && before.mode !== "040000" && [...folder.values()].every((file) => file === null)) continue;
    const sha = changedTree(store, before?.mode === "040000" ? before.sha : EMPTY_TREE, folder);
    if (sha === EMPTY_TREE) entries.delete(name);
    else entries.set(name, { mode: "040000", name, sha });
  }
  return putTree(store, [...entries.values()]);
}

/** Where two trees differ, in the order of git's diffs. What both have alike is not looked into. */
export function differences(store: Store, before: string, after: string, prefix = ""): FileDifference[] {
  if (before === after) return [];
  const [old, now] = [before, after].map((tree) => new Map(entriesOf(store, tree).map((entry) => [entry.name, entry])));
  const names = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  const inFolder = [...names].flatMap((name) => differencesAt(store, prefix + name, old?.get(name), now?.get(name)));
  return prefix === "" ? inFolder.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path))) : inFolder;
}

function differencesAt(
  store: Store,
  path: string,
  before: TreeEntry | undefined,
  after: TreeEntry | undefined,
): FileDifference[] {
  if (before?.sha === after?.sha && before?.mode === after?.mode) return [];
  const [old, now] = [folderOf(before), folderOf(after)];
  const inside = old === EMPTY_TREE && now === EMPTY_TREE ? [] : differences(store, old, now, `${path}/`);
  const [oldFile, newFile] = [fileOf(before), fileOf(after)];
  return oldFile === undefined && newFile === undefined ? inside : [{ path, before: oldFile, after: newFile }, ...inside];
}

const folderOf = (entry: TreeEntry | undefined): string => (entry?.mode === "040000" ? entry.sha : EMPTY_TREE);

function fileOf(entry: TreeEntry | undefined): FileEntry | undefined {
  return entry === undefined || entry.mode === "040000" ? undefined : { mode: entry.mode, sha: entry.sha };
}

function putTree(store: Store, entries: readonly TreeEntry[]): string {
  const sha = objectId("tree", treeBytes(entries));
  const isThere = sha === EMPTY_TREE || store.of(treeTable).first("sha", sha) !== undefined;
  if (!isThere) store.of(treeTable).insert({ sha, entries: inGitOrder(entries) });
  return sha;
}
