import { groupChain } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { presentUser } from "../../core/people.js";
import type { Json, Project } from "../../core/records.js";
import { pipelineOf } from "../pipelines/lookup.js";
import { presentPipeline } from "../pipelines/present.js";
import { type Agent, type Job, agentTable } from "../pipelines/records.js";
import { presentSimple } from "../projects/present.js";

/** Allowed-agents result (document 2): the cluster agents that a job may use, with the job, its pipeline, project and user. */
export function presentAllowedAgents(context: Context, job: Job): Record<string, Json> {
  const { store } = context;
  const project = store.projects.get(job.project_id);
  const user = job.user_id === null ? undefined : store.users.get(job.user_id);
  if (project === undefined || user === undefined) throw new Error(`job ${job.id} has no project or user`);
  const groups = new Set(groupChain(store, project.namespace_id));
  const agents = store.of(agentTable).all();
  return {
    allowed_agents: agents.filter((agent) => mayUse(agent, project, groups)).map((agent) => presentAgent(context, agent)),
    job: { id: job.id, name: job.name, stage: job.stage, project_id: project.id, project_name: project.name },
    pipeline: presentPipeline(context, pipelineOf(context, job)),
    project: presentConfigProject(context, project),
    user: presentUser(context, user),
  };
}

/** An agent is for the project with its configuration, and for the projects and groups that this names. */
function mayUse(agent: Agent, project: Project, groups: ReadonlySet<number>): boolean {
  if (agent.project_id === project.id || agent.project_ids.includes(project.id)) return true;
  return agent.group_ids.some((id) => groups.has(id));
}

function presentAgent(context: Context, agent: Agent): Record<string, Json> {
  const project = context.store.projects.get(agent.project_id);
  return { id: agent.id, config_project: project === undefined ? null : presentConfigProject(context, project) };
}

const CONFIG_PROJECT = ["id", "description", "name", "name_with_namespace", "path", "path_with_namespace", "created_at"];

/** The project that holds the configuration of an agent. */
export function presentConfigProject(context: Context, project: Project): Record<string, Json> {
  const simple = presentSimple(context, project);
  return Object.fromEntries(CONFIG_PROJECT.map((key) => [key, simple[key] ?? null]));
}
