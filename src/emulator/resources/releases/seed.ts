import { tagNamed } from "../../core/repository.js";
import { TEXT, seedList, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_TIME, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { collectInTime } from "./present.js";
import { RELEASE_LINK_TYPES, lookUp, releaseLinkTable, releaseTable } from "./records.js";

const LINK = seedObject(["name", "url"], {
  name: TEXT,
  url: TEXT,
  filepath: TEXT,
  link_type: { type: "string", enum: RELEASE_LINK_TYPES },
});

/** Releases of a seed, of tags and milestones that it has too. */
export const releaseSeed = seedPart(
  "releases",
  "Releases of tags, with links, milestones and evidence.",
  seedObject(["project", "tag", "author"], {
    project: TEXT,
    /** A tag that the seed has. */
    tag: TEXT,
    name: TEXT,
    description: TEXT,
    author: TEXT,
    milestones: seedList(TEXT),
    at: SEED_TIME,
    /** `at` when left out. */
    released_at: SEED_TIME,
    links: seedList(LINK),
  }),
  (world, seed) => {
    const { store } = world;
    const project = seedProject(world, seed.project);
    const tag = tagNamed(store, project.id, seed.tag);
    if (tag === undefined) throw new Error(`the seed names a tag that ${seed.project} does not have: ${seed.tag}`);
    const milestones = lookUp(world, project, seed.milestones ?? []);
    if (milestones.unknown.length > 0)
      throw new Error(`the seed names milestones that releases of ${seed.project} cannot have: ${milestones.unknown.join(", ")}`);
    const created_at = seedTime(seed.at ?? "-1d");
    const release = store.of(releaseTable).insert({
      project_id: project.id,
      tag: seed.tag,
      name: seed.name ?? seed.tag,
      description: seed.description ?? null,
      sha: tag.sha,
      author_id: seedUser(world, seed.author).id,
      milestone_ids: milestones.ids,
      created_at,
      released_at: seed.released_at === undefined ? created_at : seedTime(seed.released_at),
    });
    for (const { name, url, filepath = null, link_type = "other" } of seed.links ?? [])
      store.of(releaseLinkTable).insert({ release_id: release.id, name, url, filepath, link_type });
    collectInTime(world, release);
  },
);
