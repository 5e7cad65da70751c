import type { Resource } from "../resource.js";
import { countIssues } from "../sections/issues/lists.js";

/** How many issues there are, with the filters of their lists. */
export default {
  operations: {
    "GET /issues_statistics": (context) => countIssues(context, "everywhere"),
    "GET /groups/{id}/issues_statistics": { role: "anyone", handler: (context) => countIssues(context, "group") },
    "GET /projects/{id}/issues_statistics": { role: "anyone", handler: (context) => countIssues(context, "project") },
  },
} satisfies Resource;
