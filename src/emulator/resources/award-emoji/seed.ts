import type { PlatformState, SeedPart } from "../../core/context.js";
import { seedProject, seedUser } from "../../core/seed.js";
import { type Noteable, issueTable, mergeRequestTable, reactionTable } from "../work-items/records.js";

type SeedReaction = { on: string; user: string; name: string };

const name = { type: "string", minLength: 1 } as const;

const reference = { type: "string", pattern: String.raw`^[^#!]+[#!]\d+$` } as const;

/** Reactions of a seed to issues (`group/project#1`) and merge requests (`group/project!1`). */
export const reactionSeed: SeedPart = {
  key: "reactions",
  about: "Reactions to issues, merge requests, epics and snippets.",
  entry: {
    type: "object",
    required: ["on", "user", "name"],
    additionalProperties: false,
    properties: {
      on: reference,
      user: { type: "string" },
      name,
    },
  },
  load: (world, entries) => {
    for (const entry of entries) {
      const { on, user, name } = entry as SeedReaction;
      world.store.of(reactionTable).insert({ noteable: seedNoteable(world, on), user_id: seedUser(world, user).id, name });
    }
  },
};

/** The issue (`group/project#1`) or merge request (`group/project!1`) that a seed names. Throws when there is none. */
export function seedNoteable(world: PlatformState, reference: string): Noteable {
  const [, path = "", sign, iid] = /^([^#!]+)([#!])(\d+)$/.exec(reference) ?? [];
  const project = seedProject(world, path);
  const kind = sign === "#" ? "issue" : "merge_request";
  const table = kind === "issue" ? world.store.of(issueTable) : world.store.of(mergeRequestTable);
  const row = table.first("iid", `${project.id}:${iid}`);
  if (row === undefined) throw new Error(`the seed names something that it does not have: ${reference}`);
  return { kind, id: row.id };
}
