import { refuseArchived, requireUser } from "../access.js";
import { page } from "../pages.js";
import { created, ok } from "../replies.js";
import type { Section } from "../section.js";
import { findDeployment, projectWithDeployments } from "./deployments/access.js";
import { approve } from "./deployments/approvals.js";
import { presentApproval, presentDeployment } from "./deployments/entity.js";
import { wantedDeployments } from "./deployments/lists.js";
import { mergeRequestsOf } from "./deployments/merge-requests.js";
import { deploymentSeed, environmentSeed } from "./deployments/seed.js";
import { createDeployment, deleteDeployment, removeDeployment, updateDeployment } from "./deployments/writes.js";
import { mergeRequestPage } from "./merge-requests/lists.js";

/** Deployments and their approvals (document 2, Deployments; what it leaves open from the reference of real servers, section H). */
export const deployments: Section = {
  handlers: {
    listDeployments: (context) => {
      const found = wantedDeployments(context, projectWithDeployments(context));
      return page(found, context, (deployment) => presentDeployment(context, deployment));
    },
    getDeployment: (context) => {
      const deployment = findDeployment(context, projectWithDeployments(context));
      return ok(presentDeployment(context, deployment));
    },
    createDeployment: (context) => created(presentDeployment(context, createDeployment(context))),
    updateDeployment: (context) => ok(presentDeployment(context, updateDeployment(context))),
    deleteDeployment,
    listDeploymentMergeRequests: (context) => {
      const project = projectWithDeployments(context);
      const brought = mergeRequestsOf(context.store, findDeployment(context, project));
      return mergeRequestPage(context, brought, project);
    },
    approveDeployment: (context) => {
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
