import type { Context } from "../context.js";
import { badParameters, notFound } from "../errors.js";
import { historyOf, isBefore } from "../git/history.js";
import { logOf } from "../git/log.js";
import type { JsonObject } from "../json.js";
import { commitsOf } from "../merge-request-commits.js";
import { page } from "../pages.js";
import type { Project } from "../records.js";
import { branchTable, tagTable } from "../records/repository.js";
import type { Commit } from "../records/repository.js";
import { mergeRequestTable } from "../records/work-items.js";
import { created, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import { resolveRef } from "../repository.js";
import type { Resource } from "../resource.js";
import { textOf } from "../row/text.js";
import { mergeRequestPage } from "../sections/merge-requests/lists.js";
import { defaultBranch, findCode, findCommit, requirePush } from "./repository/access.js";
import type { FileAction } from "./repository/actions.js";
import { commitFiles, startProject } from "./repository/commit-files.js";
import { patchesOf, presentCommit, presentDetails, presentPatch, statsOf } from "./repository/entity.js";
import { withoutTotal } from "./repository/pages.js";

const at = "/projects/{id}/repository/commits";
const reading = { role: "anyone", scopes: ["read_repository"] } as const;

/** Commits of repositories. */
export default {
  operations: {
    [`GET ${at}`]: { ...reading, handler: list },
    [`POST ${at}`]: create,
    [`GET ${at}/{sha}`]: {
      ...reading,
      jobToken: true,
      handler: (context) => {
        const project = findCode(context);
        return ok(presentDetails(context, project, findCommit(context, project), context.params.flag("stats") !== false));
      },
    },
    [`GET ${at}/{sha}/diff`]: {
      ...reading,
      handler: (context) => {
        const commit = findCommit(context, findCode(context));
        const unidiff = context.params.flag("unidiff") === true;
        return page(patchesOf(context.store, commit), context, (patch) => presentPatch(context.store, patch, unidiff));
      },
    },
    [`GET ${at}/{sha}/refs`]: { ...reading, handler: refs },
    [`GET ${at}/{sha}/sequence`]: {
      ...reading,
      handler: (context) => {
        const commit = findCommit(context, findCode(context));
        const firstParent = context.params.flag("first_parent") === true;
        return ok({ count: [...logOf(context.store, [commit], { firstParent })].length });
      },
    },
    // No commit here is signed: whoever signs does it before the push.
    [`GET ${at}/{sha}/signature`]: {
      ...reading,
      handler: (context) => {
        findCommit(context, findCode(context));
        throw notFound("Signature");
      },
    },
    [`GET ${at}/{sha}/merge_requests`]: { ...reading, role: "user", jobToken: true, handler: mergeRequests },
  },
} satisfies Resource;

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

const ACTIONS: readonly string[] = ["create", "update", "delete", "move", "chmod"] satisfies FileAction["action"][];

const isAction = (name: string): name is FileAction["action"] => ACTIONS.includes(name);

function actionOf(sent: JsonObject): FileAction & { readonly last_commit_id?: string | undefined } {
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
function refs(context: Context): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const commit = findCommit(context, project);
  const type = params.text("type") ?? "all";
  const found = [
    ...(type === "tag"
      ? []
      : store
          .of(branchTable)
          .where("project", project.id)
          .map((branch) => ({ type: "branch", ...branch }))),
    ...(type === "branch"
      ? []
      : store
          .of(tagTable)
          .where("project", project.id)
          .map((tag) => ({ type: "tag", ...tag }))),
  ].filter(({ sha }) => isBefore(store, project.id, commit.sha, sha));
  return withoutTotal(page(found, context, (ref) => ({ type: ref.type, name: ref.name })));
}

/** Merge requests that bring, or brought, the commit. */
function mergeRequests(context: Context): Reply {
  const { store } = context;
  const project = findCode(context);
  const commit = findCommit(context, project);
  const state = context.params.text("state") ?? "all";
  const all = store.of(mergeRequestTable).where("project", project.id);
  const found = all.filter((one) => {
    if (state !== "all" && state !== one.state) return false;
    return commitsOf(store, one).some(({ sha }) => sha === commit.sha);
  });
  return mergeRequestPage(context, found, project);
}
