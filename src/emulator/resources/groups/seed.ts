import { groupAt } from "../../core/access.js";
import type { PlatformState, SeedPart } from "../../core/context.js";
import type { Group, Source } from "../../core/records.js";
import { type Seeded, TEXT, TEXTS, seedList, seedObject } from "../../core/seed-part.js";
import { refuseVendorOnly, seedGroup, seedUser } from "../../core/seed.js";
import { CUSTOM_ATTRIBUTES_SEED, addCustomAttributes } from "../custom-attributes/records.js";
import { GROUP_PROTECTED_BRANCHES_SEED, addSeedProtectedBranch } from "../protected-branches/seed.js";

const LEVELS = { type: "integer", enum: [10, 20, 30, 40, 50] } as const;

/** What groups and projects of a seed have alike. Access levels are numbers, by username. */
export const COMMON_SEED = {
  name: TEXT,
  visibility: { type: "string", enum: ["private", "internal", "public"] },
  members: { type: "object", additionalProperties: LEVELS },
  ldap_members: TEXTS,
  shared_with: seedList({
    type: "object",
    required: ["group", "access_level"],
    properties: { group: TEXT, access_level: LEVELS, expires_at: TEXT },
  }),
  attributes: { type: "object" },
} as const;

const SEED = seedObject(["full_path"], {
  full_path: TEXT,
  custom_attributes: CUSTOM_ATTRIBUTES_SEED,
  protected_branches: GROUP_PROTECTED_BRANCHES_SEED,
  ...COMMON_SEED,
});

type SeedGroup = Seeded<typeof SEED>;

/** Groups of a seed, parents before what lies in them. Shares may name groups that come later. */
export const groupSeed: SeedPart = {
  key: "groups",
  about:
    "Groups, parents before what lies in them; members by username with their access level, those among them that a directory gives once more. Protected branches are for top-level groups.",
  entry: SEED,
  load: (world, entries) => {
    const seeds = entries as readonly SeedGroup[];
    for (const [index, { attributes = {} }] of seeds.entries())
      refuseVendorOnly(world, `groups/${index}/attributes`, "updateGroup", Object.keys(attributes));
    const groups = seeds.map((seed) => ({ group_id: addGroup(world, seed).id, shares: seed.shared_with ?? [] }));
    for (const { group_id, shares } of groups)
      for (const { group, access_level: group_access, expires_at = null } of shares) {
        const { id: shared_with_group_id } = seedGroup(world, group);
        world.store.groupShares.insert({ group_id, shared_with_group_id, group_access, expires_at });
      }
  },
};

function addGroup(world: PlatformState, seed: SeedGroup): Group {
  const { store } = world;
  const segments = seed.full_path.split("/");
  const path = segments.at(-1) ?? "";
  const parentPath = segments.slice(0, -1).join("/");
  const parent = parentPath === "" ? undefined : groupAt(store, parentPath);
  if (parentPath !== "" && parent === undefined) throw new Error(`the seed: ${seed.full_path} comes before ${parentPath}`);
  const created_at = new Date().toISOString();
  const group = store.groups.insert({
    name: seed.name ?? path,
    path,
    full_path: seed.full_path,
    parent_id: parent?.id ?? null,
    visibility: seed.visibility ?? "private",
    created_at,
    marked_for_deletion_on: null,
    avatar: null,
    attributes: { ...seed.attributes, updated_at: created_at },
  });
  addSeedMembers(world, { kind: "group", id: group.id }, seed.members ?? {}, seed.ldap_members);
  addCustomAttributes(world, { kind: "group", id: group.id }, seed.custom_attributes ?? {});
  for (const rule of seed.protected_branches ?? []) addSeedProtectedBranch(world, group, rule);
  return group;
}

/** Members by username. Throws for a user that the seed does not have. */
export function addSeedMembers(
  { store }: PlatformState,
  source: Source,
  members: Readonly<Record<string, number>>,
  ofDirectory: readonly string[] = [],
): void {
  for (const [username, access_level] of Object.entries(members)) {
    store.members.insert({
      ...(ofDirectory.includes(username) ? { override: false } : {}),
      source,
      user_id: seedUser({ store }, username).id,
      access_level,
      expires_at: null,
      created_at: new Date().toISOString(),
    });
  }
}
