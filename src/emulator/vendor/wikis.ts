import { randomBytes } from "node:crypto";
import { LEVEL, requireLevel } from "../access.js";
import type { Context } from "../context.js";
import { badParameters, invalid } from "../errors.js";
import type { Json } from "../json.js";
import { findGroup, findProject } from "../lookup.js";
import { renderMarkdown } from "../markdown.js";
import { page } from "../pages.js";
import { created } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import { entriesHere } from "../row/lists.js";
import { row } from "../row/spec.js";
import type { CollectionRow, Columns, Entry, EntryHome } from "../row/spec.js";
import { textOf } from "../row/text.js";
import { keepFile, plainName } from "./uploads/files.js";

/** Pages of wikis: notes hang on them. */
export const wikis: CollectionRow = row("wikis", {
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
      const found = entriesHere(context, self, home).toSorted((a, b) => (textOf(a["slug"]) < textOf(b["slug"]) ? -1 : 1));
      const isWhole = context.params.flag("with_content") === true;
      return page(found, context, (entry) => listed(context, entry, isWhole));
    },
  },
});

/** Pages of the wikis of projects and groups. A page's slug is its path. */
export default {
  collections: [wikis],
  operations: Object.fromEntries(
    ["project", "group"].map((kind): [string, OperationDeclaration] => [
      `POST /${kind}s/{id}/wikis/attachments`,
      { tier: kind === "group" ? "premium" : undefined, handler: (context) => attach(context, kind) },
    ]),
  ),
} satisfies Resource;

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

/** A file that pages may show, beside them. */
function attach(context: Context, kind: string): Reply {
  const thing = kind === "project" ? findProject(context) : findGroup(context);
  requireLevel(context, thing, LEVEL.developer);
  const file = context.files.get("file");
  if (file === undefined) throw badParameters("file is missing");
  const home: EntryHome = { kind, id: thing.id };
  const file_name = plainName(file.filename);
  const file_path = `uploads/${randomBytes(16).toString("hex")}/${file_name}`;
  keepFile(context, `wiki ${kind} ${home.id} ${file_path}`, file);
  const isImage = /\.(png|jpe?g|gif|bmp|tiff|ico|webp|svg)$/i.test(file_name);
  const name = isImage ? file_name.replace(/\.[^.]*$/, "") : file_name;
  const markdown = `${isImage ? "!" : ""}[${name}](${file_path})`;
  return created({
    file_name,
    file_path,
    branch: context.params.text("branch") ?? "main",
    link: { url: file_path, markdown },
  });
}
