import { seedGroup, seedProject } from "../../core/seed.js";
import { agentTable, runnerTable } from "../pipelines/records.js";
import { list, record, seedPart, text } from "../seeded.js";

/** Cluster agents of a seed: `project` holds the configuration, `projects` and `groups` may use the agent too. */
export const agentSeed = seedPart(
  "agents",
  "Cluster agents, and which projects and groups may use them.",
  record(["name", "project"], { name: text, project: text, projects: list(text), groups: list(text) }),
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
  record(["description", "token"], {
    description: text,
    token: text,
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
