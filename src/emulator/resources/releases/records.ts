import type { PlatformState } from "../../core/context.js";
import { inProject } from "../../core/git/records.js";
import { exists } from "../../core/instance.js";
import type { Json, Project } from "../../core/records.js";
import { badRequest } from "../../core/replies.js";
import { defineTable } from "../../core/table.js";
import { presentMilestone } from "../work-items/present.js";
import { type Milestone, homeKey, issueTable, milestoneTable } from "../work-items/records.js";

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
  const milestones = store.of(milestoneTable).where("home", homeKey({ kind: "project", id: project.id }));
  if (!exists(instance, { tier: "premium" })) return milestones;
  return [...store.of(milestoneTable).where("home", homeKey({ kind: "group", id: project.namespace_id })), ...milestones];
}

function countIssues({ store }: PlatformState, milestone: Milestone): Json {
  const issues = store.of(issueTable).where("milestone", milestone.id);
  return { total: issues.length, closed: issues.filter((issue) => issue.state === "closed").length };
}

export const RELEASE_LINK_TYPES = ["other", "runbook", "image", "package"] as const;

/** What a project brought out under a tag. */
export type Release = {
  readonly id: number;
  readonly project_id: number;
  readonly tag: string;
  readonly name: string;
  readonly description: string | null;
  /** Commit of the tag, kept when the tag is gone. */
  readonly sha: string;
  readonly author_id: number;
  readonly milestone_ids: readonly number[];
  readonly created_at: string;
  readonly released_at: string;
};

export type ReleaseLink = {
  readonly id: number;
  readonly release_id: number;
  readonly name: string;
  readonly url: string;
  /** Where the asset is found below the release's own address: `/bin/tool`. */
  readonly filepath: string | null;
  readonly link_type: (typeof RELEASE_LINK_TYPES)[number];
};

/** A record of what a release was when the evidence was collected. */
export type Evidence = {
  readonly id: number;
  readonly release_id: number;
  /** SHA-256 over the record. */
  readonly sha: string;
  readonly collected_at: string;
};

export const releaseTable = defineTable<Release, "project" | "tag">("releases", {
  project: (release) => release.project_id,
  tag: (release) => inProject(release.project_id, release.tag),
});

export const releaseLinkTable = defineTable<ReleaseLink, "release">("release_links", { release: (link) => link.release_id });

export const evidenceTable = defineTable<Evidence, "release">("release_evidences", {
  release: (evidence) => evidence.release_id,
});
