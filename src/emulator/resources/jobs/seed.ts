import { TEXT, seedList, seedObject, seedPart } from "../../core/seed-part.js";
import { seedGroup, seedProject } from "../../core/seed.js";
import { agentTable, runnerTable } from "../pipelines/records.js";

/** Cluster agents of a seed: `project` holds the configuration, `projects` and `groups` may use the agent too. */
export const agentSeed = seedPart(
  "agents",
  "Cluster agents, and which projects and groups may use them.",
  seedObject(["name", "project"], { name: TEXT, project: TEXT, projects: seedList(TEXT), groups: seedList(TEXT) }),
  (world, { name, project, projects = [], groups = [] }) => {
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
  },
);

/** Runners of a seed, by which seeded jobs ran; whoever has the token of one takes jobs as it. */
export const runnerSeed = seedPart(
  "runners",
  "Runners; whoever has the token of one takes jobs as it.",
  seedObject(["description", "token"], {
    description: TEXT,
    token: TEXT,
    is_shared: { type: "boolean" },
    online: { type: "boolean" },
  }),
  ({ store }, { description, token, is_shared = true, online = true }) => {
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
);
