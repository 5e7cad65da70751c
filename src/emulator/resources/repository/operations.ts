import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { LEVEL, checkUnmodified, requireLevel } from "../../core/access.js";
import { type Context, type PlatformState, later, page } from "../../core/context.js";
import { EMPTY_TREE } from "../../core/git/format.js";
import { treeOf } from "../../core/git/history.js";
import { lastCommitAt } from "../../core/git/log.js";
import { type Branch, type Commit, branchTable, tagTable } from "../../core/git/records.js";
import { allBelow, blobBytes, entriesOf, entryAt, hasBlob } from "../../core/git/trees.js";
import type { Json, Project } from "../../core/records.js";
import {
  HttpError,
  type Reply,
  accepted,
  badRequest,
  created,
  forbidden,
  noContent,
  notFound,
  ok,
  orNotFound,
} from "../../core/replies.js";
import { addTag, branchNamed, removeBranch, resolveRef, tagNamed } from "../../core/repository.js";
import type { Resource } from "../../core/resource.js";
import { isMerged, presentBranch } from "../branches/present.js";
import { commitFiles } from "../commits/write.js";
import { addProtection, isProtected } from "../projects/protection.js";
import { type ProtectedBranch, ownRules, protectedBranchTable } from "../protected-branches/access.js";
import { accessFrom } from "../protected-branches/entries.js";
import { mayCreateTag, mayRemoveTag } from "../protected-tags/records.js";
import { presentTag } from "../tags/present.js";
import { mergeRequestTable } from "../work-items/records.js";
import { checkFilePath, defaultBranch, findCode, findPushable, isRefName, pageFrom, reading, requirePush } from "./access.js";
import { FORMATS, archive, at, headerText, rawReply, snapshot } from "./archive.js";
import { blamed } from "./blame.js";
import { base, compare, contributors } from "./compare.js";
import { commitSeed, tagSeed } from "./seed.js";

const atFile = "/projects/{id}/repository/files/{file_path}";

const last_commit_id = { type: "string" } as const;

interface FoundFile {
  readonly commit: Commit;
  readonly path: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}

const typeOf = (mode: string): string => (mode === "040000" ? "tree" : mode === "160000" ? "commit" : "blob");

const rankOf = (mode: string): number => ["tree", "blob", "commit"].indexOf(typeOf(mode));

const branch = "/projects/{id}/repository/branches/{branch}";

const tag = "/projects/{id}/repository/tags/{tag_name}";

/**
 * Files and folders of repositories, content by its id, and archives of trees (the reference of real servers, kinds, section 2.6). Also what lies
 * between commits, who made them, and what real servers alone do to branches and tags. The repository itself comes as git keeps it: a bare one in a
 * tar archive. No documented endpoint writes what repositories hold, so it comes from the seed.
 */
export default {
  operations: {
    [`GET ${atFile}`]: {
      ...reading,
      handler: (context) => {
        const file = findFile(context);
        return { ...ok({ ...file.facts, content: file.bytes.toString("base64") }), headers: headersOf(file.facts) };
      },
    },
    [`GET ${atFile}/raw`]: {
      ...reading,
      jobToken: true,
      handler: (context) => {
        const file = findFile(context);
        const reply = rawReply(file.bytes, file.name);
        return { ...reply, headers: { ...reply.headers, ...headersOf(file.facts) } };
      },
    },
    [`GET ${atFile}/blame`]: {
      ...reading,
      handler: (context) => {
        const file = findFile(context);
        return { ...ok(blamed(context, file.commit, file.path)), headers: headersOf(file.facts) };
      },
    },
    [`POST ${atFile}`]: (context) => written(context, "create"),
    [`PUT ${atFile}`]: { parameters: { last_commit_id }, handler: (context) => written(context, "update") },
    [`DELETE ${atFile}`]: (context) => written(context, "delete"),
    "GET /projects/{id}/repository/tree": { ...reading, handler: list },
    "GET /projects/{id}/repository/blobs/{sha}": {
      ...reading,
      handler: (context) => {
        const { sha, bytes } = findBlob(context);
        return ok({ size: bytes.length, encoding: "base64", content: bytes.toString("base64"), sha });
      },
    },
    "GET /projects/{id}/repository/blobs/{sha}/raw": { ...reading, handler: (context) => rawReply(findBlob(context).bytes) },
    "DELETE /projects/{id}/repository/merged_branches": (context) => {
      const { project } = findPushable(context);
      later(context, context.instance.workerDelay, "deleteMergedBranches", project.id);
      return accepted();
    },
    [`PUT ${branch}/protect`]: protect,
    [`PUT ${branch}/unprotect`]: unprotect,
    "POST /projects/{id}/repository/tags": createTag,
    [`DELETE ${tag}`]: removeTag,
    // No tag here is signed: whoever signs does it before the push.
    [`GET ${tag}/signature`]: {
      role: "anyone",
      handler: (context) => {
        const project = findCode(context);
        if (tagNamed(context.store, project.id, context.params.requiredText("tag_name")) === undefined) throw notFound("Tag");
        throw notFound("Signature");
      },
    },
    [`GET ${at}`]: {
      role: "anyone",
      jobToken: true,
      scopes: ["read_repository"],
      aliases: FORMATS.map((format) => `${at}.${format}`),
      handler: archive,
    },
    "GET /projects/{id}/snapshot": { role: "administrator", handler: snapshot },
    "GET /projects/{id}/repository/compare": { ...reading, handler: compare },
    "GET /projects/{id}/repository/merge_base": { ...reading, handler: base },
    "GET /projects/{id}/repository/contributors": { ...reading, handler: contributors },
  },
  work: { deleteMergedBranches },
  seeds: [commitSeed, tagSeed],
} satisfies Resource;

function findFile(context: Context): FoundFile {
  const { store, params } = context;
  const project = findCode(context);
  const path = params.requiredText("file_path").replace(/^\//, "");
  checkFilePath(path);
  const ref = params.text("ref") ?? defaultBranch(project) ?? "HEAD";
  const commit = orNotFound(resolveRef(store, project.id, ref), "Commit");
  const entry = entryAt(store, treeOf(store, commit), path);
  if (entry === undefined || entry.mode === "040000" || entry.mode === "160000") throw notFound("File");
  const bytes = blobBytes(store, entry.sha);
  const name = path.split("/").at(-1) ?? path;
  const facts = {
    file_name: name,
    file_path: path,
    size: bytes.length,
    encoding: "base64",
    content_sha256: createHash("sha256").update(bytes).digest("hex"),
    ref,
    blob_id: entry.sha,
    commit_id: commit.sha,
    last_commit_id: lastCommitAt(store, commit, path)?.sha ?? commit.sha,
    execute_filemode: entry.mode === "100755",
  };
  return { commit, path, name, bytes, facts };
}

/** `X-Gitlab-File-Name` and the others; what a header cannot say is escaped. */
function headersOf(facts: FoundFile["facts"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      const words = name.split("_").map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
      return [`X-Gitlab-${words.join("-")}`, headerText(String(value))];
    }),
  );
}

function written(context: Context, action: "create" | "update" | "delete"): Reply {
  const { params } = context;
  const project = findCode(context);
  const branch = params.requiredText("branch");
  const user = requirePush(context, project, branch);
  const path = params.requiredText("file_path");
  checkFilePath(path);
  const content = action === "delete" ? {} : { content: params.text("content") ?? "", encoding: params.text("encoding") };
  const overtaken =
    action === "delete"
      ? "You are attempting to delete a file that has been previously updated."
      : "You are attempting to update a file that has changed since you started editing it.";
  commitFiles(context, project, user, {
    branch,
    message: params.requiredText("commit_message"),
    start_branch: params.text("start_branch"),
    actions: [
      { action, path, ...content, executable: params.flag("execute_filemode"), last_commit_id: params.text("last_commit_id") },
    ],
    overtaken: () => overtaken,
  });
  if (action === "delete") return noContent();
  const answer: Record<string, Json> = { file_path: path, branch };
  return action === "create" ? created(answer) : ok(answer);
}

/** Folders before files, each in git's order; with `recursive` all that is below. */
function list(context: Context): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const pagination = params.text("pagination");
  const recursive = params.flag("recursive") === true;
  if (pagination === "none" && !recursive)
    throw new HttpError(400, { error: 'pagination cannot be "none" unless "recursive" is true' });
  const commit = orNotFound(resolveRef(store, project.id, params.text("ref") ?? defaultBranch(project) ?? "HEAD"), "Tree");
  const path = (params.text("path") ?? "").replaceAll(/^\/+|\/+$/g, "");
  const folder = entryAt(store, treeOf(store, commit), path);
  if (folder?.mode !== "040000") throw new HttpError(404, { message: "404 invalid revision or path Not Found" });
  const prefix = path === "" ? "" : `${path}/`;
  const below = folder.sha === EMPTY_TREE ? [] : entriesOf(store, folder.sha).map((row) => ({ ...row, path: prefix + row.name }));
  const all = recursive ? [...allBelow(store, folder.sha, prefix)] : below;
  const sorted = all.toSorted((a, b) => rankOf(a.mode) - rankOf(b.mode));
  const present = (entry: (typeof all)[number]): Json => ({
    id: entry.sha,
    name: entry.name,
    type: typeOf(entry.mode),
    path: entry.path,
    mode: entry.mode,
  });
  if (pagination === "none") return ok(sorted.map(present));
  return pagination === "keyset" ? pageFrom(context, sorted, (entry) => entry.path, present) : page(sorted, context, present);
}

function findBlob(context: Context): { readonly sha: string; readonly bytes: Buffer } {
  const { store, params } = context;
  findCode(context);
  const sha = params.requiredText("sha");
  if (!hasBlob(store, sha)) throw notFound("Blob");
  return { sha, bytes: blobBytes(store, sha) };
}

/** Branches that the default branch has, but for protected ones and those of open merge requests. */
function deleteMergedBranches(world: PlatformState, input: unknown): void {
  const { store } = world;
  const project = store.projects.get(Number(input));
  if (project === undefined) return;
  const open = store
    .of(mergeRequestTable)
    .where("project", project.id)
    .filter(({ state }) => state === "opened");
  const kept = new Set(open.flatMap((mergeRequest) => [mergeRequest.source_branch, mergeRequest.target_branch]));
  for (const row of store.of(branchTable).where("project", project.id)) {
    if (kept.has(row.name) || isProtected(store, project.id, row.name) || !isMerged(world, project, row.sha)) continue;
    removeBranch(store, row);
  }
}

function findBranch(context: Context): { project: Project; branch: Branch; rule: ProtectedBranch | undefined } {
  const project = findCode(context);
  requireLevel(context, project, LEVEL.maintainer);
  const branch = orNotFound(branchNamed(context.store, project.id, context.params.requiredText("branch")), "Branch");
  const rules = ownRules(context.store, project);
  return { project, branch, rule: rules.find(({ name }) => name === branch.name) };
}

function protect(context: Context): Reply {
  const { store, params } = context;
  const { project, branch, rule } = findBranch(context);
  const level = (name: string): number | undefined => {
    const lets = params.flag(name);
    return lets === undefined ? undefined : lets ? LEVEL.developer : LEVEL.maintainer;
  };
  const [push, merge] = [level("developers_can_push"), level("developers_can_merge")];
  if (rule === undefined)
    addProtection(store, project, branch.name, { push: push ?? LEVEL.maintainer, merge: merge ?? LEVEL.maintainer });
  else
    store.of(protectedBranchTable).update(rule.id, {
      ...(push === undefined ? {} : { push_access_levels: accessFrom(store, push) }),
      ...(merge === undefined ? {} : { merge_access_levels: accessFrom(store, merge) }),
      updated_at: new Date().toISOString(),
    });
  return ok(presentBranch(context, project, branch));
}

function unprotect(context: Context): Reply {
  const { project, branch, rule } = findBranch(context);
  if (rule !== undefined) context.store.of(protectedBranchTable).delete(rule.id);
  return ok(presentBranch(context, project, branch));
}

function createTag(context: Context): Reply {
  const { store, params } = context;
  const { project, user } = findPushable(context);
  const name = params.requiredText("tag_name");
  const ref = params.requiredText("ref");
  if (ref === "") throw badRequest("Target is empty");
  if (!isRefName(name)) throw badRequest("Tag name invalid");
  if (tagNamed(store, project.id, name) !== undefined) throw badRequest(`Tag ${name} already exists`);
  const commit = resolveRef(store, project.id, ref);
  if (commit === undefined) throw badRequest(`Target ${ref} is invalid`);
  if (!mayCreateTag(store, user, project, name)) throw badRequest("You are not allowed to create this tag as it is protected.");
  const message = (params.text("message") ?? "").trim();
  const made = addTag(store, project.id, name, commit.sha, message === "" ? null : { message, tagger: user });
  return created(presentTag(context, project, made));
}

/** A protected tag takes a Maintainer. */
function removeTag(context: Context): Reply {
  const { store, params } = context;
  const { project, user } = findPushable(context);
  const namedTag = orNotFound(tagNamed(store, project.id, params.requiredText("tag_name")), "Tag");
  if (!mayRemoveTag(store, user, project, namedTag.name)) throw forbidden();
  checkUnmodified(context, resolveRef(store, project.id, namedTag.sha)?.authored_date ?? "");
  store.of(tagTable).delete(namedTag.id);
  return noContent();
}
