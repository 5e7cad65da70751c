import { refuseArchived, requireUser } from "../access.js";
import { page } from "../pages.js";
import { created, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { findDeployment, projectWithDeployments } from "./deployments/access.js";
import { approve } from "./deployments/approvals.js";
import { presentApproval, presentDeployment } from "./deployments/entity.js";
import { wantedDeployments } from "./deployments/lists.js";
import { mergeRequestsOf } from "./deployments/merge-requests.js";
import { deploymentSeed, environmentSeed } from "./deployments/seed.js";
import { createDeployment, deleteDeployment, removeDeployment, updateDeployment } from "./deployments/writes.js";
import { mergeRequestPage } from "./merge-requests/lists.js";

/** Deployments and their approvals (document 2, Deployments; what it leaves open from the reference of real servers, section H). */
export const deployments: Resource = {
  operations: {
    "GET /projects/{id}/deployments": (context) => {
      const found = wantedDeployments(context, projectWithDeployments(context));
      return page(found, context, (deployment) => presentDeployment(context, deployment));
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
};
