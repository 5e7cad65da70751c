import { type Collection, type CollectionSpec, type Columns, type Entry, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { HttpError, invalid } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";

const LEVELS = ["minimum_access_level_for_push", "minimum_access_level_for_delete"];

/** Rules by a pattern, of which no two have the same: that is refused in whole sentences. */
function rules(name: string, pattern: string, longest: number, further: Partial<CollectionSpec> = {}): Collection {
  const sentence = pattern.charAt(0).toUpperCase() + pattern.slice(1).replaceAll("_", " ");
  const refuse = () => new HttpError(422, { message: [`${sentence} has already been taken`] });
  return collection(name, {
    at: "/projects/{id}",
    read: "maintainer",
    filled: [pattern],
    longest: { [pattern]: longest },
    settle,
    ...further,
    unique: { columns: [pattern], ...further.unique, refuse },
  });
}

/** Who may push and delete packages, container repositories and their tags whose names have a pattern. A blank level lifts it. */
export default {
  collections: [
    rules("packages/protection/rules", "package_name_pattern", 255, {
      unique: { columns: ["package_name_pattern", "package_type"] },
    }),
    rules("registry/protection/repository/rules", "repository_path_pattern", 255, {
      settle: (context, columns, before, home) => {
        const path = context.store.projects.get(home.id)?.path_with_namespace.toLowerCase() ?? "";
        const pattern = columns["repository_path_pattern"];
        if (typeof pattern === "string" && !pattern.startsWith(path))
          throw new HttpError(422, { message: ["Repository path pattern should start with the project's full path"] });
        return settle(context, columns, before);
      },
    }),
    rules("registry/protection/tag/rules", "tag_name_pattern", 100, {
      cap: { count: 5, message: "Maximum number of tag rules per project has been reached" },
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
