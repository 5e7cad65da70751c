import { createHash } from "node:crypto";
import { LEVEL, requireLevel, requireUser } from "../access.js";
import type { Context } from "../context.js";
import { badRequest, forbidden } from "../errors.js";
import { findGroup, findProject } from "../lookup.js";
import { page } from "../pages.js";
import type { Group, Project } from "../records.js";
import { starTable } from "../records/measures.js";
import { created, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { fullName, mayCreateProjects } from "../sections/namespaces.js";
import { presentProject } from "../sections/projects/entity.js";
import { creationLevel } from "../sections/projects/writes.js";
import { measuresOf } from "../sections/statistics.js";
import { presentUser } from "../sections/users.js";
import { uploadUrl } from "../uploads.js";

/** Stars, languages, storage and upkeep of projects. */
export default {
  operations: {
    "POST /projects/{id}/star": (context) => star(context, true),
    "POST /projects/{id}/unstar": (context) => star(context, false),
    "GET /projects/{id}/starrers": {
      role: "anyone",
      handler: (context) => {
        const { store, params } = context;
        const search = params.text("search")?.toLowerCase() ?? "";
        const stars = store.of(starTable).where("project", findProject(context).id);
        const found = stars.flatMap(({ user_id, created_at: starred_since = null }) => {
          const user = store.users.get(user_id);
          const isFound = [user?.name, user?.username].some((text) => text?.toLowerCase().includes(search));
          return user === undefined || !isFound ? [] : [{ starred_since, user: presentUser(context, user) }];
        });
        return page(found, context, (one) => one);
      },
    },
    "GET /projects/{id}/languages": {
      role: "anyone",
      handler: (context) => ok(measuresOf(context.store, findProject(context).id)?.languages ?? {}),
    },
    "GET /projects/{id}/storage": (context) => {
      if (!requireUser(context).is_admin) throw forbidden();
      const { id, created_at, attributes } = findProject(context);
      const hash = createHash("sha256").update(String(id)).digest("hex");
      return ok({
        project_id: id,
        disk_path: `@hashed/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`,
        created_at,
        repository_storage: attributes["repository_storage"] ?? "default",
      });
    },
    "POST /projects/{id}/housekeeping": (context) => {
      requireLevel(context, findProject(context), LEVEL.owner);
      const task = context.params.text("task") ?? "eager";
      if (task !== "prune" && task !== "eager") throw badRequest("task does not have a valid value");
      return created(null);
    },
    "GET /projects/{id}/transfer_locations": (context) => {
      const project = findProject(context);
      requireLevel(context, project, LEVEL.owner);
      const { store } = context;
      const user = requireUser(context);
      const search = context.params.text("search")?.toLowerCase() ?? "";
      const found = store.groups
        .all()
        .filter((group) => group.id !== project.namespace_id)
        .filter((group) => mayCreateProjects(context, user, { kind: "group", group }, creationLevel(context)))
        .filter(({ name, path }) => `${name} ${path}`.toLowerCase().includes(search));
      return page(found, context, (group) => presentLocation(context, group));
    },
    "GET /groups/{id}/transfer_locations": (context) => {
      const own = findGroup(context);
      const user = requireLevel(context, own, LEVEL.owner);
      const { store } = context;
      const search = context.params.text("search")?.toLowerCase() ?? "";
      const found = store.groups
        .all()
        .filter((group) => group.id !== own.id && !group.full_path.startsWith(`${own.full_path}/`))
        .filter((group) => group.id !== own.parent_id && group.full_path.toLowerCase().includes(search))
        .filter((group) => mayCreateProjects(context, user, { kind: "group", group }, () => LEVEL.owner));
      return page(found, context, (group) => presentLocation(context, group));
    },
  },
} satisfies Resource;

/** 304 for who has, or has not, starred it already. */
function star(context: Context, wanted: boolean): Reply {
  const user = requireUser(context);
  const project: Project = findProject(context);
  const table = context.store.of(starTable);
  const known = table.where("project", project.id).find(({ user_id }) => user_id === user.id);
  if ((known !== undefined) === wanted) return { status: 304 };
  if (known === undefined) table.insert({ project_id: project.id, user_id: user.id, created_at: new Date().toISOString() });
  else table.delete(known.id);
  return created(presentProject(context, project));
}

function presentLocation(context: Context, group: Group) {
  const { id, name, full_path, avatar } = group;
  return {
    id,
    web_url: `${context.instance.url}/groups/${full_path}`,
    name,
    avatar_url: uploadUrl(context, avatar),
    full_name: fullName(context.store, group),
    full_path,
  };
}
