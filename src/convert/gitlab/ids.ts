import { isObject, type Json, type JsonObject } from "../../core/json.js";
import type { StateResource } from "./document.js";

/** What a number may stand for. A namespace is a group, or a user with projects of their own. */
export type NumberedThing =
  | "user"
  | "group"
  | "project"
  | "protected_branch"
  | "pipeline_schedule"
  | "member_role"
  | "cluster_agent"
  | "namespace"
  | "feature_flag_user_list";

/** Where a resource or data source tells the name that belongs to a number. */
interface Source {
  readonly types: readonly string[];
  readonly things: readonly NumberedThing[];
  /** Attribute that holds a list of things; without it, the values tell one. */
  readonly list?: string;
  readonly id: string;
  readonly name: string;
}

/** Resources and data sources of the provider alike. */
const sources: readonly Source[] = [
  { types: ["gitlab_group"], things: ["group", "namespace"], id: "id", name: "full_path" },
  { types: ["gitlab_group"], things: ["group", "namespace"], id: "group_id", name: "full_path" },
  { types: ["gitlab_groups"], things: ["group", "namespace"], list: "groups", id: "group_id", name: "full_path" },
  { types: ["gitlab_group_subgroups"], things: ["group", "namespace"], list: "subgroups", id: "id", name: "full_path" },
  { types: ["gitlab_project"], things: ["project"], id: "id", name: "path_with_namespace" },
  { types: ["gitlab_projects"], things: ["project"], list: "projects", id: "id", name: "path_with_namespace" },
  { types: ["gitlab_user", "gitlab_current_user"], things: ["user"], id: "id", name: "username" },
  { types: ["gitlab_user"], things: ["user"], id: "user_id", name: "username" },
  { types: ["gitlab_user", "gitlab_current_user"], things: ["namespace"], id: "namespace_id", name: "username" },
  { types: ["gitlab_users"], things: ["user"], list: "users", id: "id", name: "username" },
  { types: ["gitlab_users"], things: ["namespace"], list: "users", id: "namespace_id", name: "username" },
  {
    types: ["gitlab_group_membership", "gitlab_project_membership", "gitlab_group_provisioned_users"],
    things: ["user"],
    list: "members",
    id: "id",
    name: "username",
  },
  { types: ["gitlab_branch_protection"], things: ["protected_branch"], id: "branch_protection_id", name: "branch" },
  { types: ["gitlab_pipeline_schedule"], things: ["pipeline_schedule"], id: "pipeline_schedule_id", name: "description" },
  { types: ["gitlab_cluster_agent"], things: ["cluster_agent"], id: "agent_id", name: "name" },
  { types: ["gitlab_member_role"], things: ["member_role"], id: "id", name: "name" },
  { types: ["gitlab_project_feature_flag_user_list"], things: ["feature_flag_user_list"], id: "list_id", name: "name" },
  { types: ["gitlab_project_protected_branch"], things: ["protected_branch"], id: "id", name: "name" },
  {
    types: ["gitlab_project_protected_branches"],
    things: ["protected_branch"],
    list: "protected_branches",
    id: "id",
    name: "name",
  },
];

/** The names that a document tells for the platform's numbers, by thing and number: `group:7`. */
export type Ids = ReadonlyMap<`${string}:${string}`, string>;

/** The names for numbers that resources and data sources tell; the last one counts. */
export function idsOf(resources: readonly StateResource[]): Ids {
  return new Map(
    resources.flatMap(({ type, values }) =>
      sources.filter(({ types }) => types.includes(type)).flatMap((source) => idsIn(source, values)),
    ),
  );
}

function idsIn({ things, list, id, name }: Source, values: JsonObject): readonly (readonly [`${string}:${string}`, string])[] {
  const listed: Json = list === undefined ? [values] : (values[list] ?? []);
  if (!Array.isArray(listed)) return [];
  return listed.filter(isObject).flatMap((item) => {
    const [number, text] = [numberText(item[id]), item[name]];
    if (number === undefined || typeof text !== "string" || text === "") return [];
    return things.map((thing) => [`${thing}:${number}`, text] as const);
  });
}

/** A number of the platform, given as number or text; undefined for anything else, a path for example. */
export function numberText(value: Json | undefined): string | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  return /^(?:gid:\/\/gitlab\/\w+\/)?([1-9]\d{0,15})$/.exec(value)?.[1];
}
