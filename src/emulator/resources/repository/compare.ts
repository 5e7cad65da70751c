import { type Context, page } from "../../core/context.js";
import { changesBetween, commitWith, commitsBetween, historyOf, mergeBase } from "../../core/git/history.js";
import { logOf } from "../../core/git/log.js";
import { withRenames } from "../../core/git/patch.js";
import type { Commit } from "../../core/git/records.js";
import type { Json, Project } from "../../core/records.js";
import { type Reply, badRequest, forbidden, notFound, ok } from "../../core/replies.js";
import { fetchCommits, resolveRef } from "../../core/repository.js";
import { presentCommit, presentPatch } from "../commits/present.js";
import { mayReadCode } from "../releases/present.js";
import { defaultBranch, findCode } from "./access.js";

export function compare(context: Context): Reply {
  const { store, params, instance } = context;
  const project = findCode(context);
  const source = comparedProject(context, project);
  const [from, to] = [params.requiredText("from"), params.requiredText("to")];
  const [start, end] = [resolveRef(store, source.id, from), resolveRef(store, project.id, to)];
  if (start === undefined || end === undefined) throw notFound("Ref");
  fetchCommits(store, source.id, project.id, start.sha);
  const straight = params.flag("straight") === true;
  const commits = commitsBetween(store, project.id, start.sha, end.sha);
  const before = straight ? start.sha : mergeBase(store, project.id, start.sha, end.sha)?.sha;
  const patches = withRenames(store, changesBetween(store, project.id, before, end.sha));
  const last = commits.at(-1);
  return ok({
    commit: last === undefined ? null : presentCommit(context, project, last),
    commits: commits.map((commit) => presentCommit(context, project, commit)),
    diffs: patches.map((patch) => presentPatch(store, patch, params.flag("unidiff") === true)),
    compare_timeout: false,
    compare_same_ref: start.sha === end.sha,
    web_url: `${instance.url}/${project.path_with_namespace}/-/compare/${start.sha}${straight ? ".." : "..."}${end.sha}`,
  });
}

/** The project that `from` is in: a fork, or what this one is a fork of. */
function comparedProject(context: Context, project: Project): Project {
  const id = context.params.number("from_project_id");
  if (id === undefined || id === project.id) return project;
  const other = context.store.projects.get(id);
  const isRelated = other !== undefined && (other.forked_from_id === project.id || project.forked_from_id === other.id);
  if (other === undefined || !isRelated)
    throw badRequest(`Target project id:${id} is not a fork of project id:${context.params.requiredText("id")}`);
  if (!mayReadCode(context, other)) throw forbidden("You don't have access to this fork's parent project");
  return other;
}

/** What the first has in common with any of the others. */
export function base(context: Context): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const refs = params.texts("refs") ?? [];
  if (refs.length < 2) throw badRequest("Provide at least 2 refs");
  const ends = refs.map((ref) => ({ ref, commit: resolveRef(store, project.id, ref) }));
  const unknown = ends.flatMap(({ ref, commit }) => (commit === undefined ? [ref] : []));
  if (unknown.length > 0) throw badRequest(`Could not find ${unknown.length === 1 ? "ref" : "refs"}: ${unknown.join(", ")}`);
  const common = commonOf(
    context,
    project,
    ends.flatMap(({ commit }) => commit ?? []),
  );
  if (common === undefined) throw notFound("Merge Base");
  return ok(presentCommit(context, project, common));
}

function commonOf({ store }: Context, project: Project, [first, ...others]: readonly Commit[]): Commit | undefined {
  if (first === undefined) return undefined;
  const theirs = new Set(others.flatMap(({ sha }) => [...historyOf(store, project.id, sha)]));
  const common = [...historyOf(store, project.id, first.sha)].filter((sha) => theirs.has(sha));
  const commits = common.flatMap((sha) => commitWith(store, project.id, sha) ?? []);
  const passed = new Set(commits.flatMap(({ parent_ids }) => parent_ids));
  return commits.filter(({ sha }) => !passed.has(sha)).toSorted((a, b) => b.id - a.id)[0];
}

/** Authors of what is no merge, by their address. Servers count no lines, whatever the keys promise. */
export function contributors(context: Context): Reply {
  const { store, params } = context;
  const project = findCode(context);
  const ref = params.text("ref");
  const start = resolveRef(store, project.id, ref ?? defaultBranch(project) ?? "");
  if (start === undefined && ref !== undefined) throw notFound();
  const people = new Map<string, { name: string; commits: number }>();
  for (const { author_email, author_name, parent_ids } of start === undefined ? [] : logOf(store, [start])) {
    if (parent_ids.length > 1) continue;
    const known = people.get(author_email);
    people.set(author_email, { name: known?.name ?? author_name, commits: (known?.commits ?? 0) + 1 });
  }
  const authors = [...people].map(([email, { name, commits }]) => ({ name, email, commits, additions: 0, deletions: 0 }));
  const orderBy = params.text("order_by");
  authors.sort((a, b) => {
    if (orderBy === "name") return a.name < b.name ? -1 : 1;
    return orderBy === "email" ? (a.email < b.email ? -1 : 1) : a.commits - b.commits;
  });
  if (params.text("sort") === "desc") authors.reverse();
  return page(authors, context, (contributor): Json => contributor);
}
