import type { Context } from "../context.js";
import { notFound } from "../errors.js";
import { projectNamed } from "../lookup.js";
import type { Resource } from "../resource.js";
import { row } from "../row/spec.js";
import type { Columns } from "../row/spec.js";
import { textOf } from "../row/text.js";

/** Further names of projects, for git alone. */
export default {
  collections: [
    row("project_aliases", {
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
  const project = projectNamed(store, textOf(columns["project_id"]));
  if (project === undefined) throw notFound("Project");
  return { ...columns, project_id: project.id };
}
