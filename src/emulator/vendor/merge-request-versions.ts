import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import { changesBetween } from "../git/commit-trees.js";
import { commitWith, commitsBetween } from "../git/history.js";
import { withRenames } from "../git/renames.js";
import type { Json } from "../json.js";
import { page } from "../pages.js";
import type { Issue } from "../records/work-items.js";
import { ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { presentIssue } from "../sections/issues/entity.js";
import { findMergeRequest } from "../sections/merge-requests/lookup.js";
import type { FoundMergeRequest } from "../sections/merge-requests/lookup.js";
import { notesOf } from "../sections/work-items/noteables.js";
import { seesIssue, sightOf } from "../sections/work-items/visibility.js";
import { closingText, issuesNamed } from "../work-item-references.js";
import { versionsOf } from "./activity/versions.js";
import type { MergeRequestVersion } from "./activity/versions.js";
import { numbered } from "./links/operations.js";
import { presentCommit, presentPatch } from "./repository/entity.js";

const at = "/projects/{id}/merge_requests/{merge_request_iid}";
const parameters = numbered("merge_request_iid");

/** What a merge request was after each push to its source branch, and the issues that it names. */
export default {
  operations: {
    [`GET ${at}/versions`]: {
      parameters,
      handler: (context) => {
        const { mergeRequest } = findMergeRequest(context);
        return page(versionsOf(context, mergeRequest), context, (version) => present(version));
      },
    },
    [`GET ${at}/versions/{version_id}`]: {
      parameters,
      handler: (context) => {
        const found = findMergeRequest(context);
        const id = context.params.requiredText("version_id");
        const version = versionsOf(context, found.mergeRequest).find((one) => String(one.id) === id);
        if (version === undefined) throw notFound();
        return ok({ ...present(version), ...contentOf(context, found, version) });
      },
    },
    [`GET ${at}/related_issues`]: {
      parameters,
      handler: (context) =>
        page(relatedIssues(context, findMergeRequest(context)), context, (issue) => presentIssue(context, issue)),
    },
  },
} satisfies Resource;

function present(version: MergeRequestVersion): Record<string, Json> {
  const { id, head_sha, base_sha, start_sha, created_at, home } = version;
  return {
    id,
    head_commit_sha: head_sha,
    base_commit_sha: base_sha,
    start_commit_sha: start_sha,
    created_at,
    merge_request_id: home.id,
    state: head_sha === start_sha ? "empty" : "collected",
    real_size: String(version.files),
    patch_id_sha: null,
  };
}

/** Commits and files of a version, the newest commit first. */
function contentOf(context: Context, { project }: FoundMergeRequest, version: MergeRequestVersion): Record<string, Json> {
  const { store, params } = context;
  const { start_sha, base_sha, head_sha } = version;
  if (start_sha === null || commitWith(store, project.id, head_sha) === undefined) return { commits: [], diffs: [] };
  const patches = withRenames(store, changesBetween(store, project.id, base_sha ?? undefined, head_sha));
  return {
    commits: commitsBetween(store, project.id, start_sha, head_sha)
      .toReversed()
      .map((commit) => presentCommit(context, project, commit)),
    diffs: patches.map((patch) => presentPatch(store, patch, params.flag("unidiff") === true)),
  };
}

/** Issues that its texts, its commits and the comments on it name, as far as the caller sees them. */
function relatedIssues(context: Context, { project, mergeRequest, user }: FoundMergeRequest): Issue[] {
  const { store } = context;
  const notes = notesOf(store, { kind: "merge_request", id: mergeRequest.id });
  const text = [closingText(context, mergeRequest), ...notes.map(({ body }) => body)].join("\n");
  const sight = sightOf(store, user);
  return issuesNamed(context, project, text).filter((issue) => {
    const home = store.projects.get(issue.project_id);
    return home !== undefined && seesIssue(sight(home), user, issue);
  });
}
