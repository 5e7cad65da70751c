import { LEVEL, accessLevel, requireLevel, requireUser } from "../access.js";
import type { Context } from "../context.js";
import { badRequest, forbidden, notFound } from "../errors.js";
import { findGroup, findProject } from "../lookup.js";
import { page } from "../pages.js";
import { jobTable, runnerTable } from "../records/delivery.js";
import type { RegisteredRunner } from "../records/delivery.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import type { Schema } from "../schema.js";
import { presentJob } from "../sections/jobs/entity.js";
import { resetRegistrationToken } from "../sections/jobs/registration.js";
import { sourceOf } from "../sections/members/inherited.js";
import { listProjects } from "../sections/projects/lists.js";
import { projectIdentity } from "./configuration/project-identity.js";
import { askedRunners, findRunner, keptRunner, ownsRunner, runnerWith, runnersFor, seenRunner } from "./runners/access.js";
import { presentRunner, presentRunnerDetails, registrationOf } from "./runners/shown.js";
import { createRunner, registerRunner, runnerToken, updateRunner } from "./runners/writes.js";

const ID: Readonly<Record<string, Schema>> = { id: { type: "integer" } };
const RUNNER: Readonly<Record<string, Schema>> = { runner_id: { type: "integer" } };

/** Runners: made by people or registered with a token, for all, for groups or for projects. No row: one is of many projects, and its own token opens it. */
export default {
  operations: {
    "GET /runners": listOwned,
    "GET /runners/all": {
      role: "administrator",
      handler: (context) => list(context, context.store.of(runnerTable).all()),
    },
    "POST /user/runners": {
      scopes: ["create_runner"],
      handler: (context) => created(credentials(createRunner(context))),
    },
    "POST /runners": { role: "anyone", handler: (context) => created(credentials(registerRunner(context))) },
    "DELETE /runners": { role: "anyone", handler: (context) => remove(context, runnerWith(context)) },
    "POST /runners/reset_authentication_token": { role: "anyone", handler: (context) => reset(context, runnerWith(context)) },
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
      handler: (context) => reset(context, keptRunner(context)),
    },
    "GET /projects/{id}/runners": listOfProject,
    "POST /projects/{id}/runners": { parameters: RUNNER, handler: enable },
    "DELETE /projects/{id}/runners/{runner_id}": { parameters: RUNNER, handler: disable },
    "POST /projects/{id}/runners/reset_registration_token": resetOfProject,
    "GET /groups/{id}/runners": listOfGroup,
    "POST /groups/{id}/runners/reset_registration_token": resetOfGroup,
  },
} satisfies Resource;

function credentials({ id, token }: RegisteredRunner): { id: number; token: string; token_expires_at: null } {
  return { id, token, token_expires_at: null };
}

function list(context: Context, runners: readonly RegisteredRunner[]): Reply {
  return page(askedRunners(context, runners), context, (runner) => presentRunner(context, runner));
}

function listOwned(context: Context): Reply {
  const { store } = context;
  const user = requireUser(context);
  const all = store.of(runnerTable).all();
  return list(
    context,
    all.filter((runner) => ownsRunner(store, user, runner)),
  );
}

function listOfProject(context: Context): Reply {
  const project = findProject(context);
  requireLevel(context, project, LEVEL.maintainer);
  return list(context, runnersFor(context.store, project, "project"));
}

function listOfGroup(context: Context): Reply {
  const group = findGroup(context);
  requireLevel(context, group, LEVEL.maintainer);
  return list(context, runnersFor(context.store, group, "group"));
}

function remove({ store }: Context, runner: RegisteredRunner): Reply {
  store.of(runnerTable).delete(runner.id);
  store.forget({ kind: "runner", id: runner.id });
  return noContent();
}

function deleteRunner(context: Context): Reply {
  const user = requireUser(context);
  const runner = findRunner(context);
  if (!user.is_admin && registrationOf(runner).sources.length > 1)
    throw forbidden("Runner associated with more than one project");
  return remove(context, keptRunner(context));
}

function reset({ store }: Context, runner: RegisteredRunner): Reply {
  const prefix = runner.token.startsWith("glrt-") ? "glrt-" : "";
  const { token } = store.of(runnerTable).update(runner.id, { token: runnerToken(prefix) });
  return created({ token, token_expires_at: null });
}

function resetOfProject(context: Context): Reply {
  const project = findProject(context);
  requireLevel(context, project, LEVEL.maintainer);
  return created({ token: resetRegistrationToken(context.store, sourceOf(project)), token_expires_at: null });
}

function resetOfGroup(context: Context): Reply {
  const group = findGroup(context);
  requireLevel(context, group, LEVEL.owner);
  return created({ token: resetRegistrationToken(context.store, sourceOf(group)), token_expires_at: null });
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
  const project = findProject(context);
  requireLevel(context, project, LEVEL.maintainer);
  const runner = findRunner(context, "runner_id");
  const registration = registrationOf(runner);
  const own = registration.sources.findIndex(({ kind, id }) => kind === "project" && id === project.id);
  if (own < 0) throw notFound("Runner");
  if (registration.sources.length === 1)
    throw forbidden("Only one project associated with the runner. Please remove the runner instead");
  if (own === 0) throw badRequest("You cannot unassign a runner from the owner project. Delete the runner instead");
  const sources = registration.sources.filter((_, place) => place !== own);
  store.of(runnerTable).update(runner.id, { registration: { ...registration, sources } });
  return noContent();
}
