import { canSee, findGroup, findProject, requireUser } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { homeKeyOf } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import { commitWith, historyOf, treeOf } from "../../core/git/history.js";
import type { Commit } from "../../core/git/records.js";
import { allBelow } from "../../core/git/trees.js";
import { presentUser } from "../../core/people.js";
import type { Group, GroupOrProject, Json, Project, User } from "../../core/records.js";
import { HttpError, type Reply, badParameters } from "../../core/replies.js";
import { resolveRef } from "../../core/repository.js";
import type { Resource } from "../../core/resource.js";
import { presentCommit } from "../commits/present.js";
import { KINDS } from "../discussions/kinds.js";
import { presentNote } from "../discussions/present.js";
import { projectsIn } from "../groups/reach.js";
import { presentIssue } from "../issues/present.js";
import { allMembers } from "../members/records.js";
import { presentMergeRequest } from "../merge-requests/present.js";
import { textAt } from "../pipelines/start.js";
import { presentSimple } from "../projects/present.js";
import { mayUse } from "../projects/rules.js";
import { defaultBranch } from "../repository/access.js";
import { presentSnippet } from "../snippets/present.js";
import { wikis } from "../wikis/records.js";
import { presentMilestone } from "../work-items/present.js";
import {
  homeKey,
  issueTable,
  mergeRequestTable,
  milestoneTable,
  noteTable,
  noteableKey,
  snippetTable,
} from "../work-items/records.js";
import { seesIssue, sightOf } from "../work-items/visibility.js";

/** Where a search looks. */
interface Field {
  readonly projects: readonly Project[];
  readonly groups: readonly Group[];
  readonly people: readonly User[];
  /** The only project, for what is found in its repository. */
  readonly project?: Project;
}

type Has = (...texts: readonly (string | null | undefined)[]) => boolean;

/** Finds what has a text; each is presented when its page is shown. */
type Find = (context: Context, field: Field, has: Has) => readonly (() => Json)[];

const isInState = ({ params }: Context, state: string): boolean => {
  const wanted = params.text("state");
  return wanted === undefined || wanted === "all" || wanted === state;
};

const FINDERS: Readonly<Record<string, Find>> = {
  projects: (context, { projects }, has) =>
    projects
      .filter(({ name, path_with_namespace, attributes }) => has(name, path_with_namespace, textOf(attributes["description"])))
      .map((project) => () => presentSimple(context, project)),
  users: (context, { people }, has) =>
    people.filter(({ name, username }) => has(name, username)).map((user) => () => presentUser(context, user)),
  issues: (context, { projects }, has) => {
    const { store, user, params } = context;
    const sight = sightOf(store, user);
    const confidential = params.flag("confidential");
    return projects
      .flatMap((project) =>
        store
          .of(issueTable)
          .where("project", project.id)
          .filter((candidate) => seesIssue(sight(project), user, candidate)),
      )
      .filter((candidate) => has(candidate.title, candidate.description) && isInState(context, candidate.state))
      .filter((candidate) => confidential === undefined || candidate.confidential === confidential)
      .toReversed()
      .map((issue) => () => presentIssue(context, issue));
  },
  merge_requests: (context, { projects }, has) => {
    const { store, user } = context;
    const sight = sightOf(store, user);
    return projects
      .flatMap((project) => (sight(project).mergeRequests ? store.of(mergeRequestTable).where("project", project.id) : []))
      .filter((candidate) => has(candidate.title, candidate.description) && isInState(context, candidate.state))
      .toReversed()
      .map((mergeRequest) => () => presentMergeRequest(context, mergeRequest));
  },
  milestones: (context, { projects, groups }, has) => {
    const { store, user } = context;
    const homes = [
      ...projects.map(({ id }) => homeKey({ kind: "project", id })),
      ...groups.filter((group) => canSee(store, user, group)).map(({ id }) => homeKey({ kind: "group", id })),
    ];
    return homes
      .flatMap((home) => store.of(milestoneTable).where("home", home))
      .filter(({ title, description }) => has(title, description))
      .map((milestone) => () => presentMilestone(context, milestone));
  },
  snippet_titles: (context, { projects }, has) => {
    const ids = new Set<number | null>(projects.map(({ id }) => id));
    const { user } = context;
    return context.store
      .of(snippetTable)
      .all()
      .filter(({ project_id, visibility, author_id }) => {
        const isOwn = user?.is_admin === true || user?.id === author_id;
        return isOwn || (project_id === null ? visibility !== "private" : visibility !== "private" && ids.has(project_id));
      })
      .filter(({ title, file_name }) => has(title, file_name))
      .map((snippet) => () => presentSnippet(context, snippet));
  },
};

/** What is found in one project only. */
const IN_PROJECT: Readonly<Record<string, (context: Context, project: Project, has: Has) => readonly (() => Json)[]>> = {
  wiki_blobs: ({ store, user }, project, has) => {
    if (!mayUse(store, user, project, "wiki_access_level", 10)) return [];
    const pages = store.of(wikis.table).where("home", homeKeyOf({ kind: "project", id: project.id }));
    return pages.flatMap((page) => {
      const slug = textOf(page["slug"]);
      return hitIn(project, has, textOf(page["content"]), slug, { basename: slug, path: `${slug}.md`, ref: "main" });
    });
  },
  notes: (context, project, has) => {
    const { store, user } = context;
    const sight = sightOf(store, user)(project);
    const issues = store
      .of(issueTable)
      .where("project", project.id)
      .filter((candidate) => seesIssue(sight, user, candidate));
    return issues.flatMap(({ id, iid, author_id }) => {
      const noteable = { kind: "issue", id } as const;
      const notes = store.of(noteTable).where("noteable", noteableKey(noteable));
      const discussed = { noteable, parent: project, iid, author_id, isLocked: false };
      return notes
        .filter(({ body, system }) => !system && has(body))
        .map((note) => () => presentNote(context, KINDS.issue, discussed, note));
    });
  },
  commits: (context, project, has) => {
    const head = headOfCode(context, project);
    if (head === undefined) return [];
    const { store } = context;
    return [...historyOf(store, project.id, head.sha)]
      .flatMap((candidate) => commitWith(store, project.id, candidate) ?? [])
      .filter(({ message }) => has(message))
      .toSorted((a, b) => b.id - a.id)
      .map((commit) => () => ({ ...presentCommit(context, project, commit), project_id: project.id }));
  },
  blobs: (context, project, has) => {
    const head = headOfCode(context, project);
    if (head === undefined) return [];
    const { store, params } = context;
    const ref = params.text("ref") ?? project.attributes["default_branch"] ?? null;
    return [...allBelow(store, treeOf(store, head))].flatMap(({ mode, path }) => {
      const text = mode === "040000" ? undefined : (textAt(store, project.id, head.sha, path) ?? "");
      return hitIn(project, has, text, path, { basename: path.replace(/\.[^./]*$/, ""), path, ref });
    });
  },
};

/** A file whose text or name is found, with the lines around the first place. */
function hitIn(
  { id: project_id }: Project,
  has: Has,
  text: string | undefined,
  name: string,
  { basename, path, ref }: { basename: string; path: string; ref: Json },
): (() => Json)[] {
  const lines = text?.split("\n") ?? [];
  const place = lines.findIndex((line) => has(line));
  if (place < 0 && !has(name)) return [];
  const start = Math.max(place - 2, 0);
  const data = lines.slice(start, place + 3).join("\n");
  return [() => ({ basename, data, path, filename: path, id: null, ref, startline: start + 1, project_id })];
}

/** Finds things by their texts, without an index. */
export default {
  operations: {
    "GET /search": (context) => {
      const { store } = context;
      return searched(context, { projects: store.projects.all(), groups: store.groups.all(), people: store.users.all() });
    },
    "GET /groups/{id}/search": {
      aliases: ["/groups/{id}/-/search"],
      handler: (context) => {
        const group = findGroup(context);
        return searched(context, {
          projects: projectsIn(context.store, group),
          groups: [group],
          people: peopleOf(context, group),
        });
      },
    },
    "GET /projects/{id}/search": {
      aliases: ["/projects/{id}/-/search"],
      handler: (context) => {
        const project = findProject(context);
        return searched(context, { projects: [project], groups: [], people: peopleOf(context, project), project });
      },
    },
  },
} satisfies Resource;

function peopleOf({ store }: Context, thing: GroupOrProject): User[] {
  return allMembers(store, thing).flatMap(({ user_id }) => store.users.get(user_id) ?? []);
}

function searched(context: Context, field: Field): Reply {
  const { params } = context;
  requireUser(context);
  const scope = params.requiredText("scope");
  const wanted = params.requiredText("search").toLowerCase();
  if (wanted.trim() === "") throw badParameters("search is empty");
  const has = (...texts: readonly (string | null | undefined)[]): boolean =>
    texts.some((text) => text?.toLowerCase().includes(wanted));
  const { project } = field;
  const findInProject = project === undefined ? undefined : IN_PROJECT[scope];
  if (project !== undefined && findInProject !== undefined)
    return page(findInProject(context, project, has), context, (show) => show());
  const find = FINDERS[scope];
  if (find === undefined) throw new HttpError(400, { error: "Scope supported only with advanced search or exact code search" });
  const visible = field.projects.filter((project) => canSee(context.store, context.user, project));
  return page(find(context, { ...field, projects: visible }, has), context, (show) => show());
}

/** The commit that is searched: of the ref that is named, else of the default branch; none for who may not read code. */
function headOfCode({ store, user, params }: Context, project: Project): Commit | undefined {
  const ref = params.text("ref") ?? defaultBranch(project);
  if (ref === undefined || !mayUse(store, user, project, "repository_access_level", 20)) return undefined;
  return resolveRef(store, project.id, ref);
}
