import { defineTable } from "../table.js";
import { inProject } from "./repository.js";

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
