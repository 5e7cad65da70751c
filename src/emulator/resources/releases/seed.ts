import type { PlatformState, SeedPart } from "../../core/context.js";
import { tagNamed } from "../../core/repository.js";
import { SEED_TIME, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { collectInTime } from "./present.js";
import { RELEASE_LINK_TYPES, type ReleaseLink, lookUp, releaseLinkTable, releaseTable } from "./records.js";

type SeedRelease = {
  project: string;
  /** A tag that the seed has. */
  tag: string;
  name?: string;
  description?: string;
  author: string;
  milestones?: readonly string[];
  at?: string;
  /** `at` when left out. */
  released_at?: string;
  links?: readonly { name: string; url: string; filepath?: string; link_type?: ReleaseLink["link_type"] }[];
};

const text = { type: "string" } as const;

/** Releases of a seed, of tags and milestones that it has too. */
export const releaseSeed: SeedPart = {
  key: "releases",
  about: "Releases of tags, with links, milestones and evidence.",
  entry: {
    type: "object",
    required: ["project", "tag", "author"],
    additionalProperties: false,
    properties: {
      project: text,
      tag: text,
      name: text,
      description: text,
      author: text,
      milestones: { type: "array", items: text },
      at: SEED_TIME,
      released_at: SEED_TIME,
      links: {
        type: "array",
        items: {
          type: "object",
          required: ["name", "url"],
          additionalProperties: false,
          properties: { name: text, url: text, filepath: text, link_type: { type: "string", enum: RELEASE_LINK_TYPES } },
        },
      },
    },
  },
  load: (world, entries) => {
    for (const entry of entries) addRelease(world, entry as SeedRelease);
  },
};

function addRelease(world: PlatformState, seed: SeedRelease): void {
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
}
