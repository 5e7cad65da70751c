import type { Context, PlatformState } from "../context.js";
import { changesBetween } from "../git/commit-trees.js";
import { mergeBase } from "../git/history.js";
import { patchHeader, patchText } from "../git/patch.js";
import type { FilePatch } from "../git/patch.js";
import { withRenames } from "../git/renames.js";
import { commitsOf, startOf } from "../merge-request-commits.js";
import { page } from "../pages.js";
import { pipelineTable } from "../records/delivery.js";
import type { Pipeline } from "../records/delivery.js";
import type { MergeRequest } from "../records/work-items.js";
import { created, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { presentMergeRequest } from "../sections/merge-requests/entity.js";
import { findMergeRequest } from "../sections/merge-requests/lookup.js";
import { requireEditor } from "../sections/merge-requests/rights.js";
import { startForMergeRequest } from "./activity/pipelines.js";
import { presentListed, presentWhole } from "./pipelines/present.js";
import { presentCommit, presentPatch } from "./repository/entity.js";
import { rawReply } from "./repository/raw.js";

const at = "/projects/{id}/merge_requests/{merge_request_iid}";
const one = { parameters: { merge_request_iid: { type: "integer" } } } as const;

/** What merge requests bring: commits, files and pipelines. */
export default {
  operations: {
    [`GET ${at}/commits`]: {
      ...one,
      handler: (context) => {
        const { mergeRequest, project } = findMergeRequest(context);
        return page(commitsOf(context.store, mergeRequest).toReversed(), context, (commit) =>
          presentCommit(context, project, commit, true),
        );
      },
    },
    [`GET ${at}/changes`]: {
      ...one,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        const changes = patchesIn(context, mergeRequest).map((patch) => presented(context, patch));
        return ok({ ...presentMergeRequest(context, mergeRequest, { single: true }), changes, overflow: false });
      },
    },
    [`GET ${at}/diffs`]: {
      ...one,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        return page(patchesIn(context, mergeRequest), context, (patch) => presented(context, patch));
      },
    },
    [`GET ${at}/raw_diffs`]: {
      ...one,
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
      ...one,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        return page(pipelinesOf(context, mergeRequest), context, (pipeline) => presentListed(context, pipeline));
      },
    },
    [`POST ${at}/pipelines`]: {
      ...one,
      handler: (context) => {
        const found = findMergeRequest(context);
        requireEditor(context, found);
        const { project, mergeRequest, user } = found;
        const source = context.store.projects.get(mergeRequest.source_project_id) ?? project;
        return created(presentWhole(context, startForMergeRequest(context, source, mergeRequest, user)));
      },
    },
  },
} satisfies Resource;

/** The files that differ between where the source branch left the target and its head. */
export function patchesIn({ store }: PlatformState, mergeRequest: MergeRequest): FilePatch[] {
  const start = startOf(store, mergeRequest);
  if (start === undefined) return [];
  const base = mergeBase(store, mergeRequest.project_id, start, mergeRequest.sha);
  return withRenames(store, changesBetween(store, mergeRequest.project_id, base?.sha, mergeRequest.sha));
}

function presented({ store, params }: Context, patch: FilePatch): ReturnType<typeof presentPatch> {
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
