import { randomBytes } from "node:crypto";
import { LEVEL, accessLevel, findProject, groupFor, projectFor, requireLevel, requireUser } from "../../core/access.js";
import { findEntry, textOf } from "../../core/collection/homes.js";
import { presentEntry } from "../../core/collection/lists.js";
import { type Entry, type EntryHome, INSTANCE, collection, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import type { GroupOrProject, Json } from "../../core/records.js";
import { type Reply, badParameters, badRequest, created, forbidden, noContent, notFound, ok } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { numbered } from "../issue-links/records.js";
import { presentJob } from "../jobs/present.js";
import { resetRegistrationToken } from "../jobs/records.js";
import { sourceOf } from "../members/records.js";
import { type RegisteredRunner, jobTable, runnerTable } from "../pipelines/records.js";
import { listProjects } from "../projects/filters.js";
import { projectIdentity } from "../projects/present.js";
import { askedRunners, findRunner, keptRunner, ownsRunner, runnerWith, runnersFor, seenRunner } from "./access.js";
import { UNKNOWN_MACHINE, isOnline, presentRunner, presentRunnerDetails, registrationOf } from "./present.js";
import { createRunner, registerRunner, runnerToken, updateRunner } from "./writes.js";

const ID = numbered("id");

const RUNNER = numbered("runner_id");

const managerTable = defineEntries("runner_managers");

const homeOfManagers = ({ id }: RegisteredRunner): EntryHome => ({ kind: "runner", id });

const ofControllers = { read: "administrator", tier: "ultimate", since: "18.9" } as const;

const newControllerToken = (): string => `glrct-${randomBytes(20).toString("base64url")}`;

const scopeTable = defineEntries("runner_controller_scopes");

const controllers = collection("runner_controllers", {
  ...ofControllers,
  at: "",
  longest: { description: 1024 },
  defaults: { state: "disabled" },
});

/**
 * Runners: made by people or registered with a token, for all, for groups or for projects. No collection: one is of many projects, and its own token opens it.
 * Machines that share one runner: each tells its system when it makes sure of its token. No collection: runners make them, by their tokens.
 * Controllers that admit jobs to runners: they and their tokens are kept, and admit nothing here.
 */
export default {
  operations: {
    "GET /runners": listOwned,
    "GET /runners/all": {
      role: "administrator",
      handler: (context) => listAmong(context, context.store.of(runnerTable).all()),
    },
    "POST /user/runners": {
      scopes: ["create_runner"],
      handler: (context) => created(credentials(createRunner(context))),
    },
    "POST /runners": { role: "anyone", handler: (context) => created(credentials(registerRunner(context))) },
    "DELETE /runners": { role: "anyone", handler: (context) => removeRunner(context, runnerWith(context)) },
    "POST /runners/reset_authentication_token": {
      role: "anyone",
      handler: (context) => resetToken(context, runnerWith(context)),
    },
    "POST /runners/reset_registration_token": {
      role: "administrator",
      handler: ({ store }) => created({ token: resetRegistrationToken(store, null), token_expires_at: null }),
    },
    "GET /runners/{id}": { parameters: ID, handler: (context) => ok(presentRunnerDetails(context, seenRunner(context))) },
    "PUT /runners/{id}": {
      parameters: ID,
      scopes: ["manage_runner"],
      handler: (context) => ok(presentRunnerDetails(context, updateRunner(context, keptRunner(context)))),
    },
    "DELETE /runners/{id}": { parameters: ID, scopes: ["manage_runner"], handler: deleteRunner },
    "GET /runners/{id}/jobs": { parameters: ID, handler: listJobs },
    "GET /runners/{id}/projects": { parameters: { ...ID, topic: { type: ["string", "null"] } }, handler: listOwners },
    "POST /runners/{id}/reset_authentication_token": {
      parameters: ID,
      handler: (context) => resetToken(context, keptRunner(context)),
    },
    "GET /projects/{id}/runners": (context) =>
      listAmong(context, runnersFor(context.store, projectFor(context, LEVEL.maintainer))),
    "POST /projects/{id}/runners": { parameters: RUNNER, handler: enable },
    "DELETE /projects/{id}/runners/{runner_id}": { parameters: RUNNER, handler: disable },
    "POST /projects/{id}/runners/reset_registration_token": (context) => resetOf(context, projectFor(context, LEVEL.maintainer)),
    "GET /groups/{id}/runners": (context) => listAmong(context, runnersFor(context.store, groupFor(context, LEVEL.maintainer))),
    "POST /groups/{id}/runners/reset_registration_token": (context) => resetOf(context, groupFor(context, LEVEL.owner)),
    "POST /runners/verify": {
      role: "anyone",
      handler: (context) => {
        const runner = runnerWith(context);
        const system = context.params.text("system_id") ?? "";
        if (system !== "") meet(context, runner, system);
        return ok(credentials(runner));
      },
    },
    "GET /runners/{id}/managers": {
      parameters: ID,
      handler: (context) => page(managersOf(context, seenRunner(context)).toReversed(), context, presentManager),
    },
    "DELETE /runners/managers": { role: "anyone", handler: removeManager },
    "GET /runner_controllers/{id}/scopes": scoping((context, controller) => {
      const scopes = scopesOf(context, controller);
      return ok({
        instance_level_scopings: scopes.filter((entry) => entry["runner_id"] === null).map(presentScope),
        runner_level_scopings: scopes.filter((entry) => entry["runner_id"] !== null).map(presentScope),
      });
    }),
    "POST /runner_controllers/{id}/scopes/instance": scoping((context, controller) => addScope(context, controller, null)),
    "DELETE /runner_controllers/{id}/scopes/instance": scoping((context, controller) => dropScope(context, controller, null)),
    "POST /runner_controllers/{id}/scopes/runners/{runner_id}": scoping((context, controller) => {
      const { id, runner_type } = findRunner(context, "runner_id");
      if (runner_type !== "instance_type") throw badRequest("Runner must be an instance-level runner");
      return addScope(context, controller, id);
    }),
    "DELETE /runner_controllers/{id}/scopes/runners/{runner_id}": scoping((context, controller) =>
      dropScope(context, controller, context.params.requiredNumber("runner_id")),
    ),
  },
  collections: [
    controllers,
    collection("tokens", {
      ...ofControllers,
      at: "/runner_controllers/{runner_controller_id}",
      longest: { description: 1024 },
      once: ["token"],
      settle: (_, columns) => ({ ...columns, token: newControllerToken() }),
      shows: (_, entry) => ({ runner_controller_id: entry.home.id }),
      actions: {
        "POST /rotate": (context, entry, tokens) => {
          const rotated = context.store
            .of(tokens.table)
            .update(entry.id, { token: newControllerToken(), updated_at: new Date().toISOString() });
          return created(presentEntry(context, tokens, rotated, "creation"));
        },
      },
    }),
  ],
} satisfies Resource;

function credentials({ id, token }: RegisteredRunner): Record<string, Json> {
  return { id, token, token_expires_at: null };
}

function listAmong(context: Context, runners: readonly RegisteredRunner[]): Reply {
  return page(askedRunners(context, runners), context, (runner) => presentRunner(context, runner));
}

function listOwned(context: Context): Reply {
  const { store } = context;
  const user = requireUser(context);
  const all = store.of(runnerTable).all();
  return listAmong(
    context,
    all.filter((runner) => ownsRunner(store, user, runner)),
  );
}

function removeRunner({ store }: Context, runner: RegisteredRunner): Reply {
  store.of(runnerTable).delete(runner.id);
  store.forget({ kind: "runner", id: runner.id });
  return noContent();
}

function deleteRunner(context: Context): Reply {
  const user = requireUser(context);
  const runner = findRunner(context);
  if (!user.is_admin && registrationOf(runner).sources.length > 1)
    throw forbidden("Runner associated with more than one project");
  return removeRunner(context, keptRunner(context));
}

function resetToken({ store }: Context, runner: RegisteredRunner): Reply {
  const prefix = runner.token.startsWith("glrt-") ? "glrt-" : "";
  const { token } = store.of(runnerTable).update(runner.id, { token: runnerToken(prefix) });
  return created({ token, token_expires_at: null });
}

function resetOf({ store }: Context, holder: GroupOrProject): Reply {
  return created({ token: resetRegistrationToken(store, sourceOf(holder)), token_expires_at: null });
}

/** The jobs that a runner took, as far as the caller reports on their projects. */
function listJobs(context: Context): Reply {
  const { store, params } = context;
  const user = requireUser(context);
  const runner = keptRunner(context);
  const status = params.text("status");
  const jobs = store
    .of(jobTable)
    .all()
    .filter((job) => {
      const project = store.projects.get(job.project_id);
      const isSeen = project !== undefined && (user.is_admin || accessLevel(store, user, project) >= LEVEL.reporter);
      return isSeen && job.runner?.id === runner.id && (status === undefined || job.status === status);
    });
  const sorted = params.text("sort") === "asc" ? jobs : jobs.toReversed();
  return page(sorted, context, (job) => {
    const project = store.projects.get(job.project_id);
    return { ...presentJob(context, job), project: project === undefined ? null : projectIdentity(context, project) };
  });
}

function listOwners(context: Context): Reply {
  const { sources } = registrationOf(keptRunner(context));
  const projects = sources.flatMap(({ kind, id }) => (kind === "project" ? (context.store.projects.get(id) ?? []) : []));
  return listProjects(context, projects);
}

/** A runner of another project takes jobs of this one, too. */
function enable(context: Context): Reply {
  const { store } = context;
  const project = findProject(context);
  const user = requireLevel(context, project, LEVEL.maintainer);
  const runner = findRunner(context, "runner_id");
  const registration = registrationOf(runner);
  if (runner.runner_type === "group_type") throw forbidden("Runner is a group runner");
  if (!user.is_admin && registration.locked) throw forbidden("Runner is locked");
  if (!user.is_admin && !ownsRunner(store, user, runner)) throw forbidden("No access granted");
  if (runner.runner_type !== "project_type") throw badRequest("Runner is not a project runner");
  if (registration.sources.some(({ id }) => id === project.id)) throw badRequest("Runner is already assigned to the project");
  const sources = [...registration.sources, sourceOf(project)];
  return created(presentRunner(context, store.of(runnerTable).update(runner.id, { registration: { ...registration, sources } })));
}

/** The project that a runner was made in stays its owner. */
function disable(context: Context): Reply {
  const { store } = context;
  const project = projectFor(context, LEVEL.maintainer);
  const runner = findRunner(context, "runner_id");
  const registration = registrationOf(runner);
  const position = registration.sources.findIndex(({ kind, id }) => kind === "project" && id === project.id);
  if (position < 0) throw notFound("Runner");
  if (registration.sources.length === 1)
    throw forbidden("Only one project associated with the runner. Please remove the runner instead");
  if (position === 0) throw badRequest("You cannot unassign a runner from the owner project. Delete the runner instead");
  const sources = registration.sources.filter((_, place) => place !== position);
  store.of(runnerTable).update(runner.id, { registration: { ...registration, sources } });
  return noContent();
}

function managersOf({ store }: Context, runner: RegisteredRunner): Entry[] {
  return store.of(managerTable).where("home", homeKeyOf(homeOfManagers(runner)));
}

function meet(context: Context, runner: RegisteredRunner, system_id: string): void {
  const { store } = context;
  const contacted_at = new Date().toISOString();
  const known = managersOf(context, runner).find((manager) => manager["system_id"] === system_id);
  if (known === undefined)
    store.of(managerTable).insert({ home: homeOfManagers(runner), system_id, contacted_at, created_at: contacted_at });
  else store.of(managerTable).update(known.id, { contacted_at });
}

function presentManager({ id, system_id = null, created_at = null, contacted_at = null }: Entry): Record<string, Json> {
  return {
    id,
    system_id,
    ...UNKNOWN_MACHINE,
    created_at,
    contacted_at,
    ip_address: null,
    status: isOnline(textOf(contacted_at)) ? "online" : "offline",
    job_execution_status: "idle",
  };
}

function removeManager(context: Context): Reply {
  const runner = runnerWith(context);
  const system = context.params.requiredText("system_id");
  if (system === "") throw badParameters("system_id is empty");
  const manager = managersOf(context, runner).find((candidate) => candidate["system_id"] === system);
  if (manager === undefined) throw notFound("Runner manager");
  context.store.of(managerTable).delete(manager.id);
  return noContent();
}

/** An operation on what a controller is for: all runners of the instance, or some. */
function scoping(handler: (context: Context, controller: Entry) => Reply): OperationDeclaration {
  return {
    role: "administrator",
    tier: ofControllers.tier,
    since: ofControllers.since,
    parameters: RUNNER,
    handler: (context) => handler(context, findEntry(context, controllers, INSTANCE, "id")),
  };
}

function scopesOf({ store }: Context, { id }: Entry): Entry[] {
  return store.of(scopeTable).where("home", homeKeyOf({ kind: controllers.table.name, id }));
}

function presentScope({ runner_id = null, created_at = null, updated_at = null }: Entry): Record<string, Json> {
  return { ...(runner_id === null ? {} : { runner_id }), created_at, updated_at };
}

function addScope(context: Context, controller: Entry, runner_id: number | null): Reply {
  if (scopesOf(context, controller).some((entry) => entry["runner_id"] === runner_id))
    throw badRequest("Runner controller is already scoped");
  const now = new Date().toISOString();
  const home = { kind: controllers.table.name, id: controller.id };
  return created(presentScope(context.store.of(scopeTable).insert({ home, runner_id, created_at: now, updated_at: now })));
}

function dropScope(context: Context, controller: Entry, runner_id: number | null): Reply {
  const scope = scopesOf(context, controller).find((entry) => entry["runner_id"] === runner_id);
  if (scope === undefined) throw notFound();
  context.store.of(scopeTable).delete(scope.id);
  return noContent();
}
