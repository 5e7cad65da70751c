import { LEVEL, requireLevel } from "../access.js";
import type { Context } from "../context.js";
import { HttpError, conflict, notFound } from "../errors.js";
import { checkUnmodified, findGroup } from "../lookup.js";
import { page } from "../pages.js";
import type { Group, ProtectedEnvironment } from "../records.js";
import { created, noContent, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { presentEnvironment } from "./protected-environments/entity.js";
import { applyEntries, readAccess, readApproval } from "./protected-environments/entries.js";
import { protectedEnvironmentSeed } from "./protected-environments/seed.js";

const TIERS = ["production", "staging", "testing", "development", "other"];

/** Protected environments of groups (document 2; update, checks and silent drops from the reference of real servers, section D). */
export const protectedEnvironments: Resource = {
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
  },
  seeds: [protectedEnvironmentSeed],
};

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

type Draft = Omit<ProtectedEnvironment, "id" | "updated_at">;

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
