import { LEVEL, isProject } from "../../core/access.js";
import type { PlatformState } from "../../core/context.js";
import type { GroupOrProject } from "../../core/records.js";
import type { Schema } from "../../core/schema.js";
import { type Seeded, TEXT, seedList, seedObject, seedOptions } from "../../core/seed-part.js";
import { seedEntry } from "../../core/seed.js";
import type { Store } from "../../core/store.js";
import { projectsIn } from "../groups/reach.js";
import { mayBeNamed } from "../protected-environments/access.js";
import { projectProtectedEnvironmentTable, protectedEnvironmentsOf } from "../protected-environments/records.js";
import { protectedTagTable, protectedTagsOf } from "../protected-tags/records.js";
import {
  BRANCH_ACTIONS,
  type BranchAccess,
  type BranchAction,
  type StoredAccess,
  isEntitled,
  ownRules,
  protectedBranchTable,
} from "./access.js";
import { applyAccess } from "./entries.js";

const entries = <const P extends Readonly<Record<string, Schema>>, const L extends readonly number[]>(levels: L, named: P) =>
  seedList(seedOptions({ access_level: { type: "integer", enum: levels }, ...named }));

const LEVELS = [LEVEL.none, LEVEL.developer, LEVEL.maintainer, LEVEL.admin];

/** Schema of the protected branches of a seed's project or, with levels alone, of its group. A name alone is for Maintainers. */
const schemaOf = <const P extends Readonly<Record<string, Schema>>>(named: P) =>
  seedList({
    anyOf: [
      TEXT,
      seedObject(["name"], {
        name: TEXT,
        allowed_to_push: entries(LEVELS, named),
        allowed_to_merge: entries(LEVELS, named),
        allowed_to_unprotect: entries(LEVELS.slice(1), named),
        allow_force_push: { type: "boolean" },
        code_owner_approval_required: { type: "boolean" },
      }),
    ],
  });

export const PROTECTED_BRANCHES_SEED = schemaOf({ user: TEXT, group: TEXT });

export const GROUP_PROTECTED_BRANCHES_SEED = schemaOf({});

/** A protected branch of a seed: its name alone, where Maintainers push, merge and unprotect. */
export type SeedProtectedBranch = Seeded<typeof PROTECTED_BRANCHES_SEED>[number];

/** Protects a branch of a seed, once. Lists that it leaves out are for Maintainers. Throws, naming the branch, when it could not be protected so by the API. */
export function addSeedProtectedBranch(world: PlatformState, holder: GroupOrProject, seed: SeedProtectedBranch): void {
  const { store } = world;
  const rule = typeof seed === "string" ? { name: seed } : seed;
  const refuse = (problem: string): never => {
    const path = isProject(holder) ? holder.path_with_namespace : holder.full_path;
    throw new Error(`the seed: protected branch ${rule.name} of ${path}: ${problem}`);
  };
  if (!isProject(holder) && holder.parent_id !== null) refuse("only top-level groups have protected branches");
  if (ownRules(store, holder).some(({ name }) => name === rule.name)) return;
  const list = (action: BranchAction): readonly BranchAccess[] => {
    const sent = rule[`allowed_to_${action}`] ?? [{ access_level: LEVEL.maintainer }];
    const { entries: made, problems } = applyAccess(
      store,
      holder,
      action,
      [],
      sent.map((entry) => seedEntry(world, entry)),
    );
    const [problem] = problems;
    return problem === undefined ? made : refuse(problem);
  };
  store.of(protectedBranchTable).insert({
    ...(isProject(holder) ? { project_id: holder.id } : { project_id: null, group_id: holder.id }),
    name: rule.name,
    push_access_levels: list("push"),
    merge_access_levels: list("merge"),
    unprotect_access_levels: list("unprotect"),
    allow_force_push: rule.allow_force_push ?? false,
    code_owner_approval_required: rule.code_owner_approval_required ?? false,
    updated_at: new Date().toISOString(),
  });
}

/**
 * Drops from the protected branches, tags and environments of a project, or of all projects below a group, the entries that name somebody without access any more (the
 * reference of real servers, kinds, share with a group).
 */
export function revokeBranchAccess(store: Store, holder: GroupOrProject): void {
  for (const project of projectsIn(store, holder)) {
    const isKept = (entry: StoredAccess[number]): boolean => typeof entry === "number" || isEntitled(store, project, entry);
    for (const { id, create_access_levels: entries } of protectedTagsOf(store, project.id)) {
      const kept = entries.filter((entry) => isEntitled(store, project, entry));
      if (kept.length < entries.length) store.of(protectedTagTable).update(id, { create_access_levels: kept });
    }
    for (const { id, deploy_access_levels: levels, approval_rules: rules } of protectedEnvironmentsOf(store, project.id)) {
      const deploy_access_levels = levels.filter((entry) => mayBeNamed(store, project, entry));
      const approval_rules = rules.filter((entry) => mayBeNamed(store, project, entry));
      if (deploy_access_levels.length + approval_rules.length < levels.length + rules.length)
        store.of(projectProtectedEnvironmentTable).update(id, { deploy_access_levels, approval_rules });
    }
    for (const rule of ownRules(store, project)) {
      const lists = BRANCH_ACTIONS.map((action) => `${action}_access_levels` as const);
      const kept = Object.fromEntries(lists.map((name) => [name, rule[name].filter(isKept)]));
      if (lists.some((name) => !rule[name].every(isKept))) store.of(protectedBranchTable).update(rule.id, kept);
    }
  }
}
