import type { PlatformState } from "../../core/context.js";
import { FLAG, TEXT, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_TIME, seedGroup, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { seedNoteable } from "../award-emoji/seed.js";
import { type Noteable, epicTable, noteTable, snippetTable } from "../work-items/records.js";
import { addNote } from "./text.js";

const reference = { type: "string", pattern: String.raw`^[^#!&$]+[#!&$]\d+$` } as const;

const notes = {
  type: "array",
  minItems: 1,
  items: seedObject(["author", "body"], {
    author: TEXT,
    body: TEXT,
    created_at: SEED_TIME,
    system: FLAG,
    resolved_by: TEXT,
  }),
} as const;

/**
 * Discussions of a seed, on issues (`group/project#1`), merge requests (`group/project!1`), epics (`group&1`) and snippets (`group/project$1`, by id).
 * Throws when the seed names a thing that it does not have, gives a single comment replies, or resolves what cannot be.
 */
export const discussionSeed = seedPart(
  "discussions",
  "Threads and single comments on issues, snippets, epics and merge requests.",
  seedObject(["on", "notes"], { on: reference, thread: FLAG, notes }),
  (world, seed) => {
    const noteable = discussed(world, seed.on);
    if (seed.thread !== true && seed.notes.length > 1)
      throw new Error(`the seed has replies on ${seed.on} that are in no thread`);
    const type = seed.thread === true ? "DiscussionNote" : null;
    let discussion_id: string | undefined;
    for (const { author, body, created_at = "-0d", system = false, resolved_by } of seed.notes) {
      const at = seedTime(created_at);
      const author_id = seedUser(world, author).id;
      const note = addNote(world.store, { noteable, body, author_id, type, system, at, discussion_id });
      ({ discussion_id } = note);
      if (resolved_by === undefined) continue;
      if (!note.resolvable)
        throw new Error(`the seed resolves a note on ${seed.on}: only threads on merge requests can be resolved`);
      world.store.of(noteTable).update(note.id, { resolved_by_id: seedUser(world, resolved_by).id, resolved_at: at });
    }
  },
);

function discussed(world: PlatformState, reference: string): Noteable {
  const [, path = "", sign, number] = /^([^&$]+)([&$])(\d+)$/.exec(reference) ?? [];
  if (sign === undefined) return seedNoteable(world, reference);
  if (sign === "&") {
    const epics = world.store.of(epicTable).where("group", seedGroup(world, path).id);
    return noteableOf("epic", epics.find((epic) => epic.iid === Number(number))?.id, reference);
  }
  const snippets = world.store.of(snippetTable).where("project", seedProject(world, path).id);
  return noteableOf("snippet", snippets.find((snippet) => snippet.id === Number(number))?.id, reference);
}

function noteableOf(kind: Noteable["kind"], id: number | undefined, reference: string): Noteable {
  if (id === undefined) throw new Error(`the seed names something that it does not have: ${reference}`);
  return { kind, id };
}
