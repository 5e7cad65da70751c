import { agentTable, deploymentTable, environmentTable, jobTable, pipelineTable } from "../../records/delivery.js";
import type { Store } from "../../store.js";
import { forgetDeployment } from "../deployments/jobs.js";
import { revokeJobToken } from "../jobs/token.js";

/** Forgets the pipelines, jobs, environments, deployments and agents of a project that is gone. */
export function forgetDelivery(store: Store, projectId: number): void {
  for (const job of store.of(jobTable).where("project", projectId)) revokeJobToken(store, job);
  for (const deployment of store.of(deploymentTable).where("project", projectId)) forgetDeployment(store, deployment);
  const tables = [store.of(pipelineTable), store.of(jobTable), store.of(environmentTable), store.of(agentTable)];
  for (const table of tables) for (const row of table.where("project", projectId)) table.delete(row.id);
}
