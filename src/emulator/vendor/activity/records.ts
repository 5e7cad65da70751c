import type { Json } from "../../json.js";
import { defineEntries } from "../../row/spec.js";
import { defineTable } from "../../table.js";

/** What somebody did in a project, as lists of events tell it. */
export type UserEvent = {
  readonly id: number;
  /** Of the project that it happened in; it goes with that. */
  readonly home: { readonly kind: "project"; readonly id: number };
  readonly author_id: number;
  /** The word that lists are filtered by: `closed`. */
  readonly action: string;
  /** The words that are shown: `pushed to`. */
  readonly action_name: string;
  readonly target_type: string | null;
  readonly target_id: number | null;
  readonly target_iid: number | null;
  readonly target_title: string | null;
  readonly push_data?: { readonly [name: string]: Json };
  readonly note_id?: number;
  readonly created_at: string;
};

export const userEventTable = defineTable<UserEvent, "home" | "author">("user_events", {
  home: ({ home }) => `${home.kind}:${home.id}`,
  author: ({ author_id }) => author_id,
});

/** What changed of labels, milestone, state, weight and iteration of an issue, merge request or epic, on which it hangs. */
export const resourceEvents = defineEntries("resource_events");
