import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import { blobBytes } from "../git/blobs.js";
import { treeOf } from "../git/commit-trees.js";
import { lastCommitAt } from "../git/log.js";
import { entryAt } from "../git/trees.js";
import type { Json } from "../json.js";
import type { Commit } from "../records/repository.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import { resolveRef } from "../repository.js";
import type { Resource } from "../resource.js";
import { checkFilePath, defaultBranch, findCode, requirePush } from "./repository/access.js";
import type { FileAction } from "./repository/actions.js";
import { blamed } from "./repository/blame.js";
import { commitFiles } from "./repository/commit-files.js";
import { headerText, rawReply } from "./repository/raw.js";

const at = "/projects/{id}/repository/files/{file_path}";
const reading = { role: "anyone", scopes: ["read_repository"] } as const;
const last_commit_id = { type: "string" } as const;

/** Files of repositories, one at a time (the reference of real servers, kinds, section 2.6). */
export default {
  operations: {
    [`GET ${at}`]: {
      ...reading,
      handler: (context) => {
        const file = findFile(context);
        return { ...ok({ ...file.facts, content: file.bytes.toString("base64") }), headers: headersOf(file.facts) };
      },
    },
    [`GET ${at}/raw`]: {
      ...reading,
      jobToken: true,
      handler: (context) => {
        const file = findFile(context);
        const reply = rawReply(file.bytes, file.name);
        return { ...reply, headers: { ...reply.headers, ...headersOf(file.facts) } };
      },
    },
    [`GET ${at}/blame`]: {
      ...reading,
      handler: (context) => {
        const file = findFile(context);
        return { ...ok(blamed(context, file.commit, file.path)), headers: headersOf(file.facts) };
      },
    },
    [`POST ${at}`]: (context) => written(context, "create"),
    [`PUT ${at}`]: { parameters: { last_commit_id }, handler: (context) => written(context, "update") },
    [`DELETE ${at}`]: (context) => written(context, "delete"),
  },
} satisfies Resource;

interface FoundFile {
  readonly commit: Commit;
  readonly path: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}

function findFile(context: Context): FoundFile {
  const { store, params } = context;
  const project = findCode(context);
  const path = params.requiredText("file_path").replace(/^\//, "");
  checkFilePath(path);
  const ref = params.text("ref") ?? defaultBranch(project) ?? "HEAD";
  const commit = resolveRef(store, project.id, ref);
  if (commit === undefined) throw notFound("Commit");
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
  const change: FileAction = { action, path, ...content, executable: params.flag("execute_filemode") };
  const overtaken =
    action === "delete"
      ? "You are attempting to delete a file that has been previously updated."
      : "You are attempting to update a file that has changed since you started editing it.";
  commitFiles(context, project, user, {
    branch,
    message: params.requiredText("commit_message"),
    start_branch: params.text("start_branch"),
    actions: [{ ...change, last_commit_id: params.text("last_commit_id") }],
    overtaken: () => overtaken,
  });
  if (action === "delete") return noContent();
  const said: Record<string, Json> = { file_path: path, branch };
  return action === "create" ? created(said) : ok(said);
}
