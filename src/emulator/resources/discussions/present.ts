import type { PlatformState } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import { type Json, picked } from "../../core/records.js";
import type { Note } from "../work-items/records.js";
import type { Discussed, Kind } from "./kinds.js";

/** Discussion, document 3. The notes are those of one discussion, oldest first. */
export function presentDiscussion(
  world: PlatformState,
  kind: Kind,
  discussed: Discussed,
  notes: readonly Note[],
  changes?: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const [first] = notes;
  return {
    id: first?.discussion_id ?? null,
    individual_note: first?.type === null,
    notes: notes.map((note) => presentNote(world, kind, discussed, note, changes)),
  };
}

/**
 * Note, document 3; `resolved` and what belongs to it stand on resolvable notes, and as null on every other one of a merge request, where real
 * servers leave them out.
 * @param changes what quick actions did, for the reply to a new note
 */
export function presentNote(
  world: PlatformState,
  kind: Kind,
  { iid }: Discussed,
  note: Note,
  changes: Readonly<Record<string, Json>> = {},
): Record<string, Json> {
  const { position } = note;
  const isVendor = world.instance.dialect === "vendor";
  return {
    ...picked(note, "id", "type", "body"),
    attachment: null,
    author: userSummary(world, note.author_id),
    ...picked(note, "created_at", "updated_at", "system"),
    noteable_id: note.noteable.id,
    noteable_type: kind.type[world.instance.dialect],
    ...(position === undefined ? {} : { commit_id: null, position }),
    resolvable: note.resolvable,
    ...resolution(world, note),
    noteable_iid: iid,
    ...(isVendor ? { confidential: note.internal === true, internal: note.internal === true } : {}),
    ...(isVendor || Object.keys(changes).length > 0 ? { commands_changes: changes } : {}),
  };
}

function resolution(world: PlatformState, note: Note): Record<string, Json> {
  const { resolvable, resolved_by_id, resolved_at, noteable } = note;
  if (resolvable) return { resolved: resolved_at !== null, resolved_by: userSummary(world, resolved_by_id), resolved_at };
  const isShown = noteable.kind === "merge_request" && world.instance.dialect === "neutral";
  return isShown ? { resolved: null, resolved_by: null, resolved_at: null } : {};
}
