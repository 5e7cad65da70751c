import { FLAG, TEXT, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_TIME, seedGroup, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { epicTable, snippetTable } from "../work-items/records.js";

/** Epics of a seed. */
export const epicSeed = seedPart(
  "epics",
  "Epics of groups.",
  seedObject(["group", "title", "author"], {
    group: TEXT,
    title: TEXT,
    description: TEXT,
    author: TEXT,
    state: { type: "string", enum: ["opened", "closed"] },
    confidential: FLAG,
    created_at: SEED_TIME,
  }),
  (world, { group, author, created_at: time = "-0d", ...columns }) => {
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
  },
);

/** Snippets of a seed, all of projects. */
export const snippetSeed = seedPart(
  "snippets",
  "Snippets of projects.",
  seedObject(["project", "title", "file_name", "author"], {
    project: TEXT,
    title: TEXT,
    file_name: TEXT,
    visibility: { type: "string", enum: ["private", "internal", "public"] },
    author: TEXT,
    created_at: SEED_TIME,
  }),
  (world, { project, author, created_at: time = "-0d", ...columns }) => {
    const created_at = seedTime(time);
    world.store.of(snippetTable).insert({
      visibility: "private",
      ...columns,
      project_id: seedProject(world, project).id,
      author_id: seedUser(world, author).id,
      created_at,
      updated_at: created_at,
    });
  },
);
