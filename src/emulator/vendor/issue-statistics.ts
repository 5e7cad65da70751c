import { countIssues } from "../sections/issues/lists.js";
import type { VendorSection } from "../vendor-section.js";

/** How many issues there are, with the filters of their lists. */
export default {
  operations: {
    "GET /issues_statistics": { handler: (context) => countIssues(context, "everywhere") },
    "GET /groups/{id}/issues_statistics": { caller: "anyone", handler: (context) => countIssues(context, "group") },
    "GET /projects/{id}/issues_statistics": { caller: "anyone", handler: (context) => countIssues(context, "project") },
  },
} satisfies VendorSection;
