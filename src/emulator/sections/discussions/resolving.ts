import { LEVEL } from "../../access.js";
import type { Context } from "../../context.js";
import { badRequest, forbidden } from "../../errors.js";
import type { User } from "../../records.js";
import { noteTable } from "../../records/work-items.js";
import type { Note } from "../../records/work-items.js";
import type { Store } from "../../store.js";
import { hasLevel, requireSpeaker } from "./comments.js";
import type { Discussed } from "./kinds.js";

/** True when a thread can be resolved and all of it is. */
export function isResolved(notes: readonly Note[]): boolean {
  const resolvable = notes.filter((note) => note.resolvable);
  return resolvable.length > 0 && resolvable.every((note) => note.resolved_at !== null);
}

/** Resolves or reopens a whole thread. Throws 403 when it cannot be resolved, or not by the caller (the reference of real servers, section H). */
export function resolveDiscussion(context: Context, discussed: Discussed, notes: readonly Note[], resolved: boolean): Note[] {
  const user = requireSpeaker(context, discussed);
  const mayResolve = discussed.author_id === user.id || hasLevel(context.store, user, discussed, LEVEL.developer);
  if (!mayResolve || !notes.some((note) => note.resolvable)) throw forbidden();
  return notes.map((note) => (note.resolvable ? setResolved(context.store, note, user, resolved) : note));
}

/** Resolves or reopens one note. Throws 403 when the caller may not, 400 when it cannot be resolved. */
export function resolveNote(context: Context, discussed: Discussed, note: Note, resolved: boolean): Note {
  const user = requireSpeaker(context, discussed);
  const isAuthor = [discussed.author_id, note.author_id].includes(user.id);
  if (!isAuthor && !hasLevel(context.store, user, discussed, LEVEL.developer)) throw forbidden();
  if (!note.resolvable) throw badRequest("400 Bad request - Note is not resolvable");
  return setResolved(context.store, note, user, resolved);
}

/** Marks a note as resolved by a user, or as open. One that is resolved already keeps who resolved it. */
export function setResolved(store: Store, note: Note, user: User, resolved: boolean): Note {
  if (resolved === (note.resolved_at !== null)) return note;
  const resolution = resolved
    ? { resolved_by_id: user.id, resolved_at: new Date().toISOString() }
    : { resolved_by_id: null, resolved_at: null };
  return store.of(noteTable).update(note.id, resolution);
}
