import { LEVEL, refuseArchived, requireLevel, requireUser } from "../../access.js";
import type { Context } from "../../context.js";
import { forbidden, notFound } from "../../errors.js";
import { findProject } from "../../lookup.js";
import type { Project, User } from "../../records.js";
import { deploymentTable } from "../../records/delivery.js";
import type { Deployment, Environment } from "../../records/delivery.js";
import { mayUse } from "../projects/access.js";
import { mayDeploy } from "./environment.js";

/** The project, for who may read its deployments. Throws 401, 403 or 404. */
export function projectWithDeployments(context: Context): Project {
  requireUser(context);
  const project = findProject(context);
  const { store, user } = context;
  for (const feature of ["builds_access_level", "environments_access_level"])
    if (!mayUse(store, user, project, feature, LEVEL.reporter)) throw forbidden();
  return project;
}

/** The project, for who has at least `level` in it and may write: an archived project is read-only. Throws 401, 403 or 404. */
export function deployableProject(context: Context, level: number): { project: Project; user: User } {
  const project = projectWithDeployments(context);
  const user = requireLevel(context, project, level);
  refuseArchived(project);
  return { project, user };
}

/** The deployment of a path, of the given project. Throws 404. */
export function findDeployment({ store, params }: Context, project: Project): Deployment {
  const deployment = store.of(deploymentTable).get(params.requiredNumber("deployment_id"));
  if (deployment === undefined || deployment.project_id !== project.id) throw notFound();
  return deployment;
}

/** Throws 403 for who may not deploy to the environment because it is protected. */
export function requireDeploy(context: Context, user: User, project: Project, environment: Environment): void {
  if (!mayDeploy(context, user, project, environment)) throw forbidden();
}
