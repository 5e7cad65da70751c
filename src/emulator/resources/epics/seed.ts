import type { PlatformState, SeedPart } from "../../core/context.js";
import { SEED_TIME, seedGroup, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { type Epic, type Snippet, epicTable, snippetTable } from "../work-items/records.js";

type SeedEpic = {
  group: string;
  title: string;
  description?: string;
  author: string;
  state?: Epic["state"];
  confidential?: boolean;
  created_at?: string;
};

type SeedSnippet = {
  project: string;
  title: string;
  file_name: string;
  visibility?: Snippet["visibility"];
  author: string;
  created_at?: string;
};

const text = { type: "string" } as const;

/** Epics of a seed. */
export const epicSeed: SeedPart = {
  key: "epics",
  about: "Epics of groups.",
  entry: {
    type: "object",
    required: ["group", "title", "author"],
    additionalProperties: false,
    properties: {
      group: text,
      title: text,
      description: text,
      author: text,
      state: { type: "string", enum: ["opened", "closed"] },
      confidential: { type: "boolean" },
      created_at: SEED_TIME,
    },
  },
  load: (world, entries) => {
    for (const entry of entries) addEpic(world, entry as SeedEpic);
  },
};

/** Snippets of a seed, all of projects. */
export const snippetSeed: SeedPart = {
  key: "snippets",
  about: "Snippets of projects.",
  entry: {
    type: "object",
    required: ["project", "title", "file_name", "author"],
    additionalProperties: false,
    properties: {
      project: text,
      title: text,
      file_name: text,
      visibility: { type: "string", enum: ["private", "internal", "public"] },
      author: text,
      created_at: SEED_TIME,
    },
  },
  load: (world, entries) => {
    for (const entry of entries) addSnippet(world, entry as SeedSnippet);
  },
};

function addEpic(world: PlatformState, seed: SeedEpic): void {
  const epics = world.store.of(epicTable);
  const group_id = seedGroup(world, seed.group).id;
  const created_at = seedTime(seed.created_at ?? "-0d");
  epics.insert({
    iid: epics.count("group", group_id) + 1,
    group_id,
    title: seed.title,
    description: seed.description ?? "",
    state: seed.state ?? "opened",
    author_id: seedUser(world, seed.author).id,
    confidential: seed.confidential ?? false,
    created_at,
    updated_at: created_at,
  });
}

function addSnippet(world: PlatformState, seed: SeedSnippet): void {
  const created_at = seedTime(seed.created_at ?? "-0d");
  world.store.of(snippetTable).insert({
    project_id: seedProject(world, seed.project).id,
    title: seed.title,
    file_name: seed.file_name,
    visibility: seed.visibility ?? "private",
    author_id: seedUser(world, seed.author).id,
    created_at,
    updated_at: created_at,
  });
}
