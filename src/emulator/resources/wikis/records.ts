import { textOf } from "../../core/collection/homes.js";
import { entriesHere } from "../../core/collection/lists.js";
import { type Collection, type Columns, type Entry, collection } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import { renderMarkdown } from "../../core/markup.js";
import type { Json } from "../../core/records.js";
import { invalid } from "../../core/replies.js";

/** Pages of wikis: notes hang on them. */
export const wikis: Collection = collection("wikis", {
  at: ["/projects/{id}", "/groups/{id}"],
  read: "guest",
  write: "developer",
  remove: "maintainer",
  tier: { project: undefined, group: "premium" },
  key: "slug",
  filled: ["title", "content"],
  order: "slug",
  passing: ["front_matter"],
  unique: {
    columns: ["slug"],
    refuse: ({ slug }) =>
      invalid({
        base: [`Could not create wiki page: Duplicate page: A page with that title already exists in the file ${textOf(slug)}`],
      }),
  },
  settle,
  shows: shown,
  handlers: {
    list: (context, home, self) => {
      const pages = entriesHere(context, self, home).toSorted((a, b) => (textOf(a["slug"]) < textOf(b["slug"]) ? -1 : 1));
      const isWhole = context.params.flag("with_content") === true;
      return page(pages, context, (entry) => listed(context, entry, isWhole));
    },
  },
});

/** The last part of a slug, as people read it. */
function titleOf(slug: string): string {
  return (slug.split("/").at(-1) ?? "").replaceAll("-", " ");
}

function slugOf(title: string, before: Entry | undefined): string {
  const slug = title.trim().replaceAll(/\s/g, "-");
  if (slug.startsWith("/")) return slug.replace(/^\/+/, "");
  const folder = before === undefined ? "" : textOf(before["slug"]).split("/").slice(0, -1).join("/");
  return folder === "" ? slug : `${folder}/${slug}`;
}

/** A new title moves a page within its folder; with a slash at its beginning, anywhere. */
function settle(_: Context, columns: Columns, before: Entry | undefined): Columns {
  const { title } = columns;
  const format = columns["format"] ?? before?.["format"] ?? "markdown";
  if (typeof title !== "string" || title.trim() === "") return { ...columns, format };
  const isKept = before !== undefined && title === before["title"];
  const slug = isKept ? textOf(before["slug"]) : slugOf(title, before);
  return { ...columns, format, slug, title: titleOf(slug) };
}

function shown({ params, knowledge }: Context, entry: Entry): Record<string, Json> {
  const content = textOf(entry["content"]);
  return {
    encoding: "UTF-8",
    content: params.has("render_html") && params.flag("render_html") === true ? renderMarkdown(content) : content,
    ...(knowledge?.keys.has("front_matter") === true ? { front_matter: {} } : {}),
    ...(knowledge?.keys.has("wiki_page_meta_id") === true ? { wiki_page_meta_id: entry.id } : {}),
  };
}

function listed(context: Context, entry: Entry, isWhole: boolean): Record<string, Json> {
  const { format = null, slug = null, title = null, content = null } = entry;
  const { wiki_page_meta_id, encoding = null } = shown(context, entry);
  return {
    format,
    slug,
    title,
    ...(wiki_page_meta_id === undefined ? {} : { wiki_page_meta_id }),
    ...(isWhole ? { content, encoding } : {}),
  };
}
