import { content, flag, source, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

const commits = "POST /projects/{project}/repository/commits";

/** Files in repositories, written by one commit for each branch (the reference of real servers, files). */
export const repositoryFile = defineKind({
  name: "repository_file",
  title: "Repository file",
  description: "A file in a project's repository, such as CODEOWNERS or the CI configuration.",
  source: "the reference of real servers, files",
  oddities: [
    {
      says: "All that differs in one branch of a project is one commit; where nothing differs there is none.",
      source: "trueup test/e2e/hazards-repository.test.ts",
    },
    "One read of the list of files of each branch tells what differs, by the ids that git gives contents; only what differs is read itself.",
    "A path with an @ in it is written with its branch: docs/a@b.md@main.",
    "Each commit runs a pipeline unless its message says [skip ci].",
    {
      says: "What is in a file stays as it is: nothing in it stands for a variable or a secret.",
      source: "trueup test/e2e/hazards-repository.test.ts",
    },
    {
      says: "What stands in place of a content that is kept elsewhere (Git LFS) is equal to that content; any other such pointer is compared like a text.",
      source: "trueup test/e2e/hazards-repository.test.ts",
    },
    "What is no text is given by its path, or in base64 behind data:application/octet-stream;base64, and compared as bytes.",
    { says: "Files that nobody declares are never deleted for that.", source: "trueup test/e2e/hazards-repository.test.ts" },
  ],
  as: "map",
  dialect: "vendor",
  parents: {
    project: {
      file: "repository_files",
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
    read: "path",
    scope: { field: "branch", separator: "@", default: "HEAD", kind: "branch" },
  },
  chained: true,
  absent: { type: { not: "blob" } },
  exported: "asked",
  committed: {
    content: "content",
    executable: "execute",
    listed: { id: "id", mode: "mode" },
    read: { content: "content", executable: "execute_filemode", last: "last_commit_id" },
    defaultBranch: "default_branch",
    parameter: "branch",
    firstBranch: "main",
    writable: { kind: "branch", mark: "can_push" },
    message: { parameter: "commit_message", default: "Bring files to their declared state" },
  },
  fields: {
    content: content("What is in it.", { required: true, normalise: "git-blob" }),
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
