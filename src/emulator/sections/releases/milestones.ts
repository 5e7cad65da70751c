import type { PlatformState } from "../../context.js";
import { badRequest } from "../../errors.js";
import { exists } from "../../instance.js";
import type { Json } from "../../json.js";
import type { Project } from "../../records.js";
import type { Release } from "../../records/releases.js";
import { homeKey, issueTable, milestoneTable } from "../../records/work-items.js";
import type { Milestone } from "../../records/work-items.js";
import { presentMilestone } from "../work-items/parts.js";

/** Ids of the milestones with the given titles. Throws 400 for titles that a release of the project may not have. */
export function milestonesTitled(world: PlatformState, project: Project, titles: readonly string[]): number[] {
  const { ids, unknown } = lookUp(world, project, titles);
  if (unknown.length > 0) throw badRequest(`Milestone(s) not found: ${unknown.join(", ")}`);
  return ids;
}

/**
 * Milestones that a release of the project may have: the project's and, from PREMIUM on, those of the project's own group, but not those of groups above
 * (document 2, Releases).
 */
export function lookUp(world: PlatformState, project: Project, titles: readonly string[]): { ids: number[]; unknown: string[] } {
  const known = new Map(eligible(world, project).map(({ title, id }) => [title, id]));
  const ids = new Set(titles.flatMap((title) => known.get(title) ?? []));
  return { ids: [...ids], unknown: titles.filter((title) => !known.has(title)) };
}

/** Milestones of a release with the numbers of their issues: by due date, start and title, those without dates last. */
export function presentMilestones(world: PlatformState, release: Release): Json[] {
  const milestones = release.milestone_ids.flatMap((id) => world.store.of(milestoneTable).get(id) ?? []);
  const key = ({ due_date, start_date, title }: Milestone): string => `${due_date ?? "~"} ${start_date ?? "~"} ${title}`;
  return milestones
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map((milestone) => ({ ...presentMilestone(world, milestone), issue_stats: countIssues(world, milestone) }));
}

function eligible({ store, instance }: PlatformState, project: Project): Milestone[] {
  const own = store.of(milestoneTable).where("home", homeKey({ kind: "project", id: project.id }));
  if (!exists(instance, { tier: "premium" })) return own;
  return [...store.of(milestoneTable).where("home", homeKey({ kind: "group", id: project.namespace_id })), ...own];
}

function countIssues({ store }: PlatformState, milestone: Milestone): Json {
  const issues = store.of(issueTable).where("milestone", milestone.id);
  return { total: issues.length, closed: issues.filter((issue) => issue.state === "closed").length };
}
