import { LEVEL, accessLevel, projectFor, requireUser, withId } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Project, User } from "../../core/records.js";
import { type Reply, badParameters, created, invalid, noContent, ok, orNotFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { revokeBranchAccess } from "../protected-branches/seed.js";
import { sshKeyOf, sshKeyTable } from "../user-keys/records.js";
import { presentDeployKey, presentProjectDeployKey, presentWithProjects } from "./present.js";
import {
  type DeployKey,
  type DeployKeyOfProject,
  type KeyInProject,
  deployKeyTable,
  deployKeys,
  deployKeysOf,
  projectDeployKeyTable,
} from "./records.js";

/**
 * Deploy keys of projects, and those that administrators make for all (the reference of real servers, kinds, section 1).
 * No collection: many projects share one key.
 */
export default {
  operations: {
    "GET /deploy_keys": {
      role: "administrator",
      handler: (context) => {
        const all = deployKeys(context.store);
        const matchingDeployKeys = context.params.flag("public") === true ? all.filter((key) => key.public) : all;
        return page(matchingDeployKeys, context, (key) => presentWithProjects(context, key));
      },
    },
    "POST /deploy_keys": {
      role: "administrator",
      handler: (context) => created(presentDeployKey(context, make(context, { public: true, prefix: "" }))),
    },
    "GET /projects/{id}/deploy_keys": (context) => {
      const deployKeys = deployKeysOf(context.store, projectFor(context, LEVEL.maintainer).id);
      return page(deployKeys, context, (deployKey) => presentProjectDeployKey(context, deployKey));
    },
    "POST /projects/{id}/deploy_keys": add,
    "GET /projects/{id}/deploy_keys/{key_id}": (context) =>
      ok(presentProjectDeployKey(context, find(context, projectFor(context, LEVEL.maintainer)))),
    "PUT /projects/{id}/deploy_keys/{key_id}": update,
    "DELETE /projects/{id}/deploy_keys/{key_id}": remove,
    "POST /projects/{id}/deploy_keys/{key_id}/enable": enable,
  },
} satisfies Resource;

function find({ store, params }: Context, project: Project, what?: string): KeyInProject {
  const id = params.requiredText("key_id");
  const deployKey = deployKeysOf(store, project.id).find(({ key }) => String(key.id) === id);
  return orNotFound(deployKey, what);
}

/** A new key. Throws 400 for what is no key, and for one that is there already. */
function make(context: Context, { public: isPublic, prefix }: { readonly public: boolean; readonly prefix: string }): DeployKey {
  const { store, params } = context;
  const user = requireUser(context);
  const [text, title] = [params.requiredText("key").trim(), params.requiredText("title")];
  const key = sshKeyOf(text);
  const wrong: Record<string, string[]> = {};
  if (title.trim() === "") wrong[`${prefix}title`] = ["can't be blank"];
  if (key === undefined) {
    wrong[`${prefix}key`] = ["is invalid"];
    wrong[`${prefix}fingerprint_sha256`] = ["cannot be generated"];
  } else if (isTaken(context, key.fingerprint_sha256)) wrong[`${prefix}fingerprint_sha256`] = ["has already been taken"];
  const expires_at = params.text("expires_at") ?? null;
  if (expires_at !== null && !(Date.parse(expires_at) > Date.now())) wrong[`${prefix}key`] = ["has expired"];
  if (key === undefined || Object.keys(wrong).length > 0) throw invalid(wrong);
  return store.of(deployKeyTable).insert({
    title,
    key: text,
    fingerprint: key.fingerprint,
    fingerprint_sha256: key.fingerprint_sha256,
    user_id: user.id,
    public: isPublic,
    expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
    created_at: new Date().toISOString(),
  });
}

/** True for the key of a project, and for one by which a user signs in. */
function isTaken({ store }: Context, fingerprint: string): boolean {
  return (
    deployKeys(store).some((key) => key.fingerprint_sha256 === fingerprint) ||
    store
      .of(sshKeyTable)
      .all()
      .some((key) => key["fingerprint_sha256"] === fingerprint)
  );
}

/** A key that the project has already stays as it is; one that the caller may use elsewhere is adopted, with its title; another one is made. */
function add(context: Context): Reply {
  const { store, params } = context;
  const project = projectFor(context, LEVEL.maintainer);
  const text = params.requiredText("key").trim();
  const deployKey = deployKeysOf(store, project.id).find(({ key }) => key.key === text);
  if (deployKey !== undefined) return created(presentProjectDeployKey(context, deployKey));
  const adopted = accessible(context, requireUser(context)).find(({ key }) => key === text);
  const key = adopted ?? make(context, { public: false, prefix: "deploy_key." });
  const enabled = join(context, project, key, params.flag("can_push") === true);
  return created(presentProjectDeployKey(context, { key, enabled }));
}

function join({ store }: Context, project: Project, { id }: DeployKey, can_push: boolean): DeployKeyOfProject {
  return store.of(projectDeployKeyTable).insert({ home: { kind: "project", id: project.id }, key_id: id, can_push });
}

/** Keys for all projects, and those of projects that a user maintains. */
function accessible({ store }: Context, user: User): DeployKey[] {
  const maintains = (projectId: number): boolean => {
    const project = store.projects.get(projectId);
    return project !== undefined && accessLevel(store, user, project) >= LEVEL.maintainer;
  };
  return deployKeys(store).filter(
    (key) =>
      key.public ||
      store
        .of(projectDeployKeyTable)
        .where("key", key.id)
        .some(({ home }) => maintains(home.id)),
  );
}

/** The title is that of the key in all its projects; whether it may push is the project's own. */
function update(context: Context): Reply {
  const { store, params } = context;
  const { key, enabled } = find(context, projectFor(context, LEVEL.maintainer));
  const [title, can_push] = [params.text("title"), params.flag("can_push")];
  if (!params.has("title") && !params.has("can_push"))
    throw badParameters("title, can_push are missing, at least one parameter must be provided");
  if (title?.trim() === "") throw invalid({ "deploy_key.title": ["can't be blank"] });
  const after = title === undefined ? key : store.of(deployKeyTable).update(key.id, { title });
  const joined = can_push === undefined ? enabled : store.of(projectDeployKeyTable).update(enabled.id, { can_push });
  return ok(presentProjectDeployKey(context, { key: after, enabled: joined }));
}

/** Takes a key off a project and its protections; the last project takes it along. */
function remove(context: Context): Reply {
  const { store } = context;
  const project = projectFor(context, LEVEL.maintainer);
  const { key, enabled } = find(context, project, "Deploy key");
  store.of(projectDeployKeyTable).delete(enabled.id);
  revokeBranchAccess(store, project);
  if (!key.public && store.of(projectDeployKeyTable).count("key", key.id) === 0) store.of(deployKeyTable).delete(key.id);
  return noContent();
}

function enable(context: Context): Reply {
  const { store } = context;
  const project = projectFor(context, LEVEL.maintainer);
  const user = requireUser(context);
  const known = user.is_admin ? deployKeys(store) : accessible(context, user);
  const key = withId(context, known, "key_id", "Deploy key");
  if (!deployKeysOf(store, project.id).some((deployKey) => deployKey.key.id === key.id)) join(context, project, key, false);
  return created(presentDeployKey(context, key));
}
