import { LEVEL } from "../../core/access.js";
import type { PlatformState, SeedPart } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { addBranch, copyRepository } from "../../core/repository.js";
import { COUNT, FLAG, type Seeded, TEXT, TEXTS, seedList, seedObject, seedOptions } from "../../core/seed-part.js";
import { SEED_TIME, refuseVendorOnly, seedGroup, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { CUSTOM_ATTRIBUTES_SEED, addCustomAttributes } from "../custom-attributes/records.js";
import { COMMON_SEED, addSeedMembers } from "../groups/seed.js";
import { namespaceAt, namespaceId, namespacePath } from "../namespaces/records.js";
import { PROTECTED_BRANCHES_SEED, addSeedProtectedBranch } from "../protected-branches/seed.js";
import { topicIds, topicTable } from "../topics/records.js";
import { SIZES, measuresTable, starTable } from "./statistics.js";

const MEASURES_SEED = seedOptions({
  languages: { type: "object", additionalProperties: { type: "number" } },
  sizes: seedOptions(Object.fromEntries(SIZES.map((name) => [name, COUNT])) as Record<(typeof SIZES)[number], typeof COUNT>),
  failed_checksums: seedList({ type: "string", enum: ["repository", "wiki"] }),
  security_reports: FLAG,
});

const SEED = seedObject(["path_with_namespace"], {
  path_with_namespace: TEXT,
  creator: TEXT,
  archived: FLAG,
  created_at: SEED_TIME,
  last_activity_at: SEED_TIME,
  topics: TEXTS,
  branches: TEXTS,
  /** The project that it begins as a copy of; one that comes before it. */
  forked_from: TEXT,
  protected_branches: PROTECTED_BRANCHES_SEED,
  stars: TEXTS,
  custom_attributes: CUSTOM_ATTRIBUTES_SEED,
  measures: MEASURES_SEED,
  ...COMMON_SEED,
});

type SeedProject = Seeded<typeof SEED>;

/** Projects of a seed. The first branch is the default branch; a project without branches has an empty repository. */
export const projectSeed: SeedPart = {
  key: "projects",
  about:
    "Projects, in a group or in a user's namespace. The first branch is the default branch; without branches the repository is empty.",
  entry: SEED,
  load: (world, entries) => {
    const seeds = entries as readonly SeedProject[];
    for (const [index, { attributes = {} }] of seeds.entries())
      refuseVendorOnly(world, `projects/${index}/attributes`, "updateProject", Object.keys(attributes));
    for (const seed of seeds) addProject(world, seed);
  },
};

function addProject(world: PlatformState, seed: SeedProject): void {
  const { store } = world;
  const project = insertProject(world, seed);
  addSeedMembers(world, { kind: "project", id: project.id }, seed.members ?? {});
  if (seed.forked_from !== undefined) copyRepository(store, seedProject(world, seed.forked_from), project);
  for (const name of seed.branches ?? []) addBranch(world, project, name);
  addMeasures(world, project, seed);
  for (const { group, access_level: group_access, expires_at = null } of seed.shared_with ?? [])
    store.projectShares.insert({ project_id: project.id, group_id: seedGroup(world, group).id, group_access, expires_at });
  // Entries may name groups that the project is shared with.
  for (const rule of seed.protected_branches ?? []) addSeedProtectedBranch(world, project, rule);
}

/** What no endpoint writes: measures, stars and custom attributes. */
function addMeasures(world: PlatformState, { id }: Project, { measures, stars, custom_attributes }: SeedProject): void {
  const { store } = world;
  for (const username of stars ?? []) store.of(starTable).insert({ project_id: id, user_id: seedUser(world, username).id });
  addCustomAttributes(world, { kind: "project", id }, custom_attributes ?? {});
  if (measures === undefined) return;
  const nothing = { languages: {}, sizes: {}, failed_checksums: [], security_reports: false };
  store.of(measuresTable).insert({ project_id: id, ...nothing, ...measures });
}

function insertProject(world: PlatformState, seed: SeedProject): Project {
  const { store } = world;
  const cut = seed.path_with_namespace.lastIndexOf("/");
  const path = seed.path_with_namespace.slice(cut + 1);
  const namespace = namespaceAt(store, seed.path_with_namespace.slice(0, cut));
  if (namespace === undefined) throw new Error(`the seed has no namespace for ${seed.path_with_namespace}`);
  const creator = seedUser(world, seed.creator ?? "root");
  const created_at = seedTime(seed.created_at ?? "-0m");
  const last_activity_at = seed.last_activity_at === undefined ? created_at : seedTime(seed.last_activity_at);
  const project = store.projects.insert({
    name: seed.name ?? path,
    path,
    path_with_namespace: `${namespacePath(namespace)}/${path}`,
    namespace_id: namespaceId(namespace),
    creator_id: creator.id,
    visibility: seed.visibility ?? "private",
    created_at,
    last_activity_at,
    archived: seed.archived ?? false,
    forked_from_id: seed.forked_from === undefined ? null : seedProject(world, seed.forked_from).id,
    marked_for_deletion_on: null,
    avatar: null,
    topic_ids: (seed.topics ?? []).flatMap(
      (name) => store.of(topicTable).first("name", name.toLowerCase())?.id ?? topicIds(world, [name]),
    ),
    attributes: { ...seed.attributes },
  });
  if (namespace.kind === "user")
    addSeedMembers(world, { kind: "project", id: project.id }, { [namespace.user.username]: LEVEL.owner });
  return project;
}
