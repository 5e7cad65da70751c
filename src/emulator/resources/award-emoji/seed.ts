import type { PlatformState } from "../../core/context.js";
import { TEXT, seedObject, seedPart } from "../../core/seed-part.js";
import { seedProject, seedUser } from "../../core/seed.js";
import { type Noteable, issueTable, mergeRequestTable, reactionTable } from "../work-items/records.js";

const name = { type: "string", minLength: 1 } as const;

const reference = { type: "string", pattern: String.raw`^[^#!]+[#!]\d+$` } as const;

/** Reactions of a seed to issues (`group/project#1`) and merge requests (`group/project!1`). */
export const reactionSeed = seedPart(
  "reactions",
  "Reactions to issues, merge requests, epics and snippets.",
  seedObject(["on", "user", "name"], { on: reference, user: TEXT, name }),
  (world, { on, user, name }) => {
    world.store.of(reactionTable).insert({ noteable: seedNoteable(world, on), user_id: seedUser(world, user).id, name });
  },
);

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
