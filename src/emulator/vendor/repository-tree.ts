import type { Context } from "../context.js";
import { HttpError, notFound } from "../errors.js";
import { blobBytes, hasBlob } from "../git/blobs.js";
import { treeOf } from "../git/commit-trees.js";
import { EMPTY_TREE } from "../git/format.js";
import { allBelow, entriesOf, entryAt } from "../git/trees.js";
import type { Json } from "../json.js";
import { page } from "../pages.js";
import { ok } from "../replies.js";
import type { Reply } from "../replies.js";
import { resolveRef } from "../repository.js";
import type { Resource } from "../resource.js";
import { defaultBranch, findCode } from "./repository/access.js";
import { pageFrom } from "./repository/pages.js";
import { rawReply } from "./repository/raw.js";

const reading = { role: "anyone", scopes: ["read_repository"] } as const;

/** Folders of repositories, and content by its id. */
export default {
  operations: {
    "GET /projects/{id}/repository/tree": { ...reading, handler: list },
    "GET /projects/{id}/repository/blobs/{sha}": {
      ...reading,
      handler: (context) => {
        const { sha, bytes } = findBlob(context);
        return ok({ size: bytes.length, encoding: "base64", content: bytes.toString("base64"), sha });
      },
    },
    "GET /projects/{id}/repository/blobs/{sha}/raw": { ...reading, handler: (context) => rawReply(findBlob(context).bytes) },
  },
} satisfies Resource;

/** Folders before files, each in git's order; with `recursive` all that is below. */
function list(context: Context): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const pagination = params.text("pagination");
  const recursive = params.flag("recursive") === true;
  if (pagination === "none" && !recursive)
    throw new HttpError(400, { error: 'pagination cannot be "none" unless "recursive" is true' });
  const commit = resolveRef(store, project.id, params.text("ref") ?? defaultBranch(project) ?? "HEAD");
  if (commit === undefined) throw notFound("Tree");
  const path = (params.text("path") ?? "").replaceAll(/^\/+|\/+$/g, "");
  const folder = entryAt(store, treeOf(store, commit), path);
  if (folder?.mode !== "040000") throw new HttpError(404, { message: "404 invalid revision or path Not Found" });
  const prefix = path === "" ? "" : `${path}/`;
  const below = folder.sha === EMPTY_TREE ? [] : entriesOf(store, folder.sha).map((one) => ({ ...one, path: prefix + one.name }));
  const all = recursive ? [...allBelow(store, folder.sha, prefix)] : below;
  const sorted = all.toSorted((a, b) => rankOf(a.mode) - rankOf(b.mode));
  const present = (one: (typeof all)[number]): Json => ({
    id: one.sha,
    name: one.name,
    type: typeOf(one.mode),
    path: one.path,
    mode: one.mode,
  });
  if (pagination === "none") return ok(sorted.map(present));
  return pagination === "keyset" ? pageFrom(context, sorted, (one) => one.path, present) : page(sorted, context, present);
}

const typeOf = (mode: string): string => (mode === "040000" ? "tree" : mode === "160000" ? "commit" : "blob");

const rankOf = (mode: string): number => ["tree", "blob", "commit"].indexOf(typeOf(mode));

function findBlob(context: Context): { readonly sha: string; readonly bytes: Buffer } {
  const { store, params } = context;
  findCode(context);
  const sha = params.requiredText("sha");
  if (!hasBlob(store, sha)) throw notFound("Blob");
  return { sha, bytes: blobBytes(store, sha) };
}
