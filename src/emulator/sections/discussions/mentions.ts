import { accessLevel, canSee, LEVEL } from "../../access.js";
import type { Context } from "../../context.js";
import { groupAt, userNamed } from "../../lookup.js";
import { namesMentioned } from "../../note-text.js";
import type { Group, Project, User } from "../../records.js";
import type { Note } from "../../records/work-items.js";
import type { Store } from "../../store.js";
import { addMention } from "../work-items/todos.js";

/**
 * Puts a note on the to-do lists of those whom it mentions by name, by a group that they are in, or as all members of the project, if they see the thing
 * that it is on (real servers). Who wrote it is not told.
 */
export function mention({ store, instance }: Context, parent: Group | Project, note: Note): void {
  const { kind, id } = note.noteable;
  if (instance.dialect !== "vendor" || kind === "snippet") return;
  const named = new Set(namesMentioned(note.body).flatMap((name) => peopleNamed(store, parent, name)));
  for (const user of named) {
    if (user.id !== note.author_id && canSee(store, user, parent)) addMention(store, { kind, id }, user, note);
  }
}

function peopleNamed(store: Store, parent: Group | Project, name: string): User[] {
  const user = userNamed(store, name);
  if (user !== undefined) return [user];
  const place = name === "all" ? parent : groupAt(store, name);
  return place === undefined ? [] : store.users.all().filter((one) => accessLevel(store, one, place) > LEVEL.none);
}
