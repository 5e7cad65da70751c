import { accessLevel, canSee, LEVEL, levelsIn } from "../../access.js";
import type { LevelInGroup } from "../../access.js";
import type { Json } from "../../json.js";
import { page, pageById, wantsKeyset } from "../../pages.js";
import type { Project } from "../../records.js";
import type { Reply } from "../../replies.js";
import type { Context } from "../../section.js";
import { likeness } from "../likeness.js";

import { isAvailable } from "./attributes.js";
import { presentProject, presentSimple } from "./entity.js";
import { namespaceName, namespaceOf } from "../namespaces.js";

type Filter = (project: Project) => boolean;

/** Where a list takes its projects from: some of them, or all, which keyset pages read by id from where they begin. */
export type Candidates = readonly Project[] | "all";

/** A list of projects with the filters, the order and the pages of document 3 (Projects). */
export function listProjects(context: Context, candidates: Candidates, cap?: { type: string }): Reply {
  const { store, user, params } = context;
  const levels = user === undefined ? undefined : levelsIn(store, user);
  const isWanted = filterOf(context, levels);
  const isSimple = user === undefined || params.flag("simple") === true;
  const present = (project: Project): Json =>
    isSimple ? presentSimple(context, project) : presentProject(context, project, levels);
  if (wantsKeyset(context) && candidates === "all") {
    return pageById((range) => keep(store.projects.scan(range), isWanted), context, present);
  }
  const found = candidates === "all" ? [...keep(store.projects.scan({}), isWanted)] : candidates.filter(isWanted);
  return page(sort(context, found), context, present, cap);
}

function* keep(projects: Iterable<Project>, isWanted: Filter): Generator<Project> {
  for (const project of projects) if (isWanted(project)) yield project;
}

/** All filters that the request has, as one. Parameters that a list does not declare are never there. */
function filterOf(context: Context, levels: LevelInGroup | undefined): Filter {
  const { params } = context;
  const filters = [...attributeFilters(context), ...memberFilters(context, levels)];
  const search = params.text("search")?.toLowerCase() ?? "";
  if (search !== "") filters.push((project) => textsOf(context, project).some((text) => text.toLowerCase().includes(search)));
  const isSeen: Filter = (project) => canSee(context.store, context.user, project, levels);
  return (project) => filters.every((filter) => filter(project)) && isSeen(project);
}

function attributeFilters(context: Context): Filter[] {
  const { params, store, user } = context;
  const filters: Filter[] = [];
  const [after, before] = [params.get("id_after"), params.get("id_before")];
  if (typeof after === "number") filters.push(({ id }) => id > after);
  if (typeof before === "number") filters.push(({ id }) => id < before);
  const archived = params.flag("archived");
  if (archived !== undefined) filters.push((project) => project.archived === archived);
  const visibility = params.text("visibility");
  if (visibility !== undefined) filters.push((project) => project.visibility === visibility);
  if (params.flag("imported") === true) filters.push(({ attributes }) => (attributes["import_type"] ?? null) !== null);
  for (const [name, isIn] of [
    ["last_activity_after", (at: number, bound: number) => at >= bound],
    ["last_activity_before", (at: number, bound: number) => at <= bound],
  ] as const) {
    const bound = Date.parse(params.text(name) ?? "");
    if (!Number.isNaN(bound)) filters.push((project) => isIn(Date.parse(project.last_activity_at), bound));
  }
  const wanted = params
    .text("topic")
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  for (const name of wanted ?? []) {
    const topic = store.topics.first("name", name.toLowerCase());
    filters.push((project) => topic !== undefined && project.topic_ids.includes(topic.id));
  }
  const topicId = params.number("topic_id");
  if (topicId !== undefined) filters.push((project) => project.topic_ids.includes(topicId));
  if (params.flag("starred") === true) filters.push(() => false);
  if (params.text("with_programming_language") !== undefined) filters.push(() => false);
  if (params.flag("with_security_reports") === true) filters.push(() => false);
  if (params.flag("repository_checksum_failed") === true || params.flag("wiki_checksum_failed") === true)
    filters.push(() => false);
  const storage = params.text("repository_storage");
  if (storage !== undefined && user?.is_admin === true)
    filters.push(({ attributes }) => (attributes["repository_storage"] ?? "default") === storage);
  // Nobody sets custom attributes here, so that a filter by one finds nothing.
  if (params.has("custom_attributes") && user?.is_admin === true) filters.push(() => false);
  return filters;
}

/** Filters that depend on who asks. They say nothing to an anonymous caller. */
function memberFilters(context: Context, levels: LevelInGroup | undefined): Filter[] {
  const { params, store, user } = context;
  const level = (project: Project): number => (user === undefined ? 0 : accessLevel(store, user, project, levels));
  const filters: Filter[] = [];
  for (const [name, feature] of FEATURES) {
    if (params.flag(name) !== true) continue;
    filters.push((project) => isAvailable(project, feature, user?.is_admin === true || level(project) > LEVEL.none));
  }
  if (user === undefined) return filters;
  if (params.flag("owned") === true) filters.push((project) => level(project) >= LEVEL.owner);
  if (params.flag("membership") === true) filters.push((project) => level(project) > LEVEL.none);
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
  const namespace = params.get("search_namespaces") === true ? namespaceOf(store, project.namespace_id) : undefined;
  return namespace === undefined
    ? texts
    : [...texts, project.path_with_namespace, `${namespaceName(store, namespace)} / ${project.name}`];
}

function sort(context: Context, projects: Project[]): Project[] {
  const { params } = context;
  const search = params.text("search") ?? "";
  const order = params.text("order_by") ?? "created_at";
  if (order === "similarity") return bySimilarity(projects, search);
  const sign = params.text("sort") === "asc" ? 1 : -1;
  if (order === "name" || order === "path") {
    const key = (project: Project): string => project[order].toLowerCase();
    return projects.sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) || sign * (a.id - b.id));
  }
  if (order === "created_at") return projects.sort((a, b) => sign * (compare(a.created_at, b.created_at) || a.id - b.id));
  if (order === "last_activity_at" || order === "updated_at")
    return projects.sort((a, b) => sign * (compare(a.last_activity_at, b.last_activity_at) || a.id - b.id));
  return projects.sort((a, b) => sign * (a.id - b.id));
}

/** By likeness to the search; without a search by name (document 3, Groups). */
function bySimilarity(projects: Project[], search: string): Project[] {
  const scores = new Map(projects.map((project) => [project.id, likeness(search, [project.path, project.name])]));
  const score = (project: Project): number => (search === "" ? 0 : (scores.get(project.id) ?? 0));
  return projects.sort((a, b) => score(b) - score(a) || compare(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
