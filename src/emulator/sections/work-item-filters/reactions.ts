import { noteableKey, reactionTable } from "../../records/work-items.js";
import type { Noteable } from "../../records/work-items.js";
import { wordOf } from "./filters.js";
import type { Filter, FilterGroup, WorkItem } from "./filters.js";

/** `my_reaction_emoji`: what the caller reacted to with it; `None` and `Any`. Nobody in particular has no reactions. */
export function reactionFilters(kind: Noteable["kind"]): FilterGroup<WorkItem> {
  return ({ store, user, asked }) => {
    const name = asked.text("my_reaction_emoji") ?? "";
    if (name === "") return [];
    const word = wordOf(name);
    const mine = store
      .of(reactionTable)
      .all()
      .filter((reaction) => reaction.user_id === user?.id && (word !== undefined || reaction.name === name));
    const keys = new Set(mine.map((reaction) => noteableKey(reaction.noteable)));
    const isMine: Filter<WorkItem> = (item) => keys.has(noteableKey({ kind, id: item.id }));
    return [word === "none" ? (item) => !isMine(item) : isMine];
  };
}
