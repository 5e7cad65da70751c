import { groupAt } from "../../core/access.js";
import type { PlatformState, SeedPart } from "../../core/context.js";
import type { Json } from "../../core/json.js";
import type { Group, Source, Visibility } from "../../core/records.js";
import { refuseVendorOnly, seedGroup, seedUser } from "../../core/seed.js";
import { CUSTOM_ATTRIBUTES_SEED, addCustomAttributes } from "../custom-attributes/records.js";
import { GROUP_PROTECTED_BRANCHES_SEED, type SeedProtectedBranch, addSeedProtectedBranch } from "../protected-branches/seed.js";

/** A group that something is shared with, until the day if there is one. */
type SeedShare = { readonly group: string; readonly access_level: number; readonly expires_at?: string };

/** What groups and projects of a seed have alike. */
export type CommonSeed = {
  name?: string;
  visibility?: Visibility;
  members?: Readonly<Record<string, number>>;
  ldap_members?: readonly string[];
  shared_with?: readonly SeedShare[];
  protected_branches?: readonly SeedProtectedBranch[];
  custom_attributes?: Readonly<Record<string, string>>;
  attributes?: Readonly<Record<string, Json>>;
};

type SeedGroup = CommonSeed & { full_path: string };

/** Its schema. Access levels are numbers, by username. */
export const COMMON_SEED = {
  name: { type: "string" },
  visibility: { type: "string", enum: ["private", "internal", "public"] },
  members: { type: "object", additionalProperties: { type: "integer", enum: [10, 20, 30, 40, 50] } },
  ldap_members: { type: "array", items: { type: "string" } },
  shared_with: {
    type: "array",
    items: {
      type: "object",
      required: ["group", "access_level"],
      properties: {
        group: { type: "string" },
        access_level: { type: "integer", enum: [10, 20, 30, 40, 50] },
        expires_at: { type: "string" },
      },
    },
  },
  attributes: { type: "object" },
} as const;

/** Groups of a seed, parents before what lies in them. Shares may name groups that come later. */
export const groupSeed: SeedPart = {
  key: "groups",
  about:
    "Groups, parents before what lies in them; members by username with their access level, those among them that a directory gives once more. Protected branches are for top-level groups.",
  entry: {
    type: "object",
    required: ["full_path"],
    additionalProperties: false,
    properties: {
      full_path: { type: "string" },
      custom_attributes: CUSTOM_ATTRIBUTES_SEED,
      protected_branches: GROUP_PROTECTED_BRANCHES_SEED,
      ...COMMON_SEED,
    },
  },
  load: (world, entries) => {
    const seeds = entries as readonly SeedGroup[];
    for (const [index, { attributes = {} }] of seeds.entries())
      refuseVendorOnly(world, `groups/${index}/attributes`, "updateGroup", Object.keys(attributes));
    const groups = seeds.map((seed) => ({ group: addGroup(world, seed), shares: seed.shared_with ?? [] }));
    for (const { group, shares } of groups) for (const share of shares) addShare(world, group, share);
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

function addShare({ store }: PlatformState, group: Group, share: SeedShare): void {
  const other = seedGroup({ store }, share.group);
  store.groupShares.insert({
    group_id: group.id,
    shared_with_group_id: other.id,
    group_access: share.access_level,
    expires_at: share.expires_at ?? null,
  });
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
