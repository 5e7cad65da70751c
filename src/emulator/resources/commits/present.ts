import type { Context } from "../../core/context.js";
import { changesBetween } from "../../core/git/history.js";
import { type FilePatch, lineCounts, patchText, withRenames } from "../../core/git/patch.js";
import type { Commit } from "../../core/git/records.js";
import { type Json, type Project, picked } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { presentPipeline } from "../merge-requests/pipelines.js";
import { pipelinesIn } from "../pipelines/lookup.js";

/** A diff beyond this many characters is not shown. */
const LARGEST_DIFF = 204_800;

/** A commit as lists show it; its trailers only where they are asked for. */
export function presentCommit({ instance }: Context, project: Project, commit: Commit, trailers = false): Record<string, Json> {
  const commitTrailers = trailers ? trailersOf(commit.message) : [];
  return {
    ...presentReleaseCommit(commit),
    trailers: Object.fromEntries(commitTrailers),
    extended_trailers: Object.fromEntries(
      commitTrailers.map(([name]) => [name, commitTrailers.filter(([other]) => other === name).map(([, value]) => value)]),
    ),
    web_url: `${instance.url}/${project.path_with_namespace}/-/commit/${commit.sha}`,
  };
}

/** A commit as single reads show it. */
export function presentDetails(context: Context, project: Project, commit: Commit, withStats: boolean): Record<string, Json> {
  const last = pipelinesIn(context.store, project.id).findLast(({ sha, bridge_id }) => sha === commit.sha && bridge_id === null);
  return {
    ...presentCommit(context, project, commit),
    ...(withStats ? { stats: statsOf(context.store, commit) } : {}),
    status: last?.status ?? null,
    project_id: project.id,
    last_pipeline:
      last === undefined
        ? null
        : { ...presentPipeline(context, last), ...picked(last, "project_id", "created_at", "updated_at") },
  };
}

/** Lines that a commit brings and takes away; of a merge, against its first parent. */
export function statsOf(store: Store, commit: Commit): Record<string, number> {
  const counts = patchesOf(store, commit).map((patch) => lineCounts(store, patch));
  const additions = counts.reduce((sum, count) => sum + count.additions, 0);
  const deletions = counts.reduce((sum, count) => sum + count.deletions, 0);
  return { additions, deletions, total: additions + deletions };
}

/** What a commit changes, against its first parent. */
export function patchesOf(store: Store, commit: Commit): FilePatch[] {
  return withRenames(store, changesBetween(store, commit.project_id, commit.parent_ids[0], commit.sha));
}

/** One file of a diff; with `unidiff` its text has the header that git writes. */
export function presentPatch(store: Store, patch: FilePatch, unidiff: boolean): Record<string, Json> {
  const { old_path, new_path, before, after } = patch;
  const text = patchText(store, patch);
  const isTooLarge = text === undefined || text.length > LARGEST_DIFF;
  const header = unidiff
    ? `--- ${before === undefined ? "/dev/null" : `a/${old_path}`}\n+++ ${after === undefined ? "/dev/null" : `b/${new_path}`}\n`
    : "";
  return {
    diff: isTooLarge ? "" : text === "" || text.startsWith("Binary") ? text : header + text,
    collapsed: false,
    too_large: isTooLarge,
    new_path,
    old_path,
    a_mode: before?.mode ?? "0",
    b_mode: after?.mode ?? "0",
    new_file: before === undefined,
    renamed_file: old_path !== new_path,
    deleted_file: after === undefined,
    generated_file: null,
  };
}

/** `Key: value` lines of a message's last paragraph, when it has nothing else. */
export function trailersOf(message: string): [string, string][] {
  const paragraphs = message.trimEnd().split(/\n\s*\n/);
  if (paragraphs.length < 2) return [];
  const lines = (paragraphs.at(-1) ?? "").split("\n").map((line) => /^([\w-]+)\s*:\s+(.*)$/.exec(line));
  if (lines.some((line) => line === null)) return [];
  return lines.flatMap((line) => (line === null ? [] : [[line[1] ?? "", line[2] ?? ""] satisfies [string, string]]));
}

/** Commit (summary), document 2, Shared objects. */
export function presentCommitSummary(commit: Commit): Record<string, Json> {
  return {
    id: commit.sha,
    short_id: commit.sha.slice(0, 8),
    title: commit.message.split("\n")[0] ?? "",
    ...picked(commit, "message", "author_name", "author_email"),
    created_at: commit.committed_date,
  };
}

/** Release commit, document 2, Shared objects: the summary with its parents and who committed it when. */
export function presentReleaseCommit(commit: Commit): Record<string, Json> {
  return {
    ...presentCommitSummary(commit),
    ...picked(commit, "parent_ids", "authored_date", "committer_name", "committer_email", "committed_date"),
  };
}
