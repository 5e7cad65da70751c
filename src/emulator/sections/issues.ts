import { created, noContent, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { presentIssue } from "./issues/entity.js";
import { listGroupIssues, listIssues, listProjectIssues } from "./issues/lists.js";
import { findIssue } from "./issues/lookup.js";
import { issueSeed } from "./issues/seed.js";
import { createIssue, deleteIssue, updateIssue } from "./issues/writes.js";

/** Issues: reading them (document 3, Issues), and beyond the documents creating, changing and deleting them. */
export const issues: Resource = {
  operations: {
    "GET /issues": listIssues,
    "GET /groups/{id}/issues": listGroupIssues,
    "GET /projects/{id}/issues": listProjectIssues,
    "GET /projects/{id}/issues/{issue_iid}": (context) => ok(presentIssue(context, findIssue(context).issue)),
    "POST /projects/{id}/issues": (context) => created(presentIssue(context, createIssue(context))),
    "PUT /projects/{id}/issues/{issue_iid}": (context) => ok(presentIssue(context, updateIssue(context))),
    "DELETE /projects/{id}/issues/{issue_iid}": (context) => {
      deleteIssue(context);
      return noContent();
    },
  },
  seeds: [issueSeed],
};
