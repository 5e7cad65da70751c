import type { Store } from "../store.js";
import { EMPTY_TREE } from "./format.js";
import { mergedLines } from "./lines.js";
import { type FileDifference, type FileEntry, blobBytes, changedTree, differences, entryAt, isBinary, putBlob } from "./trees.js";

/** What comes of a merge. */
export interface MergedTree {
  /** Paths that both sides changed and that do not go together stay as ours are. */
  readonly tree: string;
  readonly conflicts: readonly string[];
}

/** The tree with what two sides changed since their base: by file, and where both changed one, by line. */
export function mergedTree(store: Store, base: string | undefined, ours: string, theirs: string): MergedTree {
  const from = base ?? EMPTY_TREE;
  const mine = new Map(differences(store, from, ours).map((difference) => [difference.path, difference]));
  const taken = new Map<string, FileEntry | null>();
  const conflicts: string[] = [];
  for (const other of differences(store, from, theirs)) {
    const difference = mine.get(other.path);
    const file = difference === undefined ? (other.after ?? null) : mergedFile(store, difference, other);
    if (file === undefined) conflicts.push(other.path);
    else taken.set(other.path, file);
  }
  const gone = new Map([...taken].filter(([, file]) => file === null));
  const rest = changedTree(store, ours, gone);
  const added = [...taken].filter(([path, file]) => {
    if (file === null) return false;
    const fits = hasRoom(store, rest, path);
    if (!fits) conflicts.push(path);
    return fits;
  });
  return { tree: changedTree(store, rest, new Map(added)), conflicts };
}

/** What a path holds when both sides changed it; undefined where that cannot be told. */
function mergedFile(store: Store, mine: FileDifference, other: FileDifference): FileEntry | null | undefined {
  const [before, ours, theirs] = [mine.before, mine.after, other.after];
  if (ours === undefined || theirs === undefined) return ours === theirs ? null : undefined;
  const mode = ours.mode === before?.mode ? theirs.mode : ours.mode;
  if (ours.mode !== theirs.mode && before !== undefined && ours.mode !== before.mode && theirs.mode !== before.mode)
    return undefined;
  if (before === undefined && ours.mode !== theirs.mode) return undefined;
  const sha = mergedContent(store, before?.sha, ours.sha, theirs.sha);
  return sha === undefined ? undefined : { mode, sha };
}

function mergedContent(store: Store, before: string | undefined, ours: string, theirs: string): string | undefined {
  if (ours === theirs || theirs === before) return ours;
  if (ours === before) return theirs;
  const sides = [before, ours, theirs].map((sha) => (sha === undefined ? new Uint8Array() : blobBytes(store, sha)));
  const [base, mine, other] = sides;
  if (base === undefined || mine === undefined || other === undefined || sides.some(isBinary)) return undefined;
  const merged = mergedLines(base, mine, other);
  return merged === undefined ? undefined : putBlob(store, merged);
}

/** True when no file stands where the path needs a folder, and no folder where it needs a file. */
function hasRoom(store: Store, tree: string, path: string): boolean {
  if (entryAt(store, tree, path)?.mode === "040000") return false;
  const names = path.split("/");
  const folders = names.slice(0, -1).map((_, index) => entryAt(store, tree, names.slice(0, index + 1).join("/")));
  return folders.every((folder) => folder === undefined || folder.mode === "040000");
}
