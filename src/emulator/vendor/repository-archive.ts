import { gzipSync } from "node:zlib";
import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import { blobBytes } from "../git/blobs.js";
import { bzip2 } from "../git/bzip2.js";
import { treeOf } from "../git/commit-trees.js";
import { tarOf } from "../git/tar.js";
import type { ArchiveEntry } from "../git/tar.js";
import { allBelow, entryAt } from "../git/trees.js";
import { zipOf } from "../git/zip.js";
import type { Reply } from "../replies.js";
import { resolveRef } from "../repository.js";
import type { Resource } from "../resource.js";
import { defaultBranch, findCode } from "./repository/access.js";
import { headerText } from "./repository/raw.js";

const at = "/projects/{id}/repository/archive";
const FORMATS = ["tar.gz", "tgz", "gz", "tar", "zip", "tar.bz2", "tbz", "tbz2", "tb2", "bz2"] as const;

type Format = "tar.gz" | "tar.bz2" | "tar" | "zip";

/** Archives of repositories, made from the tree of a commit. */
export default {
  operations: {
    [`GET ${at}`]: {
      role: "anyone",
      jobToken: true,
      scopes: ["read_repository"],
      aliases: FORMATS.map((format) => `${at}.${format}`),
      handler: archive,
    },
  },
} satisfies Resource;

function archive(context: Context): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const format = formatOf(context);
  const ref = params.text("sha") ?? defaultBranch(project) ?? "";
  const commit = resolveRef(store, project.id, ref);
  if (commit === undefined) throw notFound("File");
  const path = (params.text("path") ?? "").replaceAll(/^\/+|\/+$/g, "");
  const folder = entryAt(store, treeOf(store, commit), path);
  if (folder === undefined) throw notFound("File");
  const names = [project.path, ref, commit.sha, ...(path === "" ? [] : [path])];
  const prefix = names.map((name) => name.replaceAll("/", "-")).join("-");
  const without = params.texts("exclude_paths") ?? [];
  const isLeftOut = (one: string): boolean => without.some((name) => one === name || one.startsWith(`${name}/`));
  const entries: ArchiveEntry[] = [{ path: prefix, mode: 0o775, content: undefined }];
  // The path's own folders stay in the archive, as git archive keeps them.
  path.split("/").forEach((name, index, all) => {
    if (name !== "") entries.push({ path: `${prefix}/${all.slice(0, index + 1).join("/")}`, mode: 0o775, content: undefined });
  });
  for (const one of folder.mode === "040000" ? allBelow(store, folder.sha, path === "" ? "" : `${path}/`) : []) {
    if (isLeftOut(one.path)) continue;
    const isFolder = one.mode === "040000" || one.mode === "160000";
    const content = isFolder ? undefined : blobBytes(store, one.sha);
    entries.push({ path: `${prefix}/${one.path}`, mode: isFolder || one.mode === "100755" ? 0o775 : 0o664, content });
  }
  const body = packed(format, entries, Math.floor(Date.parse(commit.committed_date) / 1000), commit.sha);
  if (body === undefined) throw notFound("File");
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
  const said = /\/archive\.([\w.]+)$/.exec(request.path)?.[1] ?? params.text("format") ?? "tar.gz";
  if (!(FORMATS as readonly string[]).includes(said)) throw notFound("File");
  if (said === "zip" || said === "tar") return said;
  return said.includes("b") ? "tar.bz2" : "tar.gz";
}

/** Undefined where this machine cannot pack it so. */
function packed(format: Format, entries: readonly ArchiveEntry[], time: number, sha: string): Uint8Array | undefined {
  if (format === "zip") return zipOf(entries, time, sha);
  const tar = tarOf(entries, time, sha);
  if (format === "tar") return tar;
  return format === "tar.bz2" ? bzip2(tar) : gzipSync(tar);
}
