import { LEVEL, accessLevel, findGroup, findProject, requireUser } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { GroupOrProject, Project, User } from "../../core/records.js";
import { notFound } from "../../core/replies.js";
import { seesEpic } from "../epics/lists.js";
import { findIssue } from "../issues/lookup.js";
import { findMergeRequest } from "../merge-requests/lookup.js";
import { isAvailable } from "../projects/attributes.js";
import { finishTodos } from "../todos/records.js";
import { type Issue, type MergeRequest, type Noteable, epicTable, snippetTable } from "../work-items/records.js";
import { type Commands, commandsOn } from "./quick-actions.js";

/** A thing that a request discusses. */
export interface Discussed {
  readonly noteable: Noteable;
  /** The project or group that it lies in. */
  readonly parent: GroupOrProject;
  /** Shown as `noteable_iid`; null where real servers show none. */
  readonly iid: number | null;
  readonly author_id: number;
  /** Only members may speak. */
  readonly isLocked: boolean;
}

/** A kind of thing that can be discussed; all of them behave alike but for this. */
export interface Kind {
  /** Path of one of them. */
  readonly path: string;
  /** `noteable_type` in each dialect. */
  readonly type: { readonly neutral: string; readonly vendor: string };
  /** Whether real servers let a single comment be replied to. */
  readonly hasReplies: boolean;
  /** The thing that the path names. Throws 404 when it is missing or the caller may not see it. */
  readonly find: (context: Context) => Discussed;
  /** What a new comment does beside being said, for kinds that have quick actions. */
  readonly onComment?: (context: Context, user: User, body: string) => Commands;
}

/** The noteable kinds of document 3, Discussions. */
export const KINDS: Readonly<Record<Noteable["kind"], Kind>> = {
  issue: workItemKind("issue", { neutral: "Issue", vendor: "Issue" }, (context) => {
    const { issue, project } = findIssue(context);
    return { item: issue, project };
  }),
  snippet: {
    path: "/projects/{id}/snippets/{snippet_id}",
    type: { neutral: "Snippet", vendor: "Snippet" },
    hasReplies: false,
    find: findSnippet,
  },
  epic: {
    path: "/groups/{id}/epics/{epic_id}",
    type: { neutral: "Epic", vendor: "Epic" },
    hasReplies: true,
    find: findEpic,
  },
  merge_request: workItemKind("merge_request", { neutral: "Merge request", vendor: "MergeRequest" }, (context) => {
    const { mergeRequest, project } = findMergeRequest(context);
    return { item: mergeRequest, project };
  }),
};

/** Issues and merge requests: they have quick actions, and their discussions can be locked. */
function workItemKind(
  kind: "issue" | "merge_request",
  type: Kind["type"],
  find: (context: Context) => { readonly item: Issue | MergeRequest; readonly project: Project },
): Kind {
  return {
    path: `/projects/{id}/${kind}s/{${kind}_iid}`,
    type,
    hasReplies: true,
    find: (context) => {
      const { item, project: parent } = find(context);
      const { id, iid, author_id, discussion_locked } = item;
      return { noteable: { kind, id }, parent, iid, author_id, isLocked: discussion_locked === true };
    },
    onComment: (context, user, body) => {
      finishTodos(context.store, { kind, id: find(context).item.id }, user);
      return commandsOn(context, user, kind, body);
    },
  };
}

/** Snippets follow their access level in the project; a private one is for the project's members and its author. */
function findSnippet(context: Context): Discussed {
  const { store, params } = context;
  const parent = findProject(context);
  const snippet = store.of(snippetTable).get(params.requiredNumber("snippet_id"));
  const user = requireUser(context);
  const isMember = user.is_admin || accessLevel(store, user, parent) > LEVEL.none;
  const isHidden = snippet?.visibility === "private" && snippet.author_id !== user.id && !isMember;
  if (snippet?.project_id !== parent.id || isHidden || !isAvailable(parent, "snippets_access_level", isMember))
    throw notFound("Snippet");
  return { noteable: { kind: "snippet", id: snippet.id }, parent, iid: null, author_id: snippet.author_id, isLocked: false };
}

/** A confidential epic is for Reporters of its group and its author. */
function findEpic(context: Context): Discussed {
  const { store, params } = context;
  const parent = findGroup(context);
  const epic = store.of(epicTable).get(params.requiredNumber("epic_id"));
  requireUser(context);
  if (epic?.group_id !== parent.id || !seesEpic(context, epic)) throw notFound("Epic");
  return { noteable: { kind: "epic", id: epic.id }, parent, iid: null, author_id: epic.author_id, isLocked: false };
}
