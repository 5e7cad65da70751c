import { randomBytes } from "node:crypto";
import { textOf } from "../../core/collection/homes.js";
import { type Columns, type Entry, type EntryHome, asEntries, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { invalid } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { agentTable } from "../pipelines/records.js";
import { presentConfigProject } from "./records.js";

const agent = "/projects/{id}/cluster_agents/{agent_id}";

const parts = { at: agent, read: "developer", write: "maintainer" } as const;

const madeBy = (entry: Entry): Record<string, Json> => ({ created_by_user_id: entry["author_id"] ?? null });

/** Agents of clusters: their names, tokens and addresses; no cluster is connected, so they do nothing. */
export default {
  collections: [
    collection("cluster_agents", {
      at: "/projects/{id}",
      read: "developer",
      unique: { columns: ["name"] },
      longest: { name: 63 },
      table: asEntries(agentTable),
      defaults: { is_receptive: false },
      settle: settled,
      shows: (context, entry) => ({ ...madeBy(entry), config_project: projectOf(context, entry) }),
    }),
    collection("tokens", {
      ...parts,
      filled: ["name"],
      longest: { name: 255, description: 255 },
      cap: { count: 2, message: "Agent has already two active tokens" },
      once: ["token"],
      settle: (_, columns) => ({ ...columns, token: `glagent-${randomBytes(24).toString("base64url")}`, status: "active" }),
      shows: (_, entry) => ({ ...madeBy(entry), agent_id: entry.home.id }),
    }),
    collection("url_configurations", {
      ...parts,
      tier: "ultimate",
      cap: { count: 1, message: "URL configuration already exists for this agent" },
      never: ["client_key"],
      shows: (_, entry) => ({ agent_id: entry.home.id }),
    }),
  ],
} satisfies Resource;

/** Names are labels of the domain name system; a new agent is for its own project's jobs alone. */
function settled(_: Context, columns: Columns, __: Entry | undefined, home: EntryHome): Columns {
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(textOf(columns["name"])))
    return { ...columns, project_id: home.id, project_ids: [], group_ids: [] };
  throw invalid({
    name: ["can contain only lowercase letters, digits, and '-', but cannot start or end with '-'"],
  });
}

function projectOf(context: Context, { home }: Entry): Json {
  const project = context.store.projects.get(home.id);
  return project === undefined ? null : presentConfigProject(context, project);
}
