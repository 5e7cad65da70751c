import type { ReadApi } from "../../core/api.js";
import { ApiError } from "../../core/errors.js";
import { blobNamed, contentOf } from "../../core/git-blob.js";
import type { Json, JsonObject } from "../../core/json.js";
import type { PlacedKind } from "../../core/kind.js";

/** The tree of one branch; nothing in a repository without a commit, or without the branch. */
export async function treeOf(read: ReadApi, path: string): Promise<readonly JsonObject[]> {
  try {
    return await read.list(path);
  } catch (error) {
    if (error instanceof ApiError && error.missing) return [];
    throw error;
  }
}

/** The mode of a file that may be executed. */
const executable = "100755";

/** A reply about a file under the names of the kind: of a tree, with what stands for the content; of the single read, with the content itself. Any other reply as it is. */
export function asFile({ committed, key }: PlacedKind, reply: JsonObject, name: string | undefined, scope: string): JsonObject {
  if (!committed || !key?.scope) return reply;
  const { listed, read } = committed;
  const [id, content] = [reply[listed.id], reply[read.content]];
  const said: Record<string, Json | undefined> =
    typeof content === "string"
      ? { [committed.content]: contentOf(Buffer.from(content, "base64")), [committed.executable]: reply[read.executable] }
      : {
          [committed.content]: blobNamed(typeof id === "string" ? id : ""),
          [committed.executable]: reply[listed.mode] === executable,
        };
  return { ...reply, ...said, [key.scope.field]: scope, ...(name === undefined ? {} : { [key.read]: name }) };
}
