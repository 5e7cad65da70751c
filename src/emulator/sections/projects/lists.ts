import { levelsIn } from "../../access.js";
import { compare } from "../../compare.js";
import type { Context } from "../../context.js";
import type { Json } from "../../json.js";
import { page, pageById, wantsKeyset } from "../../pages.js";
import type { Project } from "../../records.js";
import type { Reply } from "../../replies.js";
import { likeness } from "../likeness.js";
import { sizeOf } from "../statistics.js";
import { presentProject, presentSimple } from "./entity.js";
import { filterOf } from "./filters.js";
import type { Filter } from "./filters.js";

/** Where a list takes its projects from: some of them, or all, which keyset pages read by id from where they begin. */
export type Candidates = readonly Project[] | "all";

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
  const found = candidates === "all" ? [...keep(store.projects.scan({}), isWanted)] : candidates.filter(isWanted);
  return page(sort(context, found, candidates === "all"), context, present, { type: "Project" });
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
    return projects.sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) || sign * (a.id - b.id));
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
