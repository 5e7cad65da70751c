import { LEVEL, accessLevel, canSee, groupAt, isProject, refuseArchived, requireUser, userNamed } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { GroupOrProject, Json, User } from "../../core/records.js";
import { type Reply, accepted, badParameters, badRequest, created, forbidden } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { markTodo } from "../todos/records.js";
import { type Note, noteTable } from "../work-items/records.js";
import type { Discussed, Kind } from "./kinds.js";
import { type Commands, noCommands } from "./quick-actions.js";
import { addNote, namesMentioned, touchNoteable } from "./text.js";

/** A new note with its quick actions; without a note when the text held nothing else. */
interface Comment {
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
function hasLevel(store: Store, user: User, { parent }: Discussed, level: number): boolean {
  return user.is_admin || accessLevel(store, user, parent) >= level;
}

/** `created_at`, when the caller may set it: administrators and owners. Of others it is ignored, as real servers do. */
function sentTime({ store, params }: Context, discussed: Discussed, user: User): string | undefined {
  const sent = params.text("created_at");
  const isSet = sent !== undefined && sent !== "" && hasLevel(store, user, discussed, LEVEL.owner);
  return isSet ? new Date(sent).toISOString() : undefined;
}

/**
 * Puts a note on the to-do lists of those whom it mentions by name, by a group that they are in, or as all members of the project, if they see the thing
 * that it is on (real servers). Who wrote it is not told.
 */
export function mention({ store, instance }: Context, parent: GroupOrProject, note: Note): void {
  const { kind, id } = note.noteable;
  if (instance.dialect !== "vendor" || kind === "snippet") return;
  const named = new Set(namesMentioned(note.body).flatMap((name) => peopleNamed(store, parent, name)));
  for (const user of named) {
    if (user.id !== note.author_id && canSee(store, user, parent)) markTodo(store, { kind, id }, user, note);
  }
}

function peopleNamed(store: Store, parent: GroupOrProject, name: string): User[] {
  const user = userNamed(store, name);
  if (user !== undefined) return [user];
  const place = name === "all" ? parent : groupAt(store, name);
  return place === undefined ? [] : store.users.all().filter((candidate) => accessLevel(store, candidate, place) > LEVEL.none);
}

const NEEDED = ["base_sha", "start_sha", "head_sha", "position_type"];

const OF_TEXT = ["old_line", "new_line", "line_range"];

const OF_IMAGE = ["width", "height", "x", "y"];

/** Where in the difference of a merge request a thread begins, as it is shown; undefined for one that is about all of it. Throws 400 for half a place. */
export function sentPosition({ params }: Context): { readonly [name: string]: Json } | undefined {
  const sent = params.record("position");
  if (sent === undefined) return undefined;
  const has = (name: string): boolean => (sent[name] ?? "") !== "";
  const missing = NEEDED.filter((name) => !has(name));
  if (missing.length > 0) throw badParameters(missing.map((name) => `position[${name}] is missing`).join(", "));
  const { base_sha = null, start_sha = null, head_sha = null, position_type = null, old_path, new_path } = sent;
  const further = position_type === "image" ? OF_IMAGE : position_type === "text" ? OF_TEXT : [];
  return {
    base_sha,
    start_sha,
    head_sha,
    old_path: old_path ?? new_path ?? null,
    new_path: new_path ?? old_path ?? null,
    position_type,
    ...Object.fromEntries(further.map((name) => [name, sent[name] ?? null])),
  };
}

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
