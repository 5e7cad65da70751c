import { LEVEL, accessLevel, canSee, findProject, requireUser, userAt } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Json, Project } from "../../core/records.js";
import { created, notFound, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { presentWithProjects } from "../deploy-keys/present.js";
import { deployKeyTable, projectDeployKeyTable } from "../deploy-keys/records.js";
import { presentGroup } from "../groups/present.js";
import { numbered } from "../issue-links/records.js";
import { presentAppliedRule } from "../merge-request-approvals/present.js";
import { applyRules, findOwnRule } from "../merge-request-approvals/records.js";
import { findMergeRequest } from "../merge-requests/lookup.js";
import { findPackage, findPackageFile, findRegistry, packageContentTable, servedPackageFile } from "../packages/records.js";
import { presentProject } from "../projects/present.js";
import { mayUse } from "../projects/rules.js";
import { createProject } from "../projects/writes.js";
import { SCOPES } from "../tokens/records.js";
import { findUser } from "../users/lists.js";

/** What is read and made by further paths than the usual ones. */
export default {
  operations: {
    "POST /projects/user/{user_id}": {
      role: "administrator",
      parameters: numbered("user_id"),
      handler: (context) => {
        const user = findUser(context, "user_id");
        return created(presentProject(context, createProject({ ...context, user })));
      },
    },
    "GET /personal_access_tokens/self/associations": { scopes: SCOPES, handler: associations },
    "GET /users/{user_id}/project_deploy_keys": deployKeysOfUser,
    "GET /projects/{id}/pages_access": {
      role: "anyone",
      jobToken: true,
      handler: (context) => {
        const project = findProject(context);
        if (!mayUse(context.store, context.user, project, "pages_access_level", LEVEL.guest)) throw notFound("Project");
        return ok({ message: "200 OK" });
      },
    },
    "GET /projects/{id}/packages/{package_id}/package_files/{package_file_id}/download": {
      role: "anyone",
      jobToken: true,
      parameters: numbered("package_id", "package_file_id"),
      handler: download,
    },
    // Packages of the generic kind know of no pipelines, and others come from seeds.
    "GET /projects/{id}/packages/{package_id}/pipelines": {
      role: "anyone",
      parameters: numbered("package_id"),
      handler: (context) => {
        findPackage(context, findRegistry(context));
        return page([], context, () => null);
      },
    },
    "GET /projects/{id}/merge_requests/{merge_request_iid}/approval_rules/{approval_rule_id}": {
      tier: "premium",
      parameters: numbered("merge_request_iid", "approval_rule_id"),
      handler: (context) => {
        const { project, mergeRequest } = findMergeRequest(context);
        const [applied] = applyRules(context, project, mergeRequest, [findOwnRule(context, mergeRequest)]);
        if (applied === undefined) throw notFound();
        return ok(presentAppliedRule(context, applied));
      },
    },
  },
} satisfies Resource;

/** Groups and projects that the caller is in, from a level on. */
function associations(context: Context): ReturnType<typeof ok> {
  const { store, params } = context;
  const user = requireUser(context);
  const least = params.number("min_access_level") ?? LEVEL.guest;
  const isIn = (thing: Parameters<typeof accessLevel>[2]): boolean => accessLevel(store, user, thing) >= least;
  return ok({
    groups: store.groups
      .all()
      .filter(isIn)
      .map((group): Json => presentGroup(context, group)),
    projects: store.projects
      .all()
      .filter(isIn)
      .map((project): Json => presentProject(context, project)),
  });
}

/** Deploy keys of those projects that the user maintains and the caller does, too. */
function deployKeysOfUser(context: Context): ReturnType<typeof page> {
  const { store } = context;
  const caller = requireUser(context);
  const user = userAt(context, "user_id");
  const maintains = (who: typeof user, project: Project): boolean =>
    who.is_admin || accessLevel(store, who, project) >= LEVEL.maintainer;
  const shared = store.projects
    .all()
    .filter((project) => canSee(store, caller, project) && maintains(user, project) && maintains(caller, project));
  const ids = new Set(
    shared.flatMap(({ id }) =>
      store
        .of(projectDeployKeyTable)
        .where("home", `project:${id}`)
        .map((row) => row.key_id),
    ),
  );
  const keys = [...ids].sort((a, b) => a - b).flatMap((id) => store.of(deployKeyTable).get(id) ?? []);
  return page(keys, context, (key) => presentWithProjects(context, key));
}

function download(context: Context): ReturnType<typeof ok> {
  const file = findPackageFile(context, findPackage(context, findRegistry(context)));
  if (context.store.of(packageContentTable).count("file", file.id) === 0) throw notFound("Package File");
  return servedPackageFile(context.store, file);
}
