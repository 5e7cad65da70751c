import { refuseArchived, requireUser } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { compare } from "../../core/order.js";
import type { Project } from "../../core/records.js";
import { created, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { mergeRequestPage } from "../merge-requests/lists.js";
import { type Deployment, deploymentTable, environmentTable } from "../pipelines/records.js";
import { approve } from "./approvals.js";
import { presentApproval, presentDeployment } from "./present.js";
import { findDeployment, mergeRequestsOf, projectWithDeployments } from "./records.js";
import { deploymentSeed, environmentSeed } from "./seed.js";
import { createDeployment, deleteDeployment, removeDeployment, updateDeployment } from "./writes.js";

const ORDERS = ["id", "iid", "created_at", "updated_at", "ref"] as const;

/** Deployments and their approvals (document 2, Deployments; what it leaves open from the reference of real servers, section H). */
export default {
  operations: {
    "GET /projects/{id}/deployments": (context) => {
      const deployments = wantedDeployments(context, projectWithDeployments(context));
      return page(deployments, context, (deployment) => presentDeployment(context, deployment));
    },
    "GET /projects/{id}/deployments/{deployment_id}": (context) => {
      const deployment = findDeployment(context, projectWithDeployments(context));
      return ok(presentDeployment(context, deployment));
    },
    "POST /projects/{id}/deployments": (context) => created(presentDeployment(context, createDeployment(context))),
    "PUT /projects/{id}/deployments/{deployment_id}": (context) => ok(presentDeployment(context, updateDeployment(context))),
    "DELETE /projects/{id}/deployments/{deployment_id}": deleteDeployment,
    "GET /projects/{id}/deployments/{deployment_id}/merge_requests": (context) => {
      const project = projectWithDeployments(context);
      const brought = mergeRequestsOf(context.store, findDeployment(context, project));
      return mergeRequestPage(context, brought, project);
    },
    "POST /projects/{id}/deployments/{deployment_id}/approval": (context) => {
      const user = requireUser(context);
      const project = projectWithDeployments(context);
      refuseArchived(project);
      const approval = approve(context, user, project, findDeployment(context, project));
      return created(presentApproval(context, approval));
    },
  },
  work: { removeDeployment },
  seeds: [environmentSeed, deploymentSeed],
} satisfies Resource;

/** Deployments of a project that the parameters let through, in the order asked for: by `id` ascending unless said otherwise (document 2, Deployments). */
function wantedDeployments({ store, params }: Context, project: Project): Deployment[] {
  const name = params.text("environment");
  const environments = store.of(environmentTable).where("project", project.id);
  const ids = new Set(environments.filter((environment) => name === undefined || environment.name === name).map(({ id }) => id));
  const status = params.text("status");
  const isInTime = params.within("updated");
  const deployments = store
    .of(deploymentTable)
    .where("project", project.id)
    .filter((row) => isInTime(row.updated_at) && ids.has(row.environment_id) && (status === undefined || row.status === status));
  const by = ORDERS.find((name) => name === params.text("order_by")) ?? "id";
  const direction = params.text("sort") === "desc" ? -1 : 1;
  return deployments.toSorted((a, b) => direction * (compare(a[by], b[by]) || a.id - b.id));
}
