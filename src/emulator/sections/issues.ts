import { ok } from "../replies.js";
import type { Section } from "../section.js";

import { presentIssue } from "./issues/entity.js";
import { listGroupIssues, listIssues, listProjectIssues } from "./issues/lists.js";
import { findIssue } from "./issues/lookup.js";
import { issueSeed } from "./issues/seed.js";

/** Issues: reading them (document 3, Issues). */
export const issues: Section = {
  handlers: {
    listIssues,
    listGroupIssues,
    listProjectIssues,
    getIssue: (context) => ok(presentIssue(context, findIssue(context).issue)),
  },
  seeds: [issueSeed],
};
