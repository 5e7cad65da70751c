import { accessLevel, isProject, LEVEL, refuseArchived, requireUser } from "../../access.js";
import type { Context } from "../../context.js";
import { badRequest, forbidden } from "../../errors.js";
import type { Json } from "../../json.js";
import { addNote, touchNoteable } from "../../notes.js";
import type { User } from "../../records.js";
import type { Note } from "../../records/work-items.js";
import { accepted, created } from "../../replies.js";
import type { Reply } from "../../replies.js";
import type { Store } from "../../store.js";
import type { Discussed, Kind } from "./kinds.js";
import { mention } from "./mentions.js";
import { noCommands } from "./quick-actions.js";
import type { Commands } from "./quick-actions.js";

/** A new note with its quick actions; without a note when the text held nothing else. */
export interface Comment {
  readonly note: Note | undefined;
  readonly commands: Commands;
}

/**
 * Adds the comment that a request holds. Throws 403 to who may not speak, 400 for a text that is blank or too long.
 * In the neutral dialect a text of quick actions alone stays as the note, which document 3 answers.
 */
export function addComment(
  context: Context,
  kind: Kind,
  discussed: Discussed,
  place: Pick<Note, "type" | "position"> & { readonly discussion_id?: string },
): Comment {
  const { store, instance } = context;
  const user = requireSpeaker(context, discussed);
  const text = sentBody(context);
  const commands = kind.onComment?.(context, user, text) ?? noCommands(text);
  const isKept = commands.body !== "" || instance.dialect === "neutral";
  const body = commands.body === "" ? text : commands.body;
  const at = sentTime(context, discussed, user);
  const resolvesAll = instance.dialect === "vendor";
  const internal = isInternal(context, discussed);
  const draft = { ...place, resolvesAll, noteable: discussed.noteable, body, author_id: user.id, at, internal };
  const note = isKept ? addNote(store, draft) : undefined;
  if (note !== undefined) mention(context, discussed.parent, note);
  touchNoteable(store, discussed.noteable);
  commands.carryOut();
  return { note, commands };
}

/** Notes that only Reporters and up read, on real servers; they alone may write them. */
function isInternal({ store, user, params, instance }: Context, discussed: Discussed): boolean {
  if (instance.dialect !== "vendor" || user === undefined) return false;
  const isAsked = params.flag("internal") === true || params.flag("confidential") === true;
  return isAsked && hasLevel(store, user, discussed, LEVEL.reporter);
}

/** True for who may read a note. */
export function readsNote({ store, user }: Pick<Context, "store" | "user">, discussed: Discussed, note: Note): boolean {
  return note.internal !== true || (user !== undefined && hasLevel(store, user, discussed, LEVEL.reporter));
}

/** 201 with what a comment made; 202 with what its quick actions did when it held nothing else, as real servers answer. */
export function answer({ note, commands }: Comment, present: (note: Note, changes: Commands["changes"]) => Json): Reply {
  const { changes, summary } = commands;
  return note === undefined ? accepted({ commands_changes: changes, summary }) : created(present(note, changes));
}

/** The text of the note. Throws 400 in the words of real servers when it is blank or longer than 1,000,000 characters. */
export function sentBody({ params, limits }: Context): string {
  const body = params.requiredText("body");
  const problems = body.trim() === "" ? ["can't be blank"] : (limits["body"] ?? []);
  if (problems.length > 0) throw badRequest(`400 Bad request - Note {:note=>${JSON.stringify(problems)}}`);
  return body;
}

/** The caller, if notes of the thing are open to the caller: not in archived projects, and to members alone where the discussion is locked. */
export function requireSpeaker(context: Context, { parent, isLocked }: Discussed): User {
  const user = requireUser(context);
  if (isProject(parent)) refuseArchived(parent);
  if (isLocked && !user.is_admin && accessLevel(context.store, user, parent) === LEVEL.none) throw forbidden();
  return user;
}

/** Throws 403 unless the caller is the author of the note or maintains the project or group. Notes of the platform itself never change. */
export function requireEditor(context: Context, discussed: Discussed, note: Note): User {
  const user = requireSpeaker(context, discussed);
  const mayEdit = note.author_id === user.id || hasLevel(context.store, user, discussed, LEVEL.maintainer);
  if (note.system || !mayEdit) throw forbidden();
  return user;
}

/** True when the user has a level where the thing lies; administrators have all. */
export function hasLevel(store: Store, user: User, { parent }: Discussed, level: number): boolean {
  return user.is_admin || accessLevel(store, user, parent) >= level;
}

/** `created_at`, when the caller may set it: administrators and owners. Of others it is ignored, as real servers do. */
function sentTime({ store, params }: Context, discussed: Discussed, user: User): string | undefined {
  const sent = params.text("created_at");
  const isSet = sent !== undefined && sent !== "" && hasLevel(store, user, discussed, LEVEL.owner);
  return isSet ? new Date(sent).toISOString() : undefined;
}
