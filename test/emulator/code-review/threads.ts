import { expect } from "vitest";
import { as } from "../forum.js";
import type { Answer, Platform } from "../platform.js";

export type Note = { id: number; body: string; type: string | null; system: boolean; author: { username: string } } & Record<
  string,
  unknown
>;
export type Discussion = { id: string; individual_note: boolean; notes: Note[] };

export const discussionsIn = (answer: Answer): Discussion[] => answer.body as Discussion[];

/** Begins a thread. */
export async function begin(
  forum: Platform,
  place: string,
  json: Record<string, unknown>,
  username = "dora",
): Promise<Discussion> {
  const answer = await forum.call("POST", `${place}/discussions`, { json, ...as(username) });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Discussion;
}

/** The first note of a discussion. */
export function first(discussion: Discussion): Note {
  const [note] = discussion.notes;
  if (note === undefined) throw new Error("the discussion has no notes");
  return note;
}

/** Path of a note of a discussion. */
export const at = (place: string, discussion: Discussion, note = first(discussion)): string =>
  `${place}/discussions/${discussion.id}/notes/${note.id}`;
