import { randomBytes } from "node:crypto";
import { LEVEL, accessLevel, findGroup, findProject, requireLevel, requireUser } from "../../core/access.js";
import { removeEntry } from "../../core/collection/columns.js";
import { findEntry, textOf } from "../../core/collection/homes.js";
import { type Entry, type EntryHome, collection, homeKeyOf } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { type Reply, badParameters, badRequest, created, forbidden, noContent, notFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { keepFile, plainName } from "../uploads/files.js";
import { wikis } from "./records.js";

/** Pages of the wikis of projects and groups, and comments on them. A page's slug is its path. */
export default {
  operations: Object.fromEntries(
    ["project", "group"].map((kind): [string, OperationDeclaration] => [
      `POST /${kind}s/{id}/wikis/attachments`,
      { tier: kind === "group" ? "premium" : undefined, handler: (context) => attach(context, kind) },
    ]),
  ),
  collections: [
    wikis,
    collection("notes", {
      at: ["/projects/{id}/wiki_pages/{noteable_id}", "/groups/{id}/wiki_pages/{noteable_id}"],
      within: pageOf,
      write: "guest",
      tier: { group: "premium" },
      order: "-created_at",
      passing: ["merge_request_diff_head_sha", "created_at", "activity_filter", "confidential", "internal"],
      defaults: {
        type: null,
        system: false,
        resolvable: false,
        confidential: false,
        internal: false,
        imported: false,
        imported_from: "none",
      },
      settle: (context, columns, before) => {
        if (before !== undefined) requireOwn(context, before);
        if (columns["body"] !== undefined && textOf(columns["body"]).trim() === "")
          throw badRequest('400 Bad request - Note {:note=>["can\'t be blank"]}');
        return columns;
      },
      shows: (_, { home }) => ({ noteable_id: home.id, noteable_type: "WikiPage::Meta", commands_changes: {} }),
      handlers: {
        remove: (context, home, self) => {
          const note = findEntry(context, self, home, "note_id");
          requireOwn(context, note);
          removeEntry(context, self, note);
          return noContent();
        },
      },
    }),
  ],
} satisfies Resource;

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

/** The page whose number a path has. */
function pageOf({ store, params }: Context, holder: EntryHome): EntryHome {
  const page = store.of(wikis.table).get(Number(params.requiredText("noteable_id")));
  if (page === undefined || homeKeyOf(page.home) !== homeKeyOf(holder)) throw notFound("WikiPage::Meta");
  return { kind: wikis.table.name, id: page.id };
}

/** Who wrote a note changes and removes it, and who maintains the wiki's project or owns its group. */
function requireOwn(context: Context, note: Entry): void {
  const user = requireUser(context);
  const { store } = context;
  const home = store.of(wikis.table).get(note.home.id)?.home;
  const holder = home?.kind === "group" ? store.groups.get(home.id) : store.projects.get(home?.id ?? 0);
  const keeps = holder !== undefined && accessLevel(store, user, holder) >= LEVEL.maintainer;
  if (note["author_id"] !== user.id && !user.is_admin && !keeps) throw forbidden();
}
