import type { PlatformState } from "../../core/context.js";
import { FLAG, type Seeded, TEXT, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_TIME, seedGroup, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { epicTable, snippetTable } from "../work-items/records.js";

const EPIC = seedObject(["group", "title", "author"], {
  group: TEXT,
  title: TEXT,
  description: TEXT,
  author: TEXT,
  state: { type: "string", enum: ["opened", "closed"] },
  confidential: FLAG,
  created_at: SEED_TIME,
});

type SeedEpic = Seeded<typeof EPIC>;

/** Epics of a seed. */
export const epicSeed = seedPart("epics", "Epics of groups.", EPIC, addEpic);

const SNIPPET = seedObject(["project", "title", "file_name", "author"], {
  project: TEXT,
  title: TEXT,
  file_name: TEXT,
  visibility: { type: "string", enum: ["private", "internal", "public"] },
  author: TEXT,
  created_at: SEED_TIME,
});

type SeedSnippet = Seeded<typeof SNIPPET>;

/** Snippets of a seed, all of projects. */
export const snippetSeed = seedPart("snippets", "Snippets of projects.", SNIPPET, addSnippet);

function addEpic(world: PlatformState, { group, author, created_at: time = "-0d", ...columns }: SeedEpic): void {
  const epics = world.store.of(epicTable);
  const group_id = seedGroup(world, group).id;
  const created_at = seedTime(time);
  epics.insert({
    description: "",
    state: "opened",
    confidential: false,
    ...columns,
    iid: epics.count("group", group_id) + 1,
    group_id,
    author_id: seedUser(world, author).id,
    created_at,
    updated_at: created_at,
  });
}

function addSnippet(world: PlatformState, { project, author, created_at: time = "-0d", ...columns }: SeedSnippet): void {
  const created_at = seedTime(time);
  world.store.of(snippetTable).insert({
    visibility: "private",
    ...columns,
    project_id: seedProject(world, project).id,
    author_id: seedUser(world, author).id,
    created_at,
    updated_at: created_at,
  });
}
