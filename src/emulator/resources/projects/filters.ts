import { LEVEL, type LevelInGroup, accessLevel, canSee, levelsIn } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Context, page, pageById, wantsKeyset } from "../../core/context.js";
import { compare } from "../../core/order.js";
import type { Json, Project } from "../../core/records.js";
import type { Reply } from "../../core/replies.js";
import { customAttributeFilter } from "../custom-attributes/records.js";
import { likeness } from "../groups/lists.js";
import { namespaceName, namespaceOf } from "../namespaces/records.js";
import { topicTable } from "../topics/records.js";
import { isAvailable } from "./attributes.js";
import { presentProject, presentSimple } from "./present.js";
import { measuresOf, sizeOf, starTable } from "./statistics.js";

type Filter = (project: Project) => boolean;

/** What a parameter asks of a project. */
type Asked = (project: Project, value: Json, context: Context) => boolean;

const isOn = (keep: (project: Project, context: Context) => boolean): Asked => {
  return (project, value, context) => value !== true || keep(project, context);
};

const hasFailed = (what: "repository" | "wiki"): Asked =>
  isOn(({ id }, { store }) => measuresOf(store, id)?.failed_checksums.includes(what) === true);

/** Filters by the record, and by what the platform finds out about a project by itself. */
const FILTERS: Readonly<Record<string, Asked>> = {
  id_after: ({ id }, value) => id > Number(value),
  id_before: ({ id }, value) => id < Number(value),
  archived: ({ archived }, value) => archived === value,
  visibility: ({ visibility }, value) => visibility === value,
  imported: isOn(({ attributes }) => (attributes["import_type"] ?? null) !== null),
  repository_storage: ({ attributes }, value, { user }) =>
    user?.is_admin !== true || (attributes["repository_storage"] ?? "default") === value,
  search: (project, value, context) =>
    textsOf(context, project).some((text) => text.toLowerCase().includes(textOf(value).toLowerCase())),
  // What is no time keeps nothing out.
  last_activity_after: (project, value) => !(Date.parse(project.last_activity_at) < Date.parse(textOf(value))),
  last_activity_before: (project, value) => !(Date.parse(project.last_activity_at) > Date.parse(textOf(value))),
  with_programming_language: ({ id }, value, { store }) =>
    Object.keys(measuresOf(store, id)?.languages ?? {}).some((name) => name.toLowerCase() === textOf(value).toLowerCase()),
  with_security_reports: isOn(({ id }, { store }) => measuresOf(store, id)?.security_reports === true),
  repository_checksum_failed: hasFailed("repository"),
  wiki_checksum_failed: hasFailed("wiki"),
  starred: isOn(({ id }, { store, user }) => {
    const stars = store.of(starTable).where("project", id);
    return user === undefined || stars.some((star) => star.user_id === user.id);
  }),
};

/** All filters that a project list has, as one. Parameters that the list does not declare are never there. */
function filterOf(context: Context, levels: LevelInGroup | undefined, isWholeInstance: boolean): Filter {
  const { params, store, user } = context;
  const filters = [...topicFilters(context), ...memberFilters(context, levels, isWholeInstance)];
  for (const [name, isAsked] of Object.entries(FILTERS)) {
    const value = params.get(name) ?? null;
    if (value !== null) filters.push((project) => isAsked(project, value, context));
  }
  const hasAttributes = customAttributeFilter(context);
  if (params.has("custom_attributes")) filters.push(({ id }) => hasAttributes({ kind: "project", id }));
  return (project) => filters.every((filter) => filter(project)) && canSee(store, user, project, levels);
}

/** `topic`: names joined by comma, all of which must match; `topic_id`. */
function topicFilters({ params, store }: Context): Filter[] {
  const names = (params.text("topic") ?? "").split(",").map((name) => name.trim().toLowerCase());
  const ids = names.filter((name) => name !== "").map((name) => store.of(topicTable).first("name", name)?.id);
  const wanted = [...ids, ...(params.has("topic_id") ? [params.number("topic_id")] : [])];
  return wanted.map((id) => (project) => id !== undefined && project.topic_ids.includes(id));
}

/** Filters that depend on who asks. They say nothing to an anonymous caller. */
function memberFilters(context: Context, levels: LevelInGroup | undefined, isWholeInstance: boolean): Filter[] {
  const { params, store, user } = context;
  const level = (project: Project): number => (user === undefined ? 0 : accessLevel(store, user, project, levels));
  const filters: Filter[] = [];
  for (const [name, feature] of FEATURES) {
    if (params.flag(name) !== true) continue;
    filters.push((project) => isAvailable(project, feature, user?.is_admin === true || level(project) > LEVEL.none));
  }
  if (user === undefined) return filters;
  if (params.flag("owned") === true) filters.push((project) => level(project) >= LEVEL.owner);
  // By similarity only projects of the caller are found (document 3, Projects).
  const isOfMembers = isWholeInstance && params.text("order_by") === "similarity" && params.text("search") !== undefined;
  if (params.flag("membership") === true || isOfMembers) filters.push((project) => level(project) > LEVEL.none);
  const minimum = params.number("min_access_level");
  if (minimum !== undefined) filters.push((project) => level(project) >= minimum);
  return filters;
}

const FEATURES = [
  ["with_issues_enabled", "issues_access_level"],
  ["with_merge_requests_enabled", "merge_requests_access_level"],
] as const;

/** What a search looks through: name, path and description, and the namespace when `search_namespaces` says so. */
function textsOf({ store, params }: Context, project: Project): string[] {
  const description = project.attributes["description"];
  const texts = [project.name, project.path, ...(typeof description === "string" ? [description] : [])];
  const namespace = params.flag("search_namespaces") === true ? namespaceOf(store, project.namespace_id) : undefined;
  return namespace === undefined
    ? texts
    : [...texts, project.path_with_namespace, `${namespaceName(store, namespace)} / ${project.name}`];
}

/** Where a list takes its projects from: some of them, or all, which keyset pages read by id from where they begin. */
type Candidates = readonly Project[] | "all";

/** A list of projects with the filters, the order and the pages of document 3 (Projects). */
export function listProjects(context: Context, candidates: Candidates): Reply {
  const { store, user, params } = context;
  const levels = user === undefined ? undefined : levelsIn(store, user);
  const isWanted = filterOf(context, levels, candidates === "all");
  const isSimple = user === undefined || params.flag("simple") === true;
  const present = (project: Project): Json =>
    isSimple ? presentSimple(context, project) : presentProject(context, project, levels);
  if (wantsKeyset(context) && candidates === "all") {
    return pageById((range) => keep(store.projects.scan(range), isWanted), context, present);
  }
  const matchingProjects = candidates === "all" ? [...keep(store.projects.scan({}), isWanted)] : candidates.filter(isWanted);
  return page(sort(context, matchingProjects, candidates === "all"), context, present, { type: "Project" });
}

function* keep(projects: Iterable<Project>, isWanted: Filter): Generator<Project> {
  for (const project of projects) if (isWanted(project)) yield project;
}

function sort(context: Context, projects: Project[], isWholeInstance: boolean): Project[] {
  const { params, store, user } = context;
  const search = params.text("search") ?? "";
  const asked = params.text("order_by") ?? "created_at";
  const isAdmin = user?.is_admin === true;
  const isLacking = (asked === "similarity" && isWholeInstance && search === "") || (asked.endsWith("_size") && !isAdmin);
  const order = isLacking ? "created_at" : asked;
  if (order === "similarity") return bySimilarity(projects, search);
  const sign = params.text("sort") === "asc" ? 1 : -1;
  if (order === "name" || order === "path") {
    const key = (project: Project): string => project[order].toLowerCase();
    return projects.sort((a, b) => sign * (compare(key(a), key(b)) || a.id - b.id));
  }
  if (order === "created_at") return projects.sort((a, b) => sign * (compare(a.created_at, b.created_at) || a.id - b.id));
  if (order === "last_activity_at" || order === "updated_at")
    return projects.sort((a, b) => sign * (compare(a.last_activity_at, b.last_activity_at) || a.id - b.id));
  if (order.endsWith("_size")) {
    const sizes = new Map(projects.map(({ id }) => [id, sizeOf(store, id, order)]));
    return projects.sort((a, b) => sign * ((sizes.get(a.id) ?? 0) - (sizes.get(b.id) ?? 0) || a.id - b.id));
  }
  return projects.sort((a, b) => sign * (a.id - b.id));
}

/** By likeness to the search; without a search by name (document 3, Groups). */
function bySimilarity(projects: Project[], search: string): Project[] {
  const scores = new Map(projects.map((project) => [project.id, likeness(search, [project.path, project.name])]));
  const score = (project: Project): number => (search === "" ? 0 : (scores.get(project.id) ?? 0));
  return projects.sort((a, b) => score(b) - score(a) || compare(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id);
}
