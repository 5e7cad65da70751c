import { created, noContent, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { presentMergeRequest } from "./merge-requests/entity.js";
import { listGroupMergeRequests, listMergeRequests, listProjectMergeRequests } from "./merge-requests/lists.js";
import { findMergeRequest } from "./merge-requests/lookup.js";
import { recheckLater, recheckMergeStatuses } from "./merge-requests/merge-status.js";
import { mergeRequestSeed } from "./merge-requests/seed.js";
import { createMergeRequest, deleteMergeRequest, updateMergeRequest } from "./merge-requests/writes.js";

/** Merge requests: reading them (document 3, Merge requests), and beyond the documents creating, changing and deleting them. */
export const mergeRequests: Resource = {
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
  },
  work: { recheckMergeStatuses },
  seeds: [mergeRequestSeed],
};
