import { created, noContent, ok } from "../replies.js";
import type { Section } from "../section.js";
import { presentIssue } from "./issues/entity.js";
import { listGroupIssues, listIssues, listProjectIssues } from "./issues/lists.js";
import { findIssue } from "./issues/lookup.js";
import { issueSeed } from "./issues/seed.js";
import { createIssue, deleteIssue, updateIssue } from "./issues/writes.js";

/** Issues: reading them (document 3, Issues), and beyond the documents creating, changing and deleting them. */
export const issues: Section = {
  handlers: {
    listIssues,
    listGroupIssues,
    listProjectIssues,
    getIssue: (context) => ok(presentIssue(context, findIssue(context).issue)),
    createIssue: (context) => created(presentIssue(context, createIssue(context))),
    updateIssue: (context) => ok(presentIssue(context, updateIssue(context))),
    deleteIssue: (context) => {
      deleteIssue(context);
      return noContent();
    },
  },
  seeds: [issueSeed],
};
