import { type Context, page, wantsKeyset } from "../../core/context.js";
import { commitWith } from "../../core/git/history.js";
import { type Tag, tagTable } from "../../core/git/records.js";
import type { Json } from "../../core/records.js";
import { ok, orNotFound } from "../../core/replies.js";
import { tagNamed } from "../../core/repository.js";
import type { Resource } from "../../core/resource.js";
import { findCode, nameFilter, pageFrom } from "../repository/access.js";
import { presentTag } from "./present.js";

/** Tags of repositories (beyond the documents): releases create them, and on real servers everybody who may push. */
export default {
  operations: {
    "GET /projects/{id}/repository/tags": (context) => {
      const project = findCode(context);
      const isWanted = nameFilter(context);
      const tags = context.store.of(tagTable).where("project", project.id).toReversed();
      const wanted = sorted(
        context,
        tags.filter(({ name }) => isWanted(name)),
      );
      const present = (tag: Tag): Json => presentTag(context, project, tag);
      const isKeyset = context.instance.dialect === "vendor" && wantsKeyset(context);
      return isKeyset ? pageFrom(context, wanted, ({ name }) => name, present) : page(wanted, context, present);
    },
    "GET /projects/{id}/repository/tags/{tag_name}": (context) => {
      const project = findCode(context);
      const tag = orNotFound(tagNamed(context.store, project.id, context.params.requiredText("tag_name")), "Tag");
      return ok(presentTag(context, project, tag));
    },
  },
} satisfies Resource;

/** The newest first, unless real servers are asked otherwise. */
function sorted({ store, params, instance }: Context, tags: readonly Tag[]): readonly Tag[] {
  if (instance.dialect === "neutral") return tags;
  const orderBy = params.text("order_by") ?? "updated";
  const time = (tag: Tag): number =>
    Date.parse(tag.tagged_at ?? commitWith(store, tag.project_id, tag.sha)?.committed_date ?? "");
  const ascending: Readonly<Record<string, (a: Tag, b: Tag) => number>> = {
    name: (a, b) => (a.name < b.name ? -1 : 1),
    version: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }),
    updated: (a, b) => time(a) - time(b) || a.id - b.id,
  };
  const inOrder = tags.toSorted(ascending[orderBy]);
  return params.text("sort") === "asc" ? inOrder : inOrder.toReversed();
}
