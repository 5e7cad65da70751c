import type { Judgement } from "../core/behaviour.js";
import { text } from "../core/fields.js";
import type { JsonObject } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { unchangeable } from "./parts/routes.js";

/** Branches of a repository, made once and never moved (the reference of real servers, branches). */
export const branch = defineKind({
  name: "branch",
  title: "Branch",
  description: "A branch of a project's repository, made from another one and left to people from then on.",
  source: "the reference of real servers, branches",
  oddities: {
    "The server uses ref only when it creates the branch. trueup never moves an existing branch.":
      "trueup test/e2e/hazards-repository.test.ts",
    "The default branch cannot be deleted.": null,
    "Maintainers can delete a protected branch in the UI or by the API. trueup does not delete a protected branch: remove the protection first.":
      "GitLab doc/user/project/repository/branches/protected.md",
    "If a branch has commits that the default branch does not have, trueup deletes the branch only with --allow-delete branch.":
      "trueup test/e2e/hazards-repository.test.ts",
    "A repository without a commit has no branches. No branch can be created in such a repository.": null,
  },
  dialect: "vendor",
  parents: {
    project: { file: "branches", role: "developer", routes: unchangeable("/projects/{project}/repository/branches") },
  },
  key: { description: "The branch's name.", write: "branch", read: "name", max: 255 },
  chained: true,
  // Repositories have thousands: declared ones are read one by one.
  listed: "short",
  holdsData: { merged: { not: true } },
  marks: ["default", "protected"],
  guard: ({ action, live }) => (action === "delete" ? whyUndeletable(live?.marks ?? {}) : []),
  exported: "asked",
  fields: {
    ref: text("Branch, tag or commit that it is made from.", { required: true, on: "create", unreadable: true, min: 1 }),
  },
  example: { ref: "main" },
  exampleKey: "release",
});

function whyUndeletable(marks: JsonObject): Judgement[] {
  const because = (reason: string) => [{ rule: "delete.refused", message: `it cannot be deleted: ${reason}` }];
  if (marks["default"] === true) return because("it is the default branch");
  return marks["protected"] === true
    ? because("it is protected, and trueup deletes none that is: take its protection off first")
    : [];
}
