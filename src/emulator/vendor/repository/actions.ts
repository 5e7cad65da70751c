import { Buffer } from "node:buffer";
import { badRequest } from "../../errors.js";
import { putBlob } from "../../git/blobs.js";
import { changedTree, entryAt } from "../../git/trees.js";
import type { FileEntry } from "../../git/trees.js";
import type { Store } from "../../store.js";

/** One change of a commit. */
export interface FileAction {
  readonly action: "create" | "update" | "delete" | "move" | "chmod";
  readonly path: string;
  readonly previous_path?: string | undefined;
  /** What the file holds; a move without it keeps what was there. */
  readonly content?: string | undefined;
  readonly encoding?: string | undefined;
  readonly executable?: boolean | undefined;
}

/** The tree after the actions, each of which sees what those before it did. Throws 400 with the words of real servers for what cannot be done. */
export function treeAfter(store: Store, tree: string, actions: readonly FileAction[]): string {
  return actions.reduce((before, action) => {
    const changes = CHANGES[action.action](store, before, { ...action, path: checkedPath(action.path) });
    return changedTree(store, before, new Map(changes));
  }, tree);
}

type Change = readonly [path: string, file: FileEntry | null];

const CHANGES: Readonly<Record<FileAction["action"], (store: Store, tree: string, action: FileAction) => readonly Change[]>> = {
  create: (store, tree, action) => {
    requireRoom(store, tree, action.path);
    return [[action.path, written(store, action, "100644")]];
  },
  update: (store, tree, action) => [[action.path, written(store, action, existing(store, tree, action.path).mode)]],
  chmod: (store, tree, { path, executable }) => [
    [path, { ...existing(store, tree, path), mode: executable === true ? "100755" : "100644" }],
  ],
  delete: (store, tree, { path }) => {
    existing(store, tree, path);
    return [[path, null]];
  },
  move: (store, tree, action) => {
    const from = checkedPath(action.previous_path ?? "");
    const file = existing(store, tree, from);
    requireRoom(store, tree, action.path);
    return [
      [from, null],
      [action.path, action.content === undefined ? file : written(store, action, file.mode)],
    ];
  },
};

function written(store: Store, { content = "", encoding, executable }: FileAction, mode: FileEntry["mode"]): FileEntry {
  const sha = putBlob(store, encoding === "base64" ? decoded(content) : content);
  return { mode: executable === undefined ? mode : executable ? "100755" : "100644", sha };
}

function decoded(content: string): Buffer {
  const text = content.replaceAll(/\s/g, "");
  if (!/^[\w+/-]*={0,2}$/.test(text)) throw badRequest("Invalid base64 content");
  return Buffer.from(text, "base64");
}

function existing(store: Store, tree: string, path: string): FileEntry {
  const file = entryAt(store, tree, path);
  if (file === undefined || file.mode === "040000") throw badRequest("A file with this name doesn't exist");
  return file;
}

function requireRoom(store: Store, tree: string, path: string): void {
  const there = entryAt(store, tree, path);
  if (there?.mode === "040000") throw badRequest("A directory with this name already exists");
  if (there !== undefined) throw badRequest("A file with this name already exists");
  const names = path.split("/");
  const folders = names.slice(1).map((_, index) => entryAt(store, tree, names.slice(0, index + 1).join("/")));
  if (folders.some((folder) => folder !== undefined && folder.mode !== "040000"))
    throw badRequest("A file with this name already exists");
}

/** The path without slashes at its beginning. Throws 400 for what git has no place for. */
function checkedPath(said: string): string {
  const path = said.replace(/^\/+/, "");
  if (path === "") throw badRequest("You must provide a file path");
  const names = path.split("/");
  if (names.includes("..")) throw badRequest("Path cannot include traversal syntax");
  if (names.some((name) => name === "" || name === "." || name.toLowerCase() === ".git"))
    throw badRequest(`invalid path: '${path}'`);
  return path;
}
