import type { Json } from "../json.js";
import type { Commit } from "../records/repository.js";

/** Commit (summary), document 2, Shared objects. */
export function presentCommit(commit: Commit): Record<string, Json> {
  return {
    id: commit.sha,
    short_id: commit.sha.slice(0, 8),
    title: commit.message.split("\n")[0] ?? "",
    message: commit.message,
    author_name: commit.author_name,
    author_email: commit.author_email,
    created_at: commit.committed_date,
  };
}

/** Release commit, document 2, Shared objects: the summary with its parents and who committed it when. */
export function presentReleaseCommit(commit: Commit): Record<string, Json> {
  return {
    ...presentCommit(commit),
    parent_ids: commit.parent_ids,
    authored_date: commit.authored_date,
    committer_name: commit.committer_name,
    committer_email: commit.committer_email,
    committed_date: commit.committed_date,
  };
}
