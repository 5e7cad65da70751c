import { oneOf, reference, setOf, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** How the files of a repository are written: what commits say, and whether a merge request proposes them. Nothing of it is live by itself. */
export const repositoryCommit = defineKind({
  name: "repository_commit",
  title: "Repository commit",
  description:
    "How trueup writes the declared files of a project: what its commits say, and whether a merge request proposes them.",
  source: "the reference of real servers, files",
  oddities: {
    "through: merge_request opens one merge request for each project and target branch, from the branch trueup/files/TARGET. trueup never merges it.":
      "trueup test/e2e/proposals.test.ts",
    "trueup overwrites that branch only while its last commit is from trueup. After a commit of somebody else trueup leaves branch and merge request alone.":
      "trueup test/e2e/proposals.test.ts",
    "If all files are as declared, trueup closes the merge request and deletes its branch.": "trueup test/e2e/proposals.test.ts",
    "If somebody closes the merge request, trueup does not open it again until the declared files change.":
      "trueup test/e2e/proposals.test.ts",
    "trueup writes the files of a new project, and of a repository without a commit, without a merge request.":
      "trueup test/e2e/proposals.test.ts",
    "title, labels and reviewers count when trueup opens the merge request. trueup does not change them later.": null,
  },
  dialect: "vendor",
  parents: { project: { file: "repository_commit", role: "developer", routes: {} } },
  fields: {
    message: text("Message of the commit. A commit_message of a file replaces it, unless a merge request proposes the file.", {
      min: 1,
    }),
    author_name: text("Author of the commit, instead of the token's user.", { min: 1 }),
    author_email: text("That author's address.", { min: 1, format: "email" }),
    through: oneOf(
      "How files get into their branch: by a commit there, or by a merge request into it.",
      ["commit", "merge_request"],
      { default: "commit" },
    ),
    title: text("Title of the merge request; without one it is the commit's message.", { min: 1, max: 255 }),
    labels: setOf("Labels of the merge request.", text("A label by name.", { min: 1 })),
    reviewers: setOf("Users who are asked to review the merge request.", reference("A user by name.", "user", "id")),
  },
  example: { through: "merge_request", title: "Files of the platform team", labels: ["policy"], reviewers: ["alice"] },
});
