import { LEVEL, requireLevel } from "../../core/access.js";
import type { Context, Handler, PlatformState } from "../../core/context.js";
import { LARGEST, parseWorkingTime, renderWorkingTime } from "../../core/durations.js";
import { HttpError, invalid, notAllowed, notFound, unauthorized } from "../../core/errors.js";
import { changesBetween, commitWith, commitsBetween, mergeBase } from "../../core/git/history.js";
import { type FilePatch, patchHeader, patchText, withRenames } from "../../core/git/patch.js";
import type { Json } from "../../core/json.js";
import { page } from "../../core/pages.js";
import { presentUser } from "../../core/people.js";
import { type Reply, accepted, acted, created, noContent, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { presentCommit, presentPatch } from "../commits/present.js";
import { addSystemNote } from "../discussions/text.js";
import { type MergeRequestVersion, startForMergeRequest, versionsOf } from "../events/follow.js";
import { numbered } from "../issue-links/records.js";
import { presentIssue } from "../issues/present.js";
import { presentListed, presentWhole } from "../pipelines/present.js";
import { type Pipeline, pipelineTable } from "../pipelines/records.js";
import { mayUpdateBranch } from "../projects/protection.js";
import { rawReply } from "../repository/archive.js";
import { mergeRequestItem, notesOf, participants, setSubscribed, subscribed } from "../work-items/noteables.js";
import { presentTimeStats, presentUsers } from "../work-items/present.js";
import { type Issue, type MergeRequest, mergeRequestTable } from "../work-items/records.js";
import { closingText, issuesNamed } from "../work-items/references.js";
import { seesIssue, sightOf } from "../work-items/visibility.js";
import { cancelMerge } from "./auto-merge.js";
import { closedByMerge, isExternal, presentExternalIssue, requireEditor } from "./fields.js";
import { listGroupMergeRequests, listMergeRequests, listProjectMergeRequests } from "./lists.js";
import { type FoundMergeRequest, commitsOf, findMergeRequest, startOf } from "./lookup.js";
import { recheckLater, recheckMergeStatuses } from "./mergeability.js";
import { presentMergeRequest } from "./present.js";
import { mergeRef, rebaseMergeRequest, startRebase } from "./rebase.js";
import { accept, present } from "./records.js";
import { mergeRequestSeed } from "./seed.js";
import { createMergeRequest, deleteMergeRequest, updateMergeRequest } from "./writes.js";

const at = "/projects/{id}/merge_requests/{merge_request_iid}";

const OF_ONE = { parameters: { merge_request_iid: { type: "integer" } } } as const;

type Times = Partial<Pick<MergeRequest, "time_estimate" | "total_time_spent">>;

const parameters = numbered("merge_request_iid");

/**
 * Merge requests: reading them (document 3, Merge requests), and beyond the documents creating, changing and deleting them.
 *
 * What is done to a merge request (document 3, Merge requests, and its state table; messages and order of the checks from real servers).
 *
 * Who works on merge requests, and for how long.
 *
 * What merge requests bring: commits, files and pipelines.
 *
 * What a merge request was after each push to its source branch, and the issues that it names.
 */
export default {
  operations: {
    "GET /merge_requests": listMergeRequests,
    "GET /projects/{id}/merge_requests": listProjectMergeRequests,
    "GET /groups/{id}/merge_requests": listGroupMergeRequests,
    "GET /projects/{id}/merge_requests/{merge_request_iid}": (context) => {
      const { mergeRequest } = findMergeRequest(context);
      if (mergeRequest.merge_status === "unchecked") recheckLater(context, [mergeRequest.id]);
      return ok(presentMergeRequest(context, mergeRequest, { single: true }));
    },
    "POST /projects/{id}/merge_requests": (context) =>
      created(presentMergeRequest(context, createMergeRequest(context), { single: true })),
    "PUT /projects/{id}/merge_requests/{merge_request_iid}": (context) =>
      ok(presentMergeRequest(context, updateMergeRequest(context, findMergeRequest(context)), { single: true })),
    "DELETE /projects/{id}/merge_requests/{merge_request_iid}": (context) => {
      deleteMergeRequest(context, findMergeRequest(context));
      return noContent();
    },
    "PUT /projects/{id}/merge_requests/{merge_request_iid}/merge": (context) => accept(context, findMergeRequest(context)),
    "GET /projects/{id}/merge_requests/{merge_request_iid}/merge_ref": (context) => {
      const { project, mergeRequest, user } = findMergeRequest(context);
      return ok({ commit_id: mergeRef(context, project, mergeRequest, user) });
    },
    "POST /projects/{id}/merge_requests/{merge_request_iid}/cancel_merge_when_pipeline_succeeds": (context) => {
      const { project, mergeRequest, user } = findMergeRequest(context);
      const mayMerge = mayUpdateBranch(context.store, user, project, mergeRequest.target_branch);
      if (project.archived || (!mayMerge && mergeRequest.author_id !== user.id)) throw unauthorized();
      if (mergeRequest.state === "merged" || mergeRequest.state === "closed") throw notAllowed();
      if (!mergeRequest.merge_when_pipeline_succeeds) throw new HttpError(406, { message: "Can't cancel the automatic merge" });
      const open = cancelMerge(context, mergeRequest);
      return context.instance.dialect === "vendor" ? created({ status: "success" }) : ok(present(context, open));
    },
    "PUT /projects/{id}/merge_requests/{merge_request_iid}/rebase": (context) => startRebase(context, findMergeRequest(context)),
    "GET /projects/{id}/merge_requests/{merge_request_iid}/closes_issues": (context) => {
      const { project, mergeRequest, user } = findMergeRequest(context);
      return page(closedByMerge(context, project, mergeRequest, user), context, (issue) =>
        isExternal(issue) ? presentExternalIssue(issue) : presentIssue(context, issue, { place: project }),
      );
    },
    "POST /projects/{id}/merge_requests/{merge_request_iid}/subscribe": (context) => subscribe(context, true),
    "POST /projects/{id}/merge_requests/{merge_request_iid}/unsubscribe": (context) => subscribe(context, false),
    [`GET ${at}/participants`]: {
      ...OF_ONE,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        return page(participants(context.store, mergeRequestItem(mergeRequest)), context, (user) => presentUser(context, user));
      },
    },
    [`GET ${at}/reviewers`]: {
      ...OF_ONE,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        return page(mergeRequest.reviewer_ids, context, (id) => presentReviewer(context, mergeRequest, id));
      },
    },
    [`PUT ${at}/reset_approvals`]: {
      ...OF_ONE,
      handler: (context) => {
        const { mergeRequest, user } = findMergeRequest(context);
        if (user.bot !== "project_bot") throw unauthorized();
        context.store.of(mergeRequestTable).update(mergeRequest.id, { approvals: [] });
        return accepted();
      },
    },
    [`GET ${at}/time_stats`]: { ...OF_ONE, handler: (context) => ok(presentTimeStats(findMergeRequest(context).mergeRequest)) },
    [`POST ${at}/time_estimate`]: {
      ...OF_ONE,
      handler: tracked((context) => {
        const time_estimate = parseWorkingTime(context.params.requiredText("duration"));
        if (time_estimate === undefined || time_estimate < 0)
          throw invalid({ time_estimate: ["must have a valid format and be greater than or equal to zero."] });
        return [{ time_estimate }, `changed time estimate to ${renderWorkingTime(time_estimate) ?? "0h"}`];
      }),
    },
    [`POST ${at}/reset_time_estimate`]: { ...OF_ONE, handler: tracked(() => [{ time_estimate: 0 }, "removed time estimate"]) },
    [`POST ${at}/add_spent_time`]: { ...OF_ONE, handler: tracked(spent, true) },
    [`POST ${at}/reset_spent_time`]: { ...OF_ONE, handler: tracked(() => [{ total_time_spent: 0 }, "removed time spent"]) },
    [`GET ${at}/commits`]: {
      ...OF_ONE,
      handler: (context) => {
        const { mergeRequest, project } = findMergeRequest(context);
        return page(commitsOf(context.store, mergeRequest).toReversed(), context, (commit) =>
          presentCommit(context, project, commit, true),
        );
      },
    },
    [`GET ${at}/changes`]: {
      ...OF_ONE,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        const changes = patchesIn(context, mergeRequest).map((patch) => presentedPatch(context, patch));
        return ok({ ...presentMergeRequest(context, mergeRequest, { single: true }), changes, overflow: false });
      },
    },
    [`GET ${at}/diffs`]: {
      ...OF_ONE,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        return page(patchesIn(context, mergeRequest), context, (patch) => presentedPatch(context, patch));
      },
    },
    [`GET ${at}/raw_diffs`]: {
      ...OF_ONE,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        const texts = patchesIn(context, mergeRequest).map((patch) => {
          const text = patchText(context.store, patch) ?? "";
          return patchHeader(patch, text) + text;
        });
        return rawReply(Buffer.from(texts.join("")));
      },
    },
    [`GET ${at}/pipelines`]: {
      ...OF_ONE,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        return page(pipelinesOf(context, mergeRequest), context, (pipeline) => presentListed(context, pipeline));
      },
    },
    [`POST ${at}/pipelines`]: {
      ...OF_ONE,
      handler: (context) => {
        const found = findMergeRequest(context);
        requireEditor(context, found);
        const { project, mergeRequest, user } = found;
        const source = context.store.projects.get(mergeRequest.source_project_id) ?? project;
        return created(presentWhole(context, startForMergeRequest(context, source, mergeRequest, user)));
      },
    },
    [`GET ${at}/versions`]: {
      parameters,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        return page(versionsOf(context, mergeRequest), context, (version) => presentVersion(version));
      },
    },
    [`GET ${at}/versions/{version_id}`]: {
      parameters,
      handler: (context) => {
        const found = findMergeRequest(context);
        const id = context.params.requiredText("version_id");
        const version = versionsOf(context, found.mergeRequest).find((one) => String(one.id) === id);
        if (version === undefined) throw notFound();
        return ok({ ...presentVersion(version), ...contentOf(context, found, version) });
      },
    },
    [`GET ${at}/related_issues`]: {
      parameters,
      handler: (context) =>
        page(relatedIssues(context, findMergeRequest(context)), context, (issue) => presentIssue(context, issue)),
    },
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

/** Time is tracked by Reporters and up; a note of the platform says what changed. */
function tracked(change: (context: Context, mergeRequest: MergeRequest) => [Times, string], isNew = false): Handler {
  return (context) => {
    const { project, mergeRequest } = findMergeRequest(context);
    const user = requireLevel(context, project, LEVEL.reporter);
    const [times, text] = change(context, mergeRequest);
    addSystemNote(context.store, { kind: "merge_request", id: mergeRequest.id }, user.id, text);
    const updated_at = new Date().toISOString();
    const stats = presentTimeStats(context.store.of(mergeRequestTable).update(mergeRequest.id, { ...times, updated_at }));
    return isNew ? acted(context, stats) : ok(stats);
  };
}

/** A duration that begins with a minus takes time back, but never more than was spent. */
function spent({ params }: Context, mergeRequest: MergeRequest): [Times, string] {
  const seconds = parseWorkingTime(params.requiredText("duration"));
  if (seconds === undefined) throw invalid({ time_spent: ["must have a valid format"] });
  const total_time_spent = mergeRequest.total_time_spent + seconds;
  if (total_time_spent < 0) throw invalid({ base: ["Time to subtract exceeds the total time spent"] });
  if (total_time_spent > LARGEST) throw invalid({ base: ["Total time spent is out of range"] });
  const text = `${seconds < 0 ? "subtracted" : "added"} ${renderWorkingTime(Math.abs(seconds)) ?? "0h"} of time spent`;
  return [{ total_time_spent }, text];
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
  const { store, params } = context;
  const { start_sha, base_sha, head_sha } = version;
  if (start_sha === null || commitWith(store, project.id, head_sha) === undefined) return { commits: [], diffs: [] };
  const patches = withRenames(store, changesBetween(store, project.id, base_sha ?? undefined, head_sha));
  return {
    commits: commitsBetween(store, project.id, start_sha, head_sha)
      .toReversed()
      .map((commit) => presentCommit(context, project, commit)),
    diffs: patches.map((patch) => presentPatch(store, patch, params.flag("unidiff") === true)),
  };
}

/** Issues that its texts, its commits and the comments on it name, as far as the caller sees them. */
function relatedIssues(context: Context, { project, mergeRequest, user }: FoundMergeRequest): Issue[] {
  const { store } = context;
  const notes = notesOf(store, { kind: "merge_request", id: mergeRequest.id });
  const text = [closingText(context, mergeRequest), ...notes.map(({ body }) => body)].join("\n");
  const sight = sightOf(store, user);
  return issuesNamed(context, project, text).filter((issue) => {
    const home = store.projects.get(issue.project_id);
    return home !== undefined && seesIssue(sight(home), user, issue);
  });
}
