import { LEVEL, requireLevel } from "../access.js";
import type { Context } from "../context.js";
import { HttpError, conflict, notFound } from "../errors.js";
import { checkUnmodified, findProject } from "../lookup.js";
import { page } from "../pages.js";
import type { EnvironmentProtection, Project } from "../records.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import { presentEnvironment } from "../sections/protected-environments/entity.js";
import { applyEntries, readAccess, readApproval } from "../sections/protected-environments/entries.js";
import { projectProtectedEnvironmentTable, protectedEnvironmentsOf } from "./configuration/protected-environment-records.js";
import type { ProjectProtectedEnvironment } from "./configuration/protected-environment-records.js";

const at = "/projects/{id}/protected_environments";

const licensed = (handler: OperationDeclaration["handler"]): OperationDeclaration => ({ tier: "premium", handler });

/** Protected environments of projects, as those of groups, by the name of an environment. No row: what is sent are differences of lists of entries. */
export default {
  operations: {
    [`GET ${at}`]: licensed((context) =>
      page(protectedEnvironmentsOf(context.store, maintained(context).id), context, (one) => presentEnvironment(context, one)),
    ),
    [`POST ${at}`]: licensed(protect),
    [`GET ${at}/{name}`]: licensed((context) => ok(presentEnvironment(context, find(context, maintained(context))))),
    [`PUT ${at}/{name}`]: licensed((context) => {
      const project = maintained(context);
      const before = find(context, project);
      const changes = changed(context, project, before);
      return ok(presentEnvironment(context, context.store.of(projectProtectedEnvironmentTable).update(before.id, changes)));
    }),
    [`DELETE ${at}/{name}`]: licensed((context) => {
      const { id, updated_at } = find(context, maintained(context));
      checkUnmodified(context, updated_at);
      context.store.of(projectProtectedEnvironmentTable).delete(id);
      return noContent();
    }),
  },
} satisfies Resource;

function maintained(context: Context): Project {
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
  const project = maintained(context);
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

type Draft = Omit<EnvironmentProtection, "id" | "updated_at">;

const LONGEST_NAME = 255;
const MOST_APPROVALS = 5;

/** The environment after the request: who may not deploy is dropped without a word. Throws 422 with sentences when it is not valid. */
function changed(context: Context, project: Project, before: Draft): Omit<EnvironmentProtection, "id"> {
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
