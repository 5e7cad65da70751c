import { projectNamed } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Columns, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { orNotFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";

/** Further names of projects, for git alone. */
export default {
  collections: [
    collection("project_aliases", {
      at: "",
      read: "administrator",
      tier: "premium",
      key: "name",
      filled: ["name"],
      unique: { columns: ["name"] },
      settle,
    }),
  ],
} satisfies Resource;

function settle({ store }: Context, columns: Columns): Columns {
  const project = orNotFound(projectNamed(store, textOf(columns["project_id"])), "Project");
  return { ...columns, project_id: project.id };
}
