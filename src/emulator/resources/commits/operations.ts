import { textOf } from "../../core/collection/homes.js";
import { type Context, type Handler, page } from "../../core/context.js";
import { historyOf, isBefore, startingTree } from "../../core/git/history.js";
import { logOf } from "../../core/git/log.js";
import { type Commit, branchTable, tagTable } from "../../core/git/records.js";
import { differences } from "../../core/git/trees.js";
import type { JsonObject, Project, User } from "../../core/records.js";
import { HttpError, type Reply, badParameters, created, notFound, ok, orNotFound } from "../../core/replies.js";
import { branchNamed, insertCommit, replayedTree, resolveRef } from "../../core/repository.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import type { Store } from "../../core/store.js";
import { mergeRequestPage } from "../merge-requests/lists.js";
import { commitsOf } from "../merge-requests/lookup.js";
import { checkPushRules } from "../push-rules/records.js";
import { defaultBranch, findCode, findCommit, reading, requirePush, withoutTotal } from "../repository/access.js";
import { type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { patchesOf, presentCommit, presentDetails, presentPatch, statsOf } from "./present.js";
import { type FileAction, commitFiles, pushBranch, startProject } from "./write.js";

const at = "/projects/{id}/repository/commits";

const ACTIONS: readonly string[] = ["create", "update", "delete", "move", "chmod"] satisfies FileAction["action"][];

const isAction = (name: string): name is FileAction["action"] => ACTIONS.includes(name);

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

/** Commits of repositories. They may be taken over to another branch, or taken back. */
export default {
  operations: {
    [`GET ${at}`]: { ...reading, handler: list },
    [`POST ${at}`]: create,
    [`GET ${at}/{sha}`]: {
      ...ofCommit((context, project, commit) =>
        ok(presentDetails(context, project, commit, context.params.flag("stats") !== false)),
      ),
      jobToken: true,
    },
    [`GET ${at}/{sha}/diff`]: ofCommit((context, _, commit) => {
      const unidiff = context.params.flag("unidiff") === true;
      return page(patchesOf(context.store, commit), context, (patch) => presentPatch(context.store, patch, unidiff));
    }),
    [`GET ${at}/{sha}/refs`]: ofCommit(refs),
    [`GET ${at}/{sha}/sequence`]: ofCommit(({ store, params }, _, commit) => {
      const firstParent = params.flag("first_parent") === true;
      return ok({ count: [...logOf(store, [commit], { firstParent })].length });
    }),
    // No commit here is signed: whoever signs does it before the push.
    [`GET ${at}/{sha}/signature`]: ofCommit(() => {
      throw notFound("Signature");
    }),
    [`GET ${at}/{sha}/merge_requests`]: { ...ofCommit(mergeRequests), role: "user", jobToken: true },
    [`POST ${at}/{sha}/cherry_pick`]: (context) => change(context, PICK),
    [`POST ${at}/{sha}/revert`]: (context) => change(context, REVERT),
  },
} satisfies Resource;

/** An operation that tells of the commit that its path names. */
function ofCommit(tell: (context: Context, project: Project, commit: Commit) => Reply): OperationDeclaration {
  const handler: Handler = (context) => {
    const project = findCode(context);
    return tell(context, project, findCommit(context, project));
  };
  return { ...reading, handler };
}

function list(context: Context): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const [since, until] = [timeOf(context, "since", -Infinity), timeOf(context, "until", Infinity)];
  const author = params.text("author") ?? "";
  const options = {
    path: params.text("path")?.replace(/\/$/, ""),
    firstParent: params.flag("first_parent") === true,
    topo: params.text("order") === "topo",
  };
  const hidden = hiddenFrom(context, project);
  const wanted = [...logOf(store, startsOf(context, project), options)].filter((commit) => {
    const time = Date.parse(commit.committed_date);
    return (
      !hidden.has(commit.sha) &&
      time >= since &&
      time <= until &&
      `${commit.author_name} <${commit.author_email}>`.includes(author)
    );
  });
  return withoutTotal(
    page(wanted, context, (commit) => ({
      ...presentCommit(context, project, commit, params.flag("trailers") === true),
      ...(params.flag("with_stats") === true ? { stats: statsOf(store, commit) } : {}),
    })),
  );
}

/** Where the list begins: at a branch, tag or hash, at two of them (`one..other` has what the second alone has), or with `all` at every branch and tag. */
function startsOf({ store, params }: Context, project: Project): Commit[] {
  if (params.flag("all") === true) {
    const heads = [...store.of(branchTable).where("project", project.id), ...store.of(tagTable).where("project", project.id)];
    return heads.flatMap(({ sha }) => resolveRef(store, project.id, sha) ?? []);
  }
  const ref = params.text("ref_name") ?? "";
  const [, , last] = rangeOf(ref);
  const start = resolveRef(store, project.id, ref === "" ? (defaultBranch(project) ?? "") : (last ?? ref));
  return start === undefined ? [] : [start];
}

/** `one..other` of the parameter, in its parts. */
function rangeOf(ref: string): readonly (string | undefined)[] {
  return /^(.+?)\.\.(.+)$/.exec(ref) ?? [];
}

/** Commits that the list leaves out: with `one..other` those that the first has. */
function hiddenFrom({ store, params }: Context, project: Project): ReadonlySet<string> {
  const [, first] = rangeOf(params.text("ref_name") ?? "");
  const start = first === undefined ? undefined : resolveRef(store, project.id, first);
  return start === undefined ? new Set() : historyOf(store, project.id, start.sha);
}

function timeOf({ params }: Context, name: string, preset: number): number {
  const text = params.text(name);
  if (text === undefined || text === "") return preset;
  const time = Date.parse(text.replace(" ", "+"));
  if (Number.isNaN(time)) throw badParameters(`${name} is invalid`);
  return time;
}

function create(context: Context): Reply {
  const { params } = context;
  const project = findCode(context);
  const from = startProject(context, project);
  const branch = params.requiredText("branch");
  const user = requirePush(context, project, branch);
  const start_branch = params.text("start_branch");
  const start_sha = params.text("start_sha");
  if (start_branch !== undefined && start_sha !== undefined)
    throw badParameters("start_branch, start_sha are mutually exclusive");
  const commit = commitFiles(context, project, user, {
    branch,
    message: params.requiredText("commit_message"),
    actions: (params.records("actions") ?? []).map(actionOf),
    start_branch,
    start_sha,
    start_project: from,
    force: params.flag("force") === true,
    overtaken: (path) => `The file has changed since you started editing it: ${path}`,
  });
  const row = context.store.projects.get(project.id) ?? project;
  return created(presentDetails(context, row, commit, params.flag("stats") !== false));
}

function actionOf(sent: JsonObject): FileAction {
  const action = textOf(sent["action"]);
  const text = (name: string): string | undefined => {
    const value = sent[name];
    return typeof value === "string" ? value : undefined;
  };
  if (!isAction(action)) throw badParameters("actions[0][action] does not have a valid value");
  if (text("file_path") === undefined) throw badParameters("actions[0][file_path] is missing");
  if (action === "move" && text("previous_path") === undefined) throw badParameters("actions[0][previous_path] is missing");
  if (action === "update" && text("content") === undefined) throw badParameters("actions[0][content] is missing");
  const executable = sent["execute_filemode"];
  if (action === "chmod" && typeof executable !== "boolean") throw badParameters("actions[0][execute_filemode] is missing");
  return {
    action,
    path: text("file_path") ?? "",
    previous_path: text("previous_path"),
    content: text("content"),
    encoding: text("encoding"),
    executable: typeof executable === "boolean" ? executable : undefined,
    last_commit_id: text("last_commit_id"),
  };
}

/** Branches and tags that have the commit. */
function refs(context: Context, project: Project, commit: Commit): Reply {
  const { store, params } = context;
  const type = params.text("type") ?? "all";
  const heads = {
    branch: store.of(branchTable).where("project", project.id),
    tag: store.of(tagTable).where("project", project.id),
  };
  const pointing = (["branch", "tag"] as const)
    .filter((candidate) => type === "all" || type === candidate)
    .flatMap((candidate) => heads[candidate].map(({ name, sha }) => ({ type: candidate, name, sha })))
    .filter(({ sha }) => isBefore(store, project.id, commit.sha, sha));
  return withoutTotal(page(pointing, context, (ref) => ({ type: ref.type, name: ref.name })));
}

/** Merge requests that bring, or brought, the commit. */
function mergeRequests(context: Context, project: Project, commit: Commit): Reply {
  const { store } = context;
  const state = context.params.text("state") ?? "all";
  const all = store.of(mergeRequestTable).where("project", project.id);
  const matchingMergeRequests = all.filter((candidate) => {
    if (state !== "all" && state !== candidate.state) return false;
    return commitsOf(store, candidate).some(({ sha }) => sha === commit.sha);
  });
  return mergeRequestPage(context, matchingMergeRequests, project);
}

function change(context: Context, how: Change): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const branch = params.requiredText("branch");
  const user = requirePush(context, project, branch);
  const commit = findCommit(context, project);
  const head = orNotFound(branchNamed(store, project.id, branch)?.sha, "Branch");
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
  return all.find((row) => (parent_ids.length > 1 ? row.merge_commit_sha : row.squash_commit_sha) === sha);
}

function refused({ params }: Context, { verb, done }: Change, error_code: string): HttpError {
  const message =
    `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${done}, ` +
    "or a more recent commit may have updated some of its content.";
  return new HttpError(400, { message, error_code, ...(params.flag("dry_run") === true ? { dry_run: "error" } : {}) });
}
