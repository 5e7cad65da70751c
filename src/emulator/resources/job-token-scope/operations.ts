import { LEVEL, canSee, projectFor, writableProject } from "../../core/access.js";
import { type Entry, type EntryHome, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import type { GroupOrProject, Json, Project } from "../../core/records.js";
import { type Reply, badRequest, created, noContent, notFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { presentSimple } from "../projects/present.js";

/** What job tokens may come from into a project: projects and groups, each with `target_id`. The project itself always may. */
const tables = { project: defineEntries("job_token_projects"), group: defineEntries("job_token_groups") };

type Kind = keyof typeof tables;

/** The most entries of one list, the project itself included. */
const MOST = 200;

const homeOf = ({ id }: Project): EntryHome => ({ kind: "project", id });

/**
 * Lists of who may use a project with job tokens (the reference of real servers, kinds, section 1).
 * No collection: what is listed are projects and groups, the project itself among them.
 */
export default {
  operations: {
    ...operationsOf("project", "/projects/{id}/job_token_scope/allowlist", "target_project_id"),
    ...operationsOf("group", "/projects/{id}/job_token_scope/groups_allowlist", "target_group_id"),
  },
} satisfies Resource;

function operationsOf(kind: Kind, at: string, parameter: string): Record<string, OperationDeclaration> {
  return {
    [`GET ${at}`]: { handler: (context) => list(context, kind) },
    [`POST ${at}`]: { handler: (context) => add(context, kind, parameter) },
    [`DELETE ${at}/{${parameter}}`]: { handler: (context) => remove(context, kind, parameter) },
  };
}

function entriesOf({ store }: Context, kind: Kind, project: Project): Entry[] {
  return store.of(tables[kind]).where("home", homeKeyOf(homeOf(project)));
}

function thingWith({ store }: Context, kind: Kind, id: Json | undefined): GroupOrProject | undefined {
  if (typeof id !== "number") return undefined;
  return kind === "project" ? store.projects.get(id) : store.groups.get(id);
}

function list(context: Context, kind: Kind): Reply {
  const project = projectFor(context, LEVEL.maintainer);
  const { store, instance } = context;
  const ids = entriesOf(context, kind, project).flatMap(({ target_id: id }) => (typeof id === "number" ? [id] : []));
  if (kind === "group") {
    const groups = ids.flatMap((id) => store.groups.get(id) ?? []);
    return page(groups, context, ({ id, name, full_path }) => ({ id, name, web_url: `${instance.url}/groups/${full_path}` }));
  }
  const projects = [project, ...ids.flatMap((id) => store.projects.get(id) ?? [])];
  return page(projects, context, (shownProject) => presentSimple(context, shownProject));
}

function add(context: Context, kind: Kind, parameter: string): Reply {
  const { store, params, user } = context;
  const project = writableProject(context, LEVEL.maintainer);
  const id = params.requiredNumber(parameter);
  const target = thingWith(context, kind, id);
  if (target === undefined || !canSee(store, user, target)) throw notFound(kind === "project" ? "Project" : "Group");
  const known = entriesOf(context, kind, project);
  if (kind === "project" && id === project.id)
    throw badRequest("400 Bad request - Validation failed: Target project can't be the same as the source project");
  if (known.some((entry) => entry["target_id"] === id))
    throw badRequest(`400 Bad request - This ${kind} is already in the job token allowlist.`);
  if (known.length + 1 >= MOST)
    throw badRequest(
      `400 Bad request - Validation failed: Source project exceeds the allowable number of ${kind} links in this direction`,
    );
  store.of(tables[kind]).insert({ home: homeOf(project), target_id: id, created_at: new Date().toISOString() } as const);
  return created({ source_project_id: project.id, [parameter]: id });
}

function remove(context: Context, kind: Kind, parameter: string): Reply {
  const project = writableProject(context, LEVEL.maintainer);
  const id = Number(context.params.requiredText(parameter));
  const entry = entriesOf(context, kind, project).find(({ target_id }) => target_id === id);
  if (thingWith(context, kind, id) === undefined) throw notFound(kind === "project" ? "Project" : "Group");
  if (entry === undefined) throw badRequest(`400 Bad request - Target ${kind} is not in the job token scope`);
  context.store.of(tables[kind]).delete(entry.id);
  return noContent();
}
