import { LEVEL, canSee, requireLevel } from "../access.js";
import { findGroup, findProject } from "../lookup.js";
import type { Resource } from "../resource.js";
import { listGroups } from "../sections/groups/lists.js";

/** Groups that others share with this one, and groups that a project may be shared with. */
export default {
  operations: {
    "GET /groups/{id}/groups/shared": {
      role: "anyone",
      handler: (context) => {
        const { store, user } = context;
        const shares = store.groupShares.where("shared_with", findGroup(context).id);
        const groups = shares.flatMap(({ group_id }) => store.groups.get(group_id) ?? []);
        return listGroups(
          context,
          groups.filter((group) => canSee(store, user, group)),
          ({ name, path }) => [name, path],
        );
      },
    },
    "GET /projects/{id}/share_locations": (context) => {
      const { store } = context;
      const project = findProject(context);
      const user = requireLevel(context, project, LEVEL.maintainer);
      const taken = new Set(store.projectShares.where("project", project.id).map(({ group_id }) => group_id));
      const free = store.groups.all().filter(({ id }) => !taken.has(id) && id !== project.namespace_id);
      return listGroups(
        context,
        free.filter((group) => canSee(store, user, group)),
        ({ name, path }) => [name, path],
      );
    },
  },
} satisfies Resource;
