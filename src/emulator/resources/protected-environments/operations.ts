import { LEVEL, checkUnmodified, groupFor, isProject, projectFor } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { GroupOrProject } from "../../core/records.js";
import { HttpError, conflict, created, noContent, ok, orNotFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { nameProblems } from "../protected-branches/entries.js";
import { applyEntries, readAccess, readApproval } from "./access.js";
import { presentEnvironment } from "./present.js";
import {
  ENVIRONMENT_TIERS,
  type EnvironmentProtection,
  projectProtectedEnvironmentTable,
  protectedEnvironmentTable,
  protectedEnvironmentsOf,
} from "./records.js";
import { protectedEnvironmentSeed } from "./seed.js";

type Draft = Omit<EnvironmentProtection, "id" | "updated_at">;

type Stored = Omit<EnvironmentProtection, "id">;

const MOST_APPROVALS = 5;

/** The environments that a group or project protects, and where they are kept. */
interface Environments {
  readonly holder: GroupOrProject;
  readonly all: readonly EnvironmentProtection[];
  readonly table: {
    insert(row: Stored): EnvironmentProtection;
    update(id: number, row: Stored): EnvironmentProtection;
    delete(id: number): void;
  };
  /** What a stored one has of its holder. */
  readonly home: object;
}

/**
 * Protected environments, for who maintains their group or project: of groups (document 2; update, checks and silent drops from the reference of real servers, section D) by their tier, of projects by
 * the name of an environment. No collection: what is sent are differences of lists of entries.
 */
export default {
  operations: {
    ...operationsOf("/groups/{id}/protected_environments", {}, (context) => {
      const holder = groupFor(context, LEVEL.maintainer);
      const table = context.store.of(protectedEnvironmentTable);
      return { holder, all: table.where("group", holder.id), table, home: { group_id: holder.id } };
    }),
    ...operationsOf("/projects/{id}/protected_environments", { tier: "premium" }, (context) => {
      const holder = projectFor(context, LEVEL.maintainer);
      const table = context.store.of(projectProtectedEnvironmentTable);
      const home = { home: { kind: "project", id: holder.id } };
      return { holder, all: protectedEnvironmentsOf(context.store, holder.id), table, home };
    }),
  },
  seeds: [protectedEnvironmentSeed],
} satisfies Resource;

function operationsOf(
  at: string,
  declared: Pick<OperationDeclaration, "tier">,
  maintained: (context: Context) => Environments,
): Record<string, OperationDeclaration> {
  const find = (context: Context, { all }: Environments): EnvironmentProtection => {
    return orNotFound(named(context, all));
  };
  const handlers: Readonly<Record<string, OperationDeclaration["handler"]>> = {
    [`GET ${at}`]: (context) => page(maintained(context).all, context, (row) => presentEnvironment(context, row)),
    [`GET ${at}/{name}`]: (context) => ok(presentEnvironment(context, find(context, maintained(context)))),
    [`POST ${at}`]: (context) => {
      const { holder, all, table, home } = maintained(context);
      const name = context.params.requiredText("name");
      if (named(context, all) !== undefined) throw conflict(`Protected environment '${name}' already exists`);
      const fresh = { name, required_approval_count: 0, deploy_access_levels: [], approval_rules: [] };
      return created(presentEnvironment(context, table.insert({ ...home, ...change(context, holder, fresh) })));
    },
    [`PUT ${at}/{name}`]: (context) => {
      const environments = maintained(context);
      const before = find(context, environments);
      const draft = change(context, environments.holder, before);
      return ok(presentEnvironment(context, environments.table.update(before.id, draft)));
    },
    [`DELETE ${at}/{name}`]: (context) => {
      const environments = maintained(context);
      const { id, updated_at } = find(context, environments);
      checkUnmodified(context, updated_at);
      environments.table.delete(id);
      return context.instance.dialect === "vendor" ? noContent() : ok({});
    },
  };
  return Object.fromEntries(Object.entries(handlers).map(([route, handler]) => [route, { ...declared, handler }]));
}

function named({ params }: Context, all: readonly EnvironmentProtection[]): EnvironmentProtection | undefined {
  const name = params.requiredText("name");
  return all.find((environmentProtection) => environmentProtection.name === name);
}

/** The environment after the request: who may not deploy is dropped without a word. Throws 422 with sentences when it is not valid. */
function change(context: Context, holder: GroupOrProject, before: Draft): Stored {
  const { params } = context;
  const access = params.records("deploy_access_levels");
  const rules = params.records("approval_rules");
  const draft = {
    name: before.name,
    required_approval_count: params.number("required_approval_count") ?? before.required_approval_count,
    deploy_access_levels: applyEntries(context, before.deploy_access_levels, access, readAccess(context, holder)),
    approval_rules: applyEntries(context, before.approval_rules, rules, readApproval(context, holder)),
    updated_at: new Date().toISOString(),
  };
  const { name, required_approval_count: count } = draft;
  const problems = isProject(holder) ? nameProblems(name) : tierProblems(context, name);
  if (draft.deploy_access_levels.length === 0) problems.push("Deploy access levels is too short (minimum is 1 character)");
  if (isProject(holder) && (count < 0 || count > MOST_APPROVALS))
    problems.push(`Required approval count must be in 0..${MOST_APPROVALS}`);
  if (problems.length > 0) throw new HttpError(422, { message: problems });
  return draft;
}

function tierProblems({ limits }: Context, name: string): string[] {
  const problems = Object.entries(limits).flatMap(([key, messages]) => messages.map((text) => `${sentence(key)} ${text}`));
  const isTier = ENVIRONMENT_TIERS.some((tier) => tier === name);
  return isTier ? problems : [...problems, `Name must be one of environment tiers: ${ENVIRONMENT_TIERS.join(", ")}.`];
}

/** `required_approval_count` as a message begins: `Required approval count`. */
function sentence(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
