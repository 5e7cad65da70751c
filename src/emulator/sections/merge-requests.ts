import { ok } from "../replies.js";
import type { Section } from "../section.js";

import { presentMergeRequest } from "./merge-requests/entity.js";
import { findMergeRequest } from "./merge-requests/lookup.js";
import { mergeRequestSeed } from "./merge-requests/seed.js";

/** Merge requests: reading them (document 3, Merge requests). */
export const mergeRequests: Section = {
  handlers: {
    getMergeRequest: (context) => ok(presentMergeRequest(context, findMergeRequest(context).mergeRequest, { single: true })),
  },
  seeds: [mergeRequestSeed],
};
