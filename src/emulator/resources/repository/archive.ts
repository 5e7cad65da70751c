import { deflateSync, gzipSync } from "node:zlib";
import { findProject } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { type ArchiveEntry, bzip2, tarOf, zipOf } from "../../core/git/archives.js";
import { EMPTY_TREE, commitBytes, tagBytes, treeBytes } from "../../core/git/format.js";
import { treeOf } from "../../core/git/history.js";
import { logOf } from "../../core/git/log.js";
import { type Commit, type Tag, branchTable, tagTable } from "../../core/git/records.js";
import { allBelow, blobBytes, entriesOf, entryAt, isBinary } from "../../core/git/trees.js";
import type { Project } from "../../core/records.js";
import { type Reply, notFound, orNotFound } from "../../core/replies.js";
import { resolveRef } from "../../core/repository.js";
import type { Store } from "../../core/store.js";
import { defaultBranch, findCode } from "./access.js";

export const at = "/projects/{id}/repository/archive";

export const FORMATS = ["tar.gz", "tgz", "gz", "tar", "zip", "tar.bz2", "tbz", "tbz2", "tb2", "bz2"] as const;

type Format = "tar.gz" | "tar.bz2" | "tar" | "zip";

export function archive(context: Context): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const format = formatOf(context);
  const ref = params.text("sha") ?? defaultBranch(project) ?? "";
  const commit = orNotFound(resolveRef(store, project.id, ref), "File");
  const path = (params.text("path") ?? "").replaceAll(/^\/+|\/+$/g, "");
  const folder = orNotFound(entryAt(store, treeOf(store, commit), path), "File");
  const names = [project.path, ref, commit.sha, ...(path === "" ? [] : [path])];
  const prefix = names.map((name) => name.replaceAll("/", "-")).join("-");
  const without = params.texts("exclude_paths") ?? [];
  const isLeftOut = (file: string): boolean => without.some((name) => file === name || file.startsWith(`${name}/`));
  const entries: ArchiveEntry[] = [{ path: prefix, mode: 0o775, content: undefined }];
  // The path's own folders stay in the archive, as git archive keeps them.
  path.split("/").forEach((name, index, all) => {
    if (name !== "") entries.push({ path: `${prefix}/${all.slice(0, index + 1).join("/")}`, mode: 0o775, content: undefined });
  });
  for (const file of folder.mode === "040000" ? allBelow(store, folder.sha, path === "" ? "" : `${path}/`) : []) {
    if (isLeftOut(file.path)) continue;
    const isFolder = file.mode === "040000" || file.mode === "160000";
    const content = isFolder ? undefined : blobBytes(store, file.sha);
    entries.push({ path: `${prefix}/${file.path}`, mode: isFolder || file.mode === "100755" ? 0o775 : 0o664, content });
  }
  const body = orNotFound(packed(format, entries, Math.floor(Date.parse(commit.committed_date) / 1000), commit.sha), "File");
  return {
    status: 200,
    body,
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename="${headerText(prefix)}.${format}"`,
      "Content-Transfer-Encoding": "binary",
    },
  };
}

/** The format that the end of the path or a parameter says. */
function formatOf({ request, params }: Context): Format {
  const ending = /\/archive\.([\w.]+)$/.exec(request.path)?.[1] ?? params.text("format") ?? "tar.gz";
  if (!(FORMATS as readonly string[]).includes(ending)) throw notFound("File");
  if (ending === "zip" || ending === "tar") return ending;
  return ending.includes("b") ? "tar.bz2" : "tar.gz";
}

/** Undefined where this machine cannot pack it so. */
function packed(format: Format, entries: readonly ArchiveEntry[], time: number, sha: string): Uint8Array | undefined {
  if (format === "zip") return zipOf(entries, time, sha);
  const tar = tarOf(entries, time, sha);
  if (format === "tar") return tar;
  return format === "tar.bz2" ? bzip2(tar) : gzipSync(tar);
}

type Files = Map<string, Uint8Array>;

export function snapshot(context: Context): Reply {
  const { store } = context;
  const project = findProject(context);
  const files: Files = new Map([
    ["HEAD", Buffer.from(`ref: refs/heads/${defaultBranch(project) ?? "main"}\n`)],
    ["config", Buffer.from("[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n")],
  ]);
  addRefs(store, project, files);
  const entries = [...foldersOf(files), ...files].map(([path, content]) => ({
    path,
    mode: content === undefined ? 0o755 : 0o644,
    content,
  }));
  const headers = { "Content-Type": "application/x-tar", "Content-Disposition": 'attachment; filename="snapshot.tar"' };
  return { status: 200, body: tarOf(entries, Math.floor(Date.parse(project.created_at) / 1000), ""), headers };
}

function addRefs(store: Store, project: Project, files: Files): void {
  const branches = store.of(branchTable).where("project", project.id);
  const tags = store.of(tagTable).where("project", project.id);
  for (const { name, sha } of branches) files.set(`refs/heads/${name}`, Buffer.from(`${sha}\n`));
  for (const tag of tags) {
    files.set(`refs/tags/${tag.name}`, Buffer.from(`${tag.object ?? tag.sha}\n`));
    addTag(tag, files);
  }
  const heads = [...branches, ...tags].flatMap(({ sha }) => resolveRef(store, project.id, sha) ?? []);
  for (const commit of logOf(store, heads)) addCommit(store, commit, files);
}

function addTag({ name, sha, object, message, tagger_name, tagger_email, tagged_at }: Tag, files: Files): void {
  if (object === undefined || tagger_name === undefined || tagger_email === undefined || tagged_at === undefined) return;
  const tagger = { name: tagger_name, email: tagger_email, at: tagged_at };
  addObject(files, object, "tag", tagBytes(name, sha, tagger, message ?? ""));
}

function addCommit(store: Store, commit: Commit, files: Files): void {
  const tree = treeOf(store, commit);
  const author = { name: commit.author_name, email: commit.author_email, at: commit.authored_date };
  const committer = { name: commit.committer_name, email: commit.committer_email, at: commit.committed_date };
  const { sha, parent_ids, message } = commit;
  addObject(files, sha, "commit", commitBytes({ tree, parent_ids, author, committer, message }));
  addTree(store, tree, files);
  for (const file of tree === EMPTY_TREE ? [] : allBelow(store, tree)) {
    if (file.mode === "040000") addTree(store, file.sha, files);
    else if (file.mode !== "160000") addObject(files, file.sha, "blob", blobBytes(store, file.sha));
  }
}

function addTree(store: Store, sha: string, files: Files): void {
  addObject(files, sha, "tree", treeBytes(entriesOf(store, sha)));
}

/** One loose object. */
function addObject(files: Files, sha: string, type: string, bytes: Uint8Array): void {
  const path = `objects/${sha.slice(0, 2)}/${sha.slice(2)}`;
  if (!files.has(path)) files.set(path, deflateSync(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])));
}

/** The folders that files lie in, and those that git looks for even where nothing is in them. */
function foldersOf(files: Files): [string, undefined][] {
  const folders = new Set(["refs", "refs/heads", "refs/tags", "objects"]);
  for (const path of files.keys()) {
    const names = path.split("/");
    for (let depth = 1; depth < names.length; depth += 1) folders.add(names.slice(0, depth).join("/"));
  }
  return [...folders].toSorted().map((folder) => [folder, undefined]);
}

/** A text as a header can say it. */
export const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]/gu, (letter) => encodeURIComponent(letter));

/** Content as it is, which no browser takes for a page. */
export function rawReply(bytes: Uint8Array, name?: string): Reply & { readonly headers: Readonly<Record<string, string>> } {
  return {
    status: 200,
    body: bytes,
    headers: {
      "Content-Type": isBinary(bytes) ? "application/octet-stream" : "text/plain; charset=utf-8",
      "Content-Disposition": name === undefined ? "inline" : `inline; filename="${headerText(name.replaceAll('"', "'"))}"`,
      "X-Content-Type-Options": "nosniff",
    },
  };
}
