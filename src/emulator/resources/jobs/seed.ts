import type { SeedPart } from "../../core/context.js";
import { seedGroup, seedProject } from "../../core/seed.js";
import { agentTable, runnerTable } from "../pipelines/records.js";

type SeedAgent = { name: string; project: string; projects?: readonly string[]; groups?: readonly string[] };

/** Cluster agents of a seed: `project` holds the configuration, `projects` and `groups` may use the agent too. */
export const agentSeed: SeedPart = {
  key: "agents",
  about: "Cluster agents, and which projects and groups may use them.",
  entry: {
    type: "object",
    required: ["name", "project"],
    additionalProperties: false,
    properties: {
      name: { type: "string" },
      project: { type: "string" },
      projects: { type: "array", items: { type: "string" } },
      groups: { type: "array", items: { type: "string" } },
    },
  },
  load: (world, entries) => {
    for (const { name, project, projects = [], groups = [] } of entries as readonly SeedAgent[]) {
      const { id, creator_id } = seedProject(world, project);
      world.store.of(agentTable).insert({
        name,
        home: { kind: "project", id },
        created_at: new Date().toISOString(),
        author_id: creator_id,
        project_id: id,
        project_ids: projects.map((path) => seedProject(world, path).id),
        group_ids: groups.map((path) => seedGroup(world, path).id),
      });
    }
  },
};

type SeedRunner = { description: string; token: string; is_shared?: boolean; online?: boolean };

/** Runners of a seed, by which seeded jobs ran; whoever has the token of one takes jobs as it. */
export const runnerSeed: SeedPart = {
  key: "runners",
  about: "Runners; whoever has the token of one takes jobs as it.",
  entry: {
    type: "object",
    required: ["description", "token"],
    additionalProperties: false,
    properties: {
      description: { type: "string" },
      token: { type: "string" },
      is_shared: { type: "boolean" },
      online: { type: "boolean" },
    },
  },
  load: ({ store }, entries) => {
    for (const { description, token, is_shared = true, online = true } of entries as readonly SeedRunner[])
      store.of(runnerTable).insert({
        description,
        token,
        is_shared,
        online,
        ip_address: "127.0.0.1",
        active: true,
        runner_type: is_shared ? "instance_type" : "project_type",
        name: "runner",
        status: online ? "online" : "offline",
      });
  },
};
