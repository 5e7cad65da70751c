import { content, flag, onText, source, text } from "../core/fields.js";
import { blobOf } from "../core/git-blob.js";
import type { Json } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { commitRules, defaultMessage, proposing } from "./parts/proposing.js";
import { whoMayPush } from "./parts/pushers.js";
import { ownersIn } from "./repository-file/code-owners.js";

const commits = "POST /projects/{project}/repository/commits";

/** Files in repositories, written by one commit for each branch (the reference of real servers, files). */
export const repositoryFile = defineKind({
  name: "repository_file",
  title: "Repository file",
  description: "A file in a project's repository, such as CODEOWNERS or the CI configuration.",
  source: "the reference of real servers, files",
  oddities: {
    "trueup writes all changes in one branch of a project in one commit. If nothing differs, trueup creates no commit.":
      "trueup test/e2e/hazards-repository.test.ts",
    "trueup reads the list of files once for each branch and compares the IDs that Git gives to contents. trueup reads a file itself only if its ID differs.":
      null,
    "If a path contains an @, write the branch after the path: docs/a@b.md@main.": null,
    "Each commit runs a pipeline, unless the commit message contains [skip ci].": null,
    "trueup does not change the content of a file. trueup replaces no variables and no secrets in the content. Only `template: true` in a policy or preset fills in ${this:path} and its like.":
      "trueup test/e2e/hazards-repository.test.ts",
    "A Git LFS pointer is equal to the content that the pointer names. trueup compares a pointer to any other content as text.":
      "trueup test/e2e/hazards-repository.test.ts",
    'Declare binary content by its path, or as base64 after the prefix "data:application/octet-stream;base64,". trueup compares binary content as bytes.':
      null,
    "If CODEOWNERS names a user or group that the server does not know, the server ignores the owner. The plan warns.":
      "GitLab doc/user/project/codeowners/reference.md",
    "trueup never deletes a file because it is undeclared.": "trueup test/e2e/hazards-repository.test.ts",
  },
  weakens: { itself: "other", other: ["content"] },
  dialect: "vendor",
  parents: {
    project: {
      file: "repository_files",
      role: "developer",
      routes: {
        list: "GET /projects/{project}/repository/tree?recursive=true&ref={scope}",
        read: "GET /projects/{project}/repository/files/{key}?ref={scope}",
        create: commits,
        update: commits,
        delete: commits,
      },
    },
  },
  key: {
    description: "The file's path; PATH@BRANCH is in another than the default branch.",
    like: {
      pattern: "^(?!(?:.*/)?(?:\\.{0,2}|\\.[gG][iI][tT])(?:/|$))",
      hint: "the path of a file begins and ends with no slash, and no part of it is empty, .., . or .git",
    },
    read: "path",
    scope: { field: "branch", separator: "@", default: "HEAD", kind: "branch" },
  },
  chained: true,
  absent: { type: { not: "blob" } },
  exported: "asked",
  committed: {
    content: "content",
    namesIn: ownersIn,
    executable: "execute",
    listed: { id: "id", mode: "mode" },
    read: { content: "content", executable: "execute_filemode", last: "last_commit_id" },
    defaultBranch: "default_branch",
    parameter: "branch",
    firstBranch: "main",
    writable: {
      kind: "branch",
      mark: "can_push",
      by: whoMayPush,
      otherwise:
        "let that user push to it (allowed_to_push of protected_branches), or propose files (repository_commit: { through: merge_request })",
    },
    message: { parameter: "commit_message", default: defaultMessage },
    by: { kind: "repository_commit", rules: commitRules },
    proposing,
  },
  fields: {
    content: content("What is in it.", { required: true, normalise: (value: Json) => onText(value, blobOf) }),
    from: source("Path of a file with what is in it, relative to the declaring file.", {
      unreadable: true,
      deprecated: { replacement: "content", alias: true, lasting: true },
    }),
    execute: flag("It may be executed.", { default: false }),
    commit_message: text("What the commit says.", { on: "call", unreadable: true, min: 1 }),
    author_name: text("Author of the change, instead of the token's user.", { on: "call", unreadable: true, min: 1 }),
    author_email: text("That author's address.", { on: "call", unreadable: true, min: 1, format: "email" }),
  },
  ignored: {
    branch: "read-elsewhere",
    actions: "action",
    force: "action",
    start_branch: "action",
    start_project: "action",
    start_sha: "action",
    stats: "action",
  },
  example: { content: "* @acme/platform\n" },
  exampleKey: "CODEOWNERS",
});
