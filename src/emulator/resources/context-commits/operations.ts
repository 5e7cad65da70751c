import { LEVEL, requireLevel } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Entry, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { commitWith } from "../../core/git/history.js";
import type { Json } from "../../core/records.js";
import { type Reply, badRequest, created, noContent, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { presentCommit } from "../commits/present.js";
import { numbered } from "../issue-links/records.js";
import { type FoundMergeRequest, findMergeRequest } from "../merge-requests/lookup.js";

const table = defineEntries("context_commits");

const at = "/projects/{id}/merge_requests/{merge_request_iid}/context_commits";

const parameters = numbered("merge_request_iid");

/** Commits that reviewers of a merge request look at beside its own. No collection: several are added and taken away at once, by their hashes. */
export default {
  operations: {
    [`GET ${at}`]: {
      parameters,
      handler: (context) => {
        const hit = findMergeRequest(context);
        return ok(keptBy(context, hit).map((entry) => present(context, hit, entry)));
      },
    },
    [`POST ${at}`]: { parameters, handler: add },
    [`DELETE ${at}`]: { parameters, handler: remove },
  },
} satisfies Resource;

function keptBy({ store }: Context, { mergeRequest }: FoundMergeRequest): Entry[] {
  return store.of(table).where("home", homeKeyOf({ kind: "merge_request", id: mergeRequest.id }));
}

function present(context: Context, { project }: FoundMergeRequest, entry: Entry): Json {
  const commit = commitWith(context.store, project.id, textOf(entry["sha"]));
  return commit === undefined ? null : presentCommit(context, project, commit);
}

/** The commits that a request names. Throws 400 for one that is none. */
function asked(context: Context, { project }: FoundMergeRequest): string[] {
  const names = [...new Set(context.params.texts("commits") ?? [])];
  if (names.length === 0) throw badRequest("List of context commits is empty");
  return names.map((name) => {
    const commit = commitWith(context.store, project.id, name);
    if (commit === undefined) throw badRequest("One or more context commits' sha is not valid.");
    return commit.sha;
  });
}

function add(context: Context): Reply {
  const hit = findMergeRequest(context);
  requireLevel(context, hit.project, LEVEL.developer);
  const known = new Set(keptBy(context, hit).map((entry) => entry["sha"]));
  const hashes = asked(context, hit);
  const twins = hashes.filter((sha) => known.has(sha));
  if (twins.length > 0) throw badRequest(`Context commits: ${JSON.stringify(twins)} are already created`);
  const entries = hashes.map((sha) =>
    context.store.of(table).insert({ home: { kind: "merge_request", id: hit.mergeRequest.id }, sha }),
  );
  return created(entries.map((entry) => present(context, hit, entry)));
}

function remove(context: Context): Reply {
  const hit = findMergeRequest(context);
  requireLevel(context, hit.project, LEVEL.developer);
  const hashes = new Set<Json>(asked(context, hit));
  const gone = keptBy(context, hit).filter(({ sha }) => sha !== undefined && hashes.has(sha));
  if (gone.length !== hashes.size) throw badRequest("One or more context commits' sha is not valid.");
  for (const { id } of gone) context.store.of(table).delete(id);
  return noContent();
}
