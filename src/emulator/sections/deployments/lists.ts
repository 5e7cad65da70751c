import { compare } from "../../compare.js";
import type { Context } from "../../context.js";
import type { Project } from "../../records.js";
import { deploymentTable, environmentTable } from "../../records/delivery.js";
import type { Deployment } from "../../records/delivery.js";

const ORDERS: Readonly<Record<string, (deployment: Deployment) => number | string>> = {
  id: ({ id }) => id,
  iid: ({ iid }) => iid,
  created_at: ({ created_at }) => Date.parse(created_at),
  updated_at: ({ updated_at }) => Date.parse(updated_at),
  ref: ({ ref }) => ref,
};

/** Deployments of a project that the parameters let through, in the order asked for: by `id` ascending unless said otherwise (document 2, Deployments). */
export function wantedDeployments({ store, params }: Context, project: Project): Deployment[] {
  const name = params.text("environment");
  const environments = store.of(environmentTable).where("project", project.id);
  const ids = new Set(environments.filter((one) => name === undefined || one.name === name).map(({ id }) => id));
  const status = params.text("status");
  const [after, before] = [timeOf(params.text("updated_after")), timeOf(params.text("updated_before"))];
  const found = store
    .of(deploymentTable)
    .where("project", project.id)
    .filter((deployment) => {
      const updated = Date.parse(deployment.updated_at);
      const isInTime = (after === undefined || updated >= after) && (before === undefined || updated <= before);
      return isInTime && ids.has(deployment.environment_id) && (status === undefined || deployment.status === status);
    });
  const key = ORDERS[params.text("order_by") ?? "id"] ?? (({ id }) => id);
  const direction = params.text("sort") === "desc" ? -1 : 1;
  return found.toSorted((a, b) => direction * (compare(key(a), key(b)) || a.id - b.id));
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined || text === "" ? undefined : Date.parse(text);
}
