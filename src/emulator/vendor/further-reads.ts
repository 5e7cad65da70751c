import { LEVEL, accessLevel, canSee, requireUser } from "../access.js";
import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import type { Json } from "../json.js";
import { findProject } from "../lookup.js";
import { page } from "../pages.js";
import type { Project } from "../records.js";
import { packageContentTable, packageFileTable } from "../records/packages.js";
import { created, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { presentGroup } from "../sections/groups/entity.js";
import { presentAppliedRule } from "../sections/merge-request-approvals/entity.js";
import { applyRules } from "../sections/merge-request-approvals/state.js";
import { findOwnRule } from "../sections/merge-request-approvals/writes.js";
import { findMergeRequest } from "../sections/merge-requests/lookup.js";
import { findPackage, findRegistry } from "../sections/packages/access.js";
import { mayUse } from "../sections/projects/access.js";
import { presentProject } from "../sections/projects/entity.js";
import { createProject } from "../sections/projects/writes.js";
import { presentWithProjects } from "./configuration/deploy-key-entity.js";
import { deployKeyTable, projectDeployKeyTable } from "./configuration/deploy-key-records.js";
import { numbered } from "./links/operations.js";
import { SCOPES } from "./tokens/scopes.js";
import { findUser, userAt } from "./users/find.js";

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
        .map((one) => one.key_id),
    ),
  );
  const keys = [...ids].flatMap((id) => store.of(deployKeyTable).get(id) ?? []);
  return page(
    keys.toSorted((a, b) => a.id - b.id),
    context,
    (key) => presentWithProjects(context, key),
  );
}

function download(context: Context): ReturnType<typeof ok> {
  const { store, params } = context;
  const project = findRegistry(context);
  const row = findPackage(context, project);
  const file = store.of(packageFileTable).get(params.requiredNumber("package_file_id"));
  const content = file === undefined ? undefined : store.of(packageContentTable).first("file", file.id);
  if (file?.package_id !== row.id || content === undefined) throw notFound("Package File");
  return {
    status: 200,
    body: Buffer.from(content.base64, "base64"),
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename="${file.file_name.split("/").at(-1) ?? ""}"`,
    },
  };
}
