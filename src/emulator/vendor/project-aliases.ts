import { notFound } from "../errors.js";
import { projectNamed } from "../lookup.js";
import { row } from "../row/spec.js";
import type { Columns } from "../row/spec.js";
import { textOf } from "../row/text.js";
import type { Context } from "../section.js";
import type { VendorSection } from "../vendor-section.js";

/** Further names of projects, for git alone. */
export default {
  rows: [
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
} satisfies VendorSection;

function settle({ store }: Context, columns: Columns): Columns {
  const project = projectNamed(store, textOf(columns["project_id"]));
  if (project === undefined) throw notFound("Project");
  return { ...columns, project_id: project.id };
}
