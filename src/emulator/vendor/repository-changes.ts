import type { Context } from "../context.js";
import { HttpError, notFound } from "../errors.js";
import { startingTree } from "../git/commit-trees.js";
import { replayedTree } from "../git/replay.js";
import { differences } from "../git/trees.js";
import { commitsOf } from "../merge-request-commits.js";
import type { Project, User } from "../records.js";
import type { Commit } from "../records/repository.js";
import { mergeRequestTable } from "../records/work-items.js";
import type { MergeRequest } from "../records/work-items.js";
import { created, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import { branchNamed, insertCommit } from "../repository.js";
import type { Resource } from "../resource.js";
import type { Store } from "../store.js";
import { findCode, findCommit, requirePush } from "./repository/access.js";
import { presentCommit } from "./repository/entity.js";
import { checkPushRules } from "./repository/push-rules.js";
import { pushBranch } from "./repository/push.js";

const at = "/projects/{id}/repository/commits/{sha}";

/** Commits that are taken over to another branch, or taken back. */
export default {
  operations: {
    [`POST ${at}/cherry_pick`]: (context) => change(context, PICK),
    [`POST ${at}/revert`]: (context) => change(context, REVERT),
  },
} satisfies Resource;

/** One of the two ways to make a commit from another. */
interface Change {
  readonly verb: string;
  readonly done: string;
  readonly undoes: boolean;
  readonly message: (store: Store, commit: Commit, mergeRequest: MergeRequest | undefined) => string;
  readonly author: (commit: Commit, user: User) => Pick<User, "name" | "email">;
}

const PICK: Change = {
  verb: "cherry-pick",
  done: "cherry-picked",
  undoes: false,
  message: (store, commit, mergeRequest) => {
    const brought = mergeRequest === undefined ? [] : commitsOf(store, mergeRequest);
    const lines = brought.map(({ sha, message }) => `${sha.slice(0, 8)} ${titleOf(message)}`);
    const list = lines.length === 0 ? "" : `\n\n${lines.join("\n")}`;
    const author = `Co-authored-by: ${commit.author_name} <${commit.author_email}>`;
    return `${commit.message}\n\n(cherry picked from commit ${commit.sha})${list}\n\n${author}`;
  },
  author: (commit) => ({ name: commit.author_name, email: commit.author_email }),
};

const REVERT: Change = {
  verb: "revert",
  done: "reverted",
  undoes: true,
  message: (store, commit, mergeRequest) => {
    const path = mergeRequest === undefined ? undefined : store.projects.get(mergeRequest.project_id)?.path_with_namespace;
    const what = mergeRequest === undefined ? `commit ${commit.sha}` : `merge request ${path ?? ""}!${mergeRequest.iid}`;
    return `Revert "${titleOf(commit.message)}"\n\nThis reverts ${what}`;
  },
  author: (_, user) => user,
};

const titleOf = (message: string): string => (message.split("\n")[0] ?? "").trim();

function change(context: Context, how: Change): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const branch = params.requiredText("branch");
  const user = requirePush(context, project, branch);
  const commit = findCommit(context, project);
  const head = branchNamed(store, project.id, branch)?.sha;
  if (head === undefined) throw notFound("Branch");
  const { tree, conflicts } = replayedTree(store, commit, head, how.undoes);
  const before = startingTree(store, project.id, [head]);
  if (conflicts.length > 0) throw refused(context, how, "conflict");
  if (tree === before) throw refused(context, how, "empty");
  if (params.flag("dry_run") === true) return ok({ dry_run: "success" });
  const mergeRequest = mergedBy(store, project, commit);
  const message = params.text("message") ?? how.message(store, commit, mergeRequest);
  const author = how.author(commit, user);
  const files = differences(store, before, tree);
  checkPushRules(context, project, { branch, message, author, committer: user, files });
  const authored = how.undoes ? {} : { authored_at: commit.authored_date };
  const made = insertCommit(store, project.id, { message, author, committer: user, tree, parent_ids: [head], ...authored });
  pushBranch(context, project, branch, made.sha);
  return created(presentCommit(context, project, made));
}

/** The merge request whose merge made the commit. */
function mergedBy(store: Store, project: Project, { sha, parent_ids }: Commit): MergeRequest | undefined {
  const all = store.of(mergeRequestTable).where("project", project.id);
  return all.find((one) => (parent_ids.length > 1 ? one.merge_commit_sha : one.squash_commit_sha) === sha);
}

function refused({ params }: Context, { verb, done }: Change, error_code: string): HttpError {
  const message =
    `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${done}, ` +
    "or a more recent commit may have updated some of its content.";
  return new HttpError(400, { message, error_code, ...(params.flag("dry_run") === true ? { dry_run: "error" } : {}) });
}
