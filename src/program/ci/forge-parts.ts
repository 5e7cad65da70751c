import { TrueupError } from "../../core/errors.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import type { Connection } from "../../platform/index.js";
import { connect } from "../server/link.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";
import type { ForgeIssue, WrittenNote } from "./forge.js";

/** Connects to a forge with its own token: no other credential of the environment goes there. */
export async function connectForge(
  server: ServerOptions & { readonly url: string },
  token: string,
  context: RunContext,
): Promise<Connection> {
  const env = { TRUEUP_TOKEN: token, TRUEUP_URL: server.url };
  return connect(server, { ...context, env, knownServer: (url) => ({ ca: context.knownServer?.(url)?.ca }) });
}

/** The error for a reply that is not what the service documents. */
export function notTheForge(what: string): TrueupError {
  return new TrueupError({
    code: "api.not_the_api",
    message: `the reply for the ${what} is not what the service documents`,
    hint: "Check --forge, and that the token of TRUEUP_NOTES_TOKEN may read the project.",
  });
}

/** A text of a reply; empty where there is none. */
export function textIn(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === "string" ? value : "";
}

/** The number of a thing within a reply. Throws TrueupError where there is none. */
export function numberIn(object: JsonObject, name: string, what: string): number {
  const value = object[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw notTheForge(what);
  return value;
}

/** True where the user of that number wrote it; nobody's where the service does not say. */
export function isBy(author: Json | undefined, self: number): boolean {
  return isObject(author) && author["id"] === self;
}

/** The notes of one request. */
interface Notes {
  readonly all: readonly JsonObject[];
  /** True where the token's own user wrote it. */
  readonly isOwn: (note: JsonObject) => boolean;
}

/** The note that begins with a marker and that the token's own user wrote; undefined where there is none. */
export function markedNote({ all, isOwn }: Notes, marker: string): { readonly id: number; readonly body: string } | undefined {
  const ownNote = all.find((note) => isOwn(note) && textIn(note, "body").startsWith(marker));
  return ownNote && { id: numberIn(ownNote, "id", "note"), body: textIn(ownNote, "body") };
}

/** What follows in a note was added after the merge. */
const added = "<!-- trueup:applied -->";

/** The text of a note with what became of its request, in place of what was added before. */
export function noteWith(body: string, text: string): string {
  const [before = ""] = body.split(`\n${added}`);
  return `${before.trimEnd()}\n${added}\n${text}`;
}

/** Makes the one note of the token's own user, or updates it where it says something else. */
export async function keepNote(
  { marker, body }: { readonly marker: string; readonly body: string },
  notes: Notes,
  { make, change }: { readonly make: () => Promise<unknown>; readonly change: (id: number) => Promise<unknown> },
): Promise<WrittenNote> {
  const { all, isOwn } = notes;
  const ownNote = markedNote(notes, marker);
  const ignored = all.filter((note) => !isOwn(note) && textIn(note, "body").startsWith(marker)).length;
  if (ownNote === undefined) {
    await make();
    return { end: "made", ignored };
  }
  // A service may keep another end of lines, and none after the last.
  if (ownNote.body.replaceAll("\r\n", "\n").trimEnd() === body.trimEnd()) return { end: "unchanged", ignored };
  await change(ownNote.id);
  return { end: "updated", ignored };
}

/** Sees that a new issue has its label, without which no later run would find it and each would make another. Throws TrueupError `forge.label` after `close`. */
export async function seeLabel(
  names: readonly string[],
  labelName: string,
  issue: ForgeIssue,
  close: () => Promise<unknown>,
): Promise<void> {
  if (names.some((name) => name.toLowerCase() === labelName.toLowerCase())) return;
  await close();
  throw new TrueupError({
    code: "forge.label",
    message: `the service made the issue ${issue.url} without the label ${labelName}, so it is closed again`,
    hint: "The token of TRUEUP_NOTES_TOKEN must be allowed to label issues.",
  });
}
