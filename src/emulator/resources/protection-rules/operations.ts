import { type Columns, type Entry, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { HttpError, invalid } from "../../core/errors.js";
import type { Resource } from "../../core/resource.js";

const LEVELS = ["minimum_access_level_for_push", "minimum_access_level_for_delete"];

/** Two rules with one pattern are refused in whole sentences. */
const taken = (name: string) => () => new HttpError(422, { message: [`${name} has already been taken`] });

/** Who may push and delete packages, container repositories and their tags whose names have a pattern. A blank level lifts it. */
export default {
  collections: [
    collection("packages/protection/rules", {
      at: "/projects/{id}",
      read: "maintainer",
      filled: ["package_name_pattern"],
      longest: { package_name_pattern: 255 },
      unique: { columns: ["package_name_pattern", "package_type"], refuse: taken("Package name pattern") },
      settle,
    }),
    collection("registry/protection/repository/rules", {
      at: "/projects/{id}",
      read: "maintainer",
      filled: ["repository_path_pattern"],
      longest: { repository_path_pattern: 255 },
      unique: { columns: ["repository_path_pattern"], refuse: taken("Repository path pattern") },
      settle: (context, columns, before, home) => {
        const path = context.store.projects.get(home.id)?.path_with_namespace.toLowerCase() ?? "";
        const pattern = columns["repository_path_pattern"];
        if (typeof pattern === "string" && !pattern.startsWith(path))
          throw new HttpError(422, { message: ["Repository path pattern should start with the project's full path"] });
        return settle(context, columns, before);
      },
    }),
    collection("registry/protection/tag/rules", {
      at: "/projects/{id}",
      read: "maintainer",
      filled: ["tag_name_pattern"],
      longest: { tag_name_pattern: 100 },
      cap: { count: 5, message: "Maximum number of tag rules per project has been reached" },
      unique: { columns: ["tag_name_pattern"], refuse: taken("Tag name pattern") },
      settle,
    }),
  ],
} satisfies Resource;

function settle(_: Context, columns: Columns, before: Entry | undefined): Columns {
  const levels = Object.fromEntries(
    LEVELS.filter((name) => Object.hasOwn(columns, name)).map((name) => [
      name,
      columns[name] === "" ? null : (columns[name] ?? null),
    ]),
  );
  const settled = { ...columns, ...levels };
  const wanted: Columns = { ...before, ...settled };
  if (LEVELS.every((name) => (wanted[name] ?? null) === null))
    throw invalid({ base: ["A rule must have at least a minimum access role for push or delete."] });
  return settled;
}
