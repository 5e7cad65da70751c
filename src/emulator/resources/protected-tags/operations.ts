import { LEVEL, projectFor, writableProject } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import type { Json, JsonObject } from "../../core/records.js";
import { HttpError, type Reply, created, noContent, ok, orNotFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { applyAccess, nameProblems } from "../protected-branches/entries.js";
import { presentEntry } from "../protected-branches/present.js";
import { type ProtectedTag, protectedTagTable, protectedTagsOf } from "./records.js";

/**
 * Protected tags of projects: they are made and taken away, never changed (the reference of real servers, kinds, section 1).
 * No collection: entries are worked out of two forms of who may.
 */
export default {
  operations: {
    "GET /projects/{id}/protected_tags": (context) =>
      page(protectedTagsOf(context.store, projectFor(context, LEVEL.maintainer).id), context, (tag) => present(context, tag)),
    "POST /projects/{id}/protected_tags": protect,
    "GET /projects/{id}/protected_tags/{name}": (context) => ok(present(context, find(context))),
    "DELETE /projects/{id}/protected_tags/{name}": (context) => {
      const { id } = find(context);
      context.store.of(protectedTagTable).delete(id);
      return noContent();
    },
  },
} satisfies Resource;

function find(context: Context): ProtectedTag {
  const name = context.params.requiredText("name");
  return orNotFound(protectedTagsOf(context.store, projectFor(context, LEVEL.maintainer).id).find((tag) => tag.name === name));
}

/** Users and groups are licensed: elsewhere entries do not show them. */
function present(context: Context, { name, create_access_levels }: ProtectedTag): Record<string, Json> {
  const isLicensed = exists(context.instance, { tier: "premium" });
  const entries = create_access_levels.map((entry) => {
    const { user_id = null, group_id = null, ...shown } = presentEntry(context, entry, true);
    return isLicensed ? { ...shown, user_id, group_id } : shown;
  });
  return { name, create_access_levels: entries };
}

/** The level and the entries that are sent add up; without either, tags are for maintainers. */
function protect(context: Context): Reply {
  const { store, params, instance } = context;
  const project = writableProject(context, LEVEL.maintainer);
  const name = params.requiredText("name");
  const level = params.number("create_access_level");
  const entries = exists(instance, { tier: "premium" }) ? (params.records("allowed_to_create") ?? []) : [];
  const sent: JsonObject[] = [...(level === undefined ? [] : [{ access_level: level }]), ...entries];
  if (sent.length === 0) sent.push({ access_level: LEVEL.maintainer });
  const { entries: made, problems } = applyAccess(store, project, "create", [], sent);
  const wrong = [
    ...nameProblems(name),
    ...(protectedTagsOf(store, project.id).some((tag) => tag.name === name) ? ["Name has already been taken"] : []),
    ...problems,
  ];
  if (wrong.length > 0) throw new HttpError(422, { message: wrong });
  const home = { kind: "project", id: project.id };
  return created(present(context, store.of(protectedTagTable).insert({ home, name, create_access_levels: made })));
}
