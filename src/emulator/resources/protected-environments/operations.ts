import { LEVEL, requireLevel } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { HttpError, conflict, notFound } from "../../core/errors.js";
import { checkUnmodified, findGroup, findProject } from "../../core/lookup.js";
import { page } from "../../core/pages.js";
import type { EnvironmentProtection, Group, Project, ProtectedEnvironment } from "../../core/records.js";
import { type Reply, created, noContent, ok } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { applyEntries, readAccess, readApproval } from "./access.js";
import { presentEnvironment } from "./present.js";
import { type ProjectProtectedEnvironment, projectProtectedEnvironmentTable, protectedEnvironmentsOf } from "./records.js";
import { protectedEnvironmentSeed } from "./seed.js";

const TIERS = ["production", "staging", "testing", "development", "other"];

type Draft = Omit<ProtectedEnvironment, "id" | "updated_at">;

const at = "/projects/{id}/protected_environments";

const licensed = (handler: OperationDeclaration["handler"]): OperationDeclaration => ({ tier: "premium", handler });

type ProjectDraft = Omit<EnvironmentProtection, "id" | "updated_at">;

const LONGEST_NAME = 255;

const MOST_APPROVALS = 5;

/**
 * Protected environments of groups (document 2; update, checks and silent drops from the reference of real servers, section D).
 *
 * Protected environments of projects, as those of groups, by the name of an environment. No collection: what is sent are differences of lists of entries.
 */
export default {
  operations: {
    "GET /groups/{id}/protected_environments": (context) => {
      const rows = context.store.protectedEnvironments.where("group", maintained(context).id);
      return page(rows, context, (row) => presentEnvironment(context, row));
    },
    "GET /groups/{id}/protected_environments/{name}": (context) =>
      ok(presentEnvironment(context, findEnvironment(context, maintained(context)))),
    "POST /groups/{id}/protected_environments": (context) => {
      const group = maintained(context);
      const { store, params } = context;
      const name = params.requiredText("name");
      if (named(context, group, name) !== undefined) throw conflict(`Protected environment '${name}' already exists`);
      const draft = change(context, group, {
        group_id: group.id,
        name,
        required_approval_count: 0,
        deploy_access_levels: [],
        approval_rules: [],
      });
      return created(presentEnvironment(context, store.protectedEnvironments.insert(draft)));
    },
    "PUT /groups/{id}/protected_environments/{name}": (context) => {
      const group = maintained(context);
      const before = findEnvironment(context, group);
      const draft = change(context, group, before);
      return ok(presentEnvironment(context, context.store.protectedEnvironments.update(before.id, draft)));
    },
    "DELETE /groups/{id}/protected_environments/{name}": (context) => {
      const environment = findEnvironment(context, maintained(context));
      checkUnmodified(context, environment.updated_at);
      context.store.protectedEnvironments.delete(environment.id);
      return context.instance.dialect === "vendor" ? noContent() : ok({});
    },
    [`GET ${at}`]: licensed((context) =>
      page(protectedEnvironmentsOf(context.store, maintainedProject(context).id), context, (one) =>
        presentEnvironment(context, one),
      ),
    ),
    [`POST ${at}`]: licensed(protect),
    [`GET ${at}/{name}`]: licensed((context) => ok(presentEnvironment(context, find(context, maintainedProject(context))))),
    [`PUT ${at}/{name}`]: licensed((context) => {
      const project = maintainedProject(context);
      const before = find(context, project);
      const changes = changed(context, project, before);
      return ok(presentEnvironment(context, context.store.of(projectProtectedEnvironmentTable).update(before.id, changes)));
    }),
    [`DELETE ${at}/{name}`]: licensed((context) => {
      const { id, updated_at } = find(context, maintainedProject(context));
      checkUnmodified(context, updated_at);
      context.store.of(projectProtectedEnvironmentTable).delete(id);
      return noContent();
    }),
  },
  seeds: [protectedEnvironmentSeed],
} satisfies Resource;

/** The group, for those who maintain it (document 1, Roles and permissions). */
function maintained(context: Context): Group {
  const group = findGroup(context);
  requireLevel(context, group, LEVEL.maintainer);
  return group;
}

function findEnvironment(context: Context, group: Group): ProtectedEnvironment {
  const environment = named(context, group, context.params.requiredText("name"));
  if (environment === undefined) throw notFound();
  return environment;
}

function named({ store }: Context, group: Group, name: string): ProtectedEnvironment | undefined {
  return store.protectedEnvironments.where("group", group.id).find((row) => row.name === name);
}

/** The environment after the request. Throws 422 with sentences when it is not valid. */
function change(context: Context, group: Group, before: Draft): Omit<ProtectedEnvironment, "id"> {
  const { params } = context;
  const draft = {
    group_id: before.group_id,
    name: before.name,
    required_approval_count: params.number("required_approval_count") ?? before.required_approval_count,
    deploy_access_levels: applyEntries(
      context,
      before.deploy_access_levels,
      params.records("deploy_access_levels"),
      readAccess(context, group),
    ),
    approval_rules: applyEntries(context, before.approval_rules, params.records("approval_rules"), readApproval(context, group)),
    updated_at: new Date().toISOString(),
  };
  const problems = Object.entries(context.limits).flatMap(([name, messages]) =>
    messages.map((text) => `${sentence(name)} ${text}`),
  );
  if (!TIERS.includes(draft.name)) problems.push(`Name must be one of environment tiers: ${TIERS.join(", ")}.`);
  if (draft.deploy_access_levels.length === 0) problems.push("Deploy access levels is too short (minimum is 1 character)");
  if (problems.length > 0) throw new HttpError(422, { message: problems });
  return draft;
}

/** `required_approval_count` as a message begins: `Required approval count`. */
function sentence(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function maintainedProject(context: Context): Project {
  const project = findProject(context);
  requireLevel(context, project, LEVEL.maintainer);
  return project;
}

function find({ store, params }: Context, project: Project): ProjectProtectedEnvironment {
  const name = params.requiredText("name");
  const found = protectedEnvironmentsOf(store, project.id).find((one) => one.name === name);
  if (found === undefined) throw notFound();
  return found;
}

function protect(context: Context): Reply {
  const { store, params } = context;
  const project = maintainedProject(context);
  const name = params.requiredText("name");
  if (protectedEnvironmentsOf(store, project.id).some((one) => one.name === name))
    throw conflict(`Protected environment '${name}' already exists`);
  const draft = changed(context, project, {
    name,
    required_approval_count: 0,
    deploy_access_levels: [],
    approval_rules: [],
  });
  const home = { kind: "project", id: project.id };
  return created(presentEnvironment(context, store.of(projectProtectedEnvironmentTable).insert({ ...draft, home })));
}

/** The environment after the request: who may not deploy is dropped without a word. Throws 422 with sentences when it is not valid. */
function changed(context: Context, project: Project, before: ProjectDraft): Omit<EnvironmentProtection, "id"> {
  const { params } = context;
  const { name } = before;
  const access = params.records("deploy_access_levels");
  const count = params.number("required_approval_count") ?? before.required_approval_count;
  const draft = {
    name,
    required_approval_count: count,
    deploy_access_levels: applyEntries(context, before.deploy_access_levels, access, readAccess(context, project)),
    approval_rules: applyEntries(
      context,
      before.approval_rules,
      params.records("approval_rules"),
      readApproval(context, project),
    ),
    updated_at: new Date().toISOString(),
  };
  const problems = [
    ...(name.trim() === "" ? ["Name can't be blank"] : []),
    ...(Array.from(name).length > LONGEST_NAME ? [`Name is too long (maximum is ${LONGEST_NAME} characters)`] : []),
    ...(draft.deploy_access_levels.length === 0 ? ["Deploy access levels is too short (minimum is 1 character)"] : []),
    ...(count < 0 || count > MOST_APPROVALS ? [`Required approval count must be in 0..${MOST_APPROVALS}`] : []),
  ];
  if (problems.length > 0) throw new HttpError(422, { message: problems });
  return draft;
}
