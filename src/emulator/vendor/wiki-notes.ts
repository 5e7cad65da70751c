import { LEVEL, accessLevel, requireUser } from "../access.js";
import type { Context } from "../context.js";
import { badRequest, forbidden, notFound } from "../errors.js";
import { noContent } from "../replies.js";
import type { Resource } from "../resource.js";
import { removeEntry } from "../row/columns.js";
import { findEntry } from "../row/homes.js";
import { homeKeyOf, row } from "../row/spec.js";
import type { Entry, EntryHome } from "../row/spec.js";
import { textOf } from "../row/text.js";
import { wikis } from "./wikis.js";

/** What people say of pages of wikis. */
export default {
  collections: [
    row("notes", {
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
