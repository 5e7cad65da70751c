import type { Context } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { projectIdentity } from "../projects/present.js";
import { type DeployKey, type KeyInProject, projectDeployKeyTable } from "./records.js";

/** A deploy key, as it was sent. */
export function presentDeployKey({ knowledge }: Pick<Context, "knowledge">, key: DeployKey): Record<string, Json> {
  const { id, title, fingerprint, fingerprint_sha256, created_at, expires_at } = key;
  return {
    id,
    title,
    key: key.key,
    fingerprint,
    fingerprint_sha256,
    created_at,
    expires_at,
    ...(knowledge?.keys.has("last_used_at") === true ? { last_used_at: null } : {}),
    usage_type: "auth_and_signing",
  };
}

/** A deploy key as a project has it. */
export function presentProjectDeployKey(context: Context, { key, enabled }: KeyInProject): Record<string, Json> {
  return { ...presentDeployKey(context, key), can_push: enabled.can_push };
}

/** A deploy key with all projects that have it. */
export function presentWithProjects(context: Context, key: DeployKey): Record<string, Json> {
  const { store } = context;
  const all = store.of(projectDeployKeyTable).where("key", key.id);
  const identities = (canPush: boolean): Json =>
    all
      .filter(({ can_push }) => can_push === canPush)
      .flatMap(({ home }) => store.projects.get(home.id) ?? [])
      .map((project) => projectIdentity(context, project));
  return {
    ...presentDeployKey(context, key),
    projects_with_write_access: identities(true),
    projects_with_readonly_access: identities(false),
  };
}
