import { createHash } from "node:crypto";
import type { PlatformState } from "../../context.js";
import type { Json } from "../../json.js";
import { evidenceTable, releaseTable } from "../../records/releases.js";
import type { Evidence, Release } from "../../records/releases.js";
import { milestoneTable } from "../../records/work-items.js";
import { later } from "../../work.js";
import { isUpcoming } from "./entity.js";

/** Records what the release is now. */
export function collect({ store }: PlatformState, release: Release): Evidence {
  const project = store.projects.get(release.project_id);
  const milestones = release.milestone_ids.flatMap((id) => store.of(milestoneTable).get(id) ?? []);
  const { id, tag, name, description, created_at } = release;
  const collected_at = new Date().toISOString();
  const record = {
    release: {
      id,
      tag_name: tag,
      name,
      description,
      created_at,
      project: { id: release.project_id, name: project?.name ?? null, created_at: project?.created_at ?? null },
      milestones: milestones.map(({ title, state, due_date }) => ({ title, state, due_date })),
    },
    collected_at,
  };
  const sha = createHash("sha256").update(JSON.stringify(record)).digest("hex");
  return store.of(evidenceTable).insert({ release_id: id, sha, collected_at });
}

/**
 * Evidence without being asked, as real servers collect it: at once for a release of now, when its time comes for an upcoming one, and never for one that
 * was released before it was created.
 */
export function collectInTime(world: PlatformState, release: Release): void {
  const wait = Date.parse(release.released_at) - Date.now();
  if (wait > 0) later(world, wait, "collectEvidence", { release: release.id });
  else if (seconds(release.released_at) >= seconds(release.created_at)) collect(world, release);
}

/** Background work: the time of an upcoming release has come, unless it was moved meanwhile. */
export function collectEvidence(world: PlatformState, input: Json): void {
  const release = world.store.of(releaseTable).get((input as { readonly release: number }).release);
  if (release === undefined || isUpcoming(release)) return;
  if (world.store.of(evidenceTable).count("release", release.id) === 0) collect(world, release);
}

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);
