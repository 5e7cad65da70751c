import { type EntryHome, homeKeyOf } from "../../core/collection/spec.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";

/** A deploy key, which many projects may have. */
export type DeployKey = {
  readonly id: number;
  readonly title: string;
  /** As it was sent, with its comment. */
  readonly key: string;
  readonly fingerprint: string;
  readonly fingerprint_sha256: string;
  readonly user_id: number;
  /** Made by administrators for all projects. Others are gone with the last project that has them. */
  readonly public: boolean;
  readonly expires_at: string | null;
  readonly created_at: string;
};

/** A deploy key in a project. */
export type DeployKeyOfProject = {
  readonly id: number;
  readonly home: EntryHome;
  readonly key_id: number;
  readonly can_push: boolean;
};

/** A key with what it may do in a project. */
export type KeyInProject = { readonly key: DeployKey; readonly enabled: DeployKeyOfProject };

export const deployKeyTable = defineTable<DeployKey, "fingerprint">("deploy_keys", {
  fingerprint: (key) => key.fingerprint_sha256,
});

export const projectDeployKeyTable = defineTable<DeployKeyOfProject, "home" | "key">("deploy_keys_projects", {
  home: (row) => homeKeyOf(row.home),
  key: (row) => row.key_id,
});

/** All deploy keys that are left: those of all projects, and those that a project has. */
export function deployKeys(store: Store): DeployKey[] {
  return store
    .of(deployKeyTable)
    .all()
    .filter((key) => key.public || store.of(projectDeployKeyTable).count("key", key.id) > 0);
}

export function deployKeysOf(store: Store, projectId: number): KeyInProject[] {
  const table = store.of(deployKeyTable);
  return store
    .of(projectDeployKeyTable)
    .where("home", homeKeyOf({ kind: "project", id: projectId }))
    .flatMap((enabled) => {
      const key = table.get(enabled.key_id);
      return key === undefined ? [] : [{ key, enabled }];
    });
}
