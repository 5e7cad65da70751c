import { withId } from "../../core/access.js";
import { type Context, type PlatformState, page } from "../../core/context.js";
import { changesBetween, commitWith, commitsBetween, mergeBase } from "../../core/git/history.js";
import { type FilePatch, patchHeader, patchText, withRenames } from "../../core/git/patch.js";
import { presentUser } from "../../core/people.js";
import type { Json } from "../../core/records.js";
import { HttpError, type Reply, accepted, acted, created, noContent, notAllowed, ok, unauthorized } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { presentCommit, presentPatch } from "../commits/present.js";
import { type MergeRequestVersion, startForMergeRequest, versionsOf } from "../events/follow.js";
import { numbered } from "../issue-links/records.js";
import { presentIssue } from "../issues/present.js";
import { presentListed, presentWhole } from "../pipelines/present.js";
import { type Pipeline, pipelineTable } from "../pipelines/records.js";
import { mayUpdateBranch } from "../projects/protection.js";
import { rawReply } from "../repository/archive.js";
import { mergeRequestItem, notesOf, participants, setSubscribed, subscribed } from "../work-items/noteables.js";
import { presentUsers } from "../work-items/present.js";
import { type Issue, type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { closingText, issuesNamed } from "../work-items/references.js";
import { timeHandlers } from "../work-items/time.js";
import { seenIssues } from "../work-items/visibility.js";
import { cancelMerge } from "./auto-merge.js";
import { closedByMerge, isExternal, requireEditor } from "./fields.js";
import { listGroupMergeRequests, listMergeRequests, listProjectMergeRequests } from "./lists.js";
import { type FoundMergeRequest, commitsOf, findMergeRequest, startOf, withMergeRequest } from "./lookup.js";
import { recheckLater, recheckMergeStatuses } from "./mergeability.js";
import { mergeRef, rebaseMergeRequest, startRebase } from "./rebase.js";
import { accept, present } from "./records.js";
import { mergeRequestSeed } from "./seed.js";
import { createMergeRequest, deleteMergeRequest, updateMergeRequest } from "./writes.js";

const at = "/projects/{id}/merge_requests/{merge_request_iid}";

const parameters = numbered("merge_request_iid");

/** As `withMergeRequest`, of what the API description does not have. */
const onOne = (handle: Parameters<typeof withMergeRequest>[0]): OperationDeclaration => ({
  parameters,
  handler: withMergeRequest(handle),
});

const timeOperations = timeHandlers(at, (context) => {
  const { mergeRequest, project } = findMergeRequest(context);
  return { item: mergeRequest, project };
});

/**
 * Merge requests: reading them (document 3, Merge requests), and beyond the documents creating, changing and deleting them. Also what is done to them
 * (the same, and its state table; messages and order of the checks from real servers), who works on them, and for how long. They bring commits, files
 * and pipelines, are kept as they were after each push, and name issues.
 */
export default {
  operations: {
    "GET /merge_requests": listMergeRequests,
    "GET /projects/{id}/merge_requests": listProjectMergeRequests,
    "GET /groups/{id}/merge_requests": listGroupMergeRequests,
    [`GET ${at}`]: withMergeRequest((context, { mergeRequest }) => {
      if (mergeRequest.merge_status === "unchecked") recheckLater(context, [mergeRequest.id]);
      return ok(present(context, mergeRequest));
    }),
    "POST /projects/{id}/merge_requests": (context) => created(present(context, createMergeRequest(context))),
    [`PUT ${at}`]: withMergeRequest((context, hit) => ok(present(context, updateMergeRequest(context, hit)))),
    [`DELETE ${at}`]: withMergeRequest((context, hit) => {
      deleteMergeRequest(context, hit);
      return noContent();
    }),
    [`PUT ${at}/merge`]: withMergeRequest(accept),
    [`GET ${at}/merge_ref`]: withMergeRequest((context, hit) => ok({ commit_id: mergeRef(context, hit) })),
    [`POST ${at}/cancel_merge_when_pipeline_succeeds`]: withMergeRequest((context, { project, mergeRequest, user }) => {
      const mayMerge = mayUpdateBranch(context.store, user, project, mergeRequest.target_branch);
      if (project.archived || (!mayMerge && mergeRequest.author_id !== user.id)) throw unauthorized();
      if (mergeRequest.state === "merged" || mergeRequest.state === "closed") throw notAllowed();
      if (!mergeRequest.merge_when_pipeline_succeeds) throw new HttpError(406, { message: "Can't cancel the automatic merge" });
      const open = cancelMerge(context, mergeRequest);
      return context.instance.dialect === "vendor" ? created({ status: "success" }) : ok(present(context, open));
    }),
    [`PUT ${at}/rebase`]: withMergeRequest(startRebase),
    [`GET ${at}/closes_issues`]: withMergeRequest((context, hit) =>
      page(closedByMerge(context, hit), context, (issue) =>
        isExternal(issue) ? issue : presentIssue(context, issue, { place: hit.project }),
      ),
    ),
    [`POST ${at}/subscribe`]: (context) => subscribe(context, true),
    [`POST ${at}/unsubscribe`]: (context) => subscribe(context, false),
    [`GET ${at}/participants`]: onOne((context, { mergeRequest }) =>
      page(participants(context.store, mergeRequestItem(mergeRequest)), context, (user) => presentUser(context, user)),
    ),
    [`GET ${at}/reviewers`]: onOne((context, { mergeRequest }) =>
      page(mergeRequest.reviewer_ids, context, (id) => presentReviewer(context, mergeRequest, id)),
    ),
    [`PUT ${at}/reset_approvals`]: onOne((context, { mergeRequest, user }) => {
      if (user.bot !== "project_bot") throw unauthorized();
      context.store.of(mergeRequestTable).update(mergeRequest.id, { approvals: [] });
      return accepted();
    }),
    ...Object.fromEntries(Object.entries(timeOperations).map(([name, handler]) => [name, { parameters, handler }])),
    [`GET ${at}/commits`]: onOne((context, { mergeRequest, project }) =>
      page(commitsOf(context.store, mergeRequest).toReversed(), context, (commit) =>
        presentCommit(context, project, commit, true),
      ),
    ),
    [`GET ${at}/changes`]: onOne((context, { mergeRequest }) => {
      const changes = patchesIn(context, mergeRequest).map((patch) => presentedPatch(context, patch));
      return ok({ ...present(context, mergeRequest), changes, overflow: false });
    }),
    [`GET ${at}/diffs`]: onOne((context, { mergeRequest }) =>
      page(patchesIn(context, mergeRequest), context, (patch) => presentedPatch(context, patch)),
    ),
    [`GET ${at}/raw_diffs`]: onOne((context, { mergeRequest }) => {
      const texts = patchesIn(context, mergeRequest).map((patch) => {
        const text = patchText(context.store, patch) ?? "";
        return patchHeader(patch, text) + text;
      });
      return rawReply(Buffer.from(texts.join("")));
    }),
    [`GET ${at}/pipelines`]: onOne((context, { mergeRequest }) =>
      page(pipelinesOf(context, mergeRequest), context, (pipeline) => presentListed(context, pipeline)),
    ),
    [`POST ${at}/pipelines`]: onOne((context, hit) => {
      requireEditor(context, hit);
      const { project, mergeRequest, user } = hit;
      const source = context.store.projects.get(mergeRequest.source_project_id) ?? project;
      return created(presentWhole(context, startForMergeRequest(context, source, mergeRequest, user)));
    }),
    [`GET ${at}/versions`]: onOne((context, { mergeRequest }) =>
      page(versionsOf(context, mergeRequest), context, (version) => presentVersion(version)),
    ),
    [`GET ${at}/versions/{version_id}`]: onOne((context, hit) => {
      const version = withId(context, versionsOf(context, hit.mergeRequest), "version_id");
      return ok({ ...presentVersion(version), ...contentOf(context, hit, version) });
    }),
    [`GET ${at}/related_issues`]: onOne((context, hit) =>
      page(relatedIssues(context, hit), context, (issue) => presentIssue(context, issue)),
    ),
  },
  work: { recheckMergeStatuses, rebaseMergeRequest },
  seeds: [mergeRequestSeed],
} satisfies Resource;

/** 304 without a body when nothing changes (document 1, Errors). */
function subscribe(context: Context, wanted: boolean): Reply {
  const { mergeRequest, user } = findMergeRequest(context);
  const item = mergeRequestItem(mergeRequest);
  if (subscribed(context.store, item, user) === wanted) return { status: 304 };
  setSubscribed(context.store, item.noteable, user, wanted);
  return acted(context, present(context, mergeRequest));
}

/** When somebody was asked to review is not kept. */
function presentReviewer(context: Context, { approvals }: MergeRequest, id: number): Json {
  const state = approvals.some(({ user_id }) => user_id === id) ? "approved" : "unreviewed";
  return { user: presentUsers(context, [id])[0] ?? null, state, created_at: null };
}

/** The files that differ between where the source branch left the target and its head. */
function patchesIn({ store }: PlatformState, mergeRequest: MergeRequest): FilePatch[] {
  const start = startOf(store, mergeRequest);
  if (start === undefined) return [];
  const base = mergeBase(store, mergeRequest.project_id, start, mergeRequest.sha);
  return withRenames(store, changesBetween(store, mergeRequest.project_id, base?.sha, mergeRequest.sha));
}

function presentedPatch({ store, params }: Context, patch: FilePatch): ReturnType<typeof presentPatch> {
  return presentPatch(store, patch, params.flag("unidiff") === true);
}

/** Pipelines of its commits, the newest first. */
function pipelinesOf({ store }: PlatformState, mergeRequest: MergeRequest): Pipeline[] {
  const hashes = new Set([mergeRequest.sha, ...commitsOf(store, mergeRequest).map(({ sha }) => sha)]);
  const { source_project_id, source_branch, iid } = mergeRequest;
  const refs = [source_branch, `refs/merge-requests/${iid}/head`];
  return store
    .of(pipelineTable)
    .where("project", source_project_id)
    .filter((pipeline) => hashes.has(pipeline.sha) && refs.includes(pipeline.ref) && pipeline.bridge_id === null)
    .toReversed();
}

function presentVersion(version: MergeRequestVersion): Record<string, Json> {
  const { id, head_sha, base_sha, start_sha, created_at, home } = version;
  return {
    id,
    head_commit_sha: head_sha,
    base_commit_sha: base_sha,
    start_commit_sha: start_sha,
    created_at,
    merge_request_id: home.id,
    state: head_sha === start_sha ? "empty" : "collected",
    real_size: String(version.files),
    patch_id_sha: null,
  };
}

/** Commits and files of a version, the newest commit first. */
function contentOf(context: Context, { project }: FoundMergeRequest, version: MergeRequestVersion): Record<string, Json> {
  const { store } = context;
  const { start_sha, base_sha, head_sha } = version;
  if (start_sha === null || commitWith(store, project.id, head_sha) === undefined) return { commits: [], diffs: [] };
  const patches = withRenames(store, changesBetween(store, project.id, base_sha ?? undefined, head_sha));
  return {
    commits: commitsBetween(store, project.id, start_sha, head_sha)
      .toReversed()
      .map((commit) => presentCommit(context, project, commit)),
    diffs: patches.map((patch) => presentedPatch(context, patch)),
  };
}

/** Issues that its texts, its commits and the comments on it name, as far as the caller sees them. */
function relatedIssues(context: Context, { project, mergeRequest, user }: FoundMergeRequest): Issue[] {
  const { store } = context;
  const notes = notesOf(store, { kind: "merge_request", id: mergeRequest.id });
  const text = [closingText(context, mergeRequest), ...notes.map(({ body }) => body)].join("\n");
  return seenIssues({ store, user }, issuesNamed(context, project, text));
}
