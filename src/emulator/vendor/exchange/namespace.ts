import type { Context } from "../../context.js";
import { badParameters, notFound } from "../../errors.js";
import type { User } from "../../records.js";
import { mayCreateProjects, namespaceNamed, namespaceOf } from "../../sections/namespaces.js";
import type { Namespace } from "../../sections/namespaces.js";
import { creationLevel } from "../../sections/projects/writes.js";

/** Where a fork or an imported project shall lie: the caller's own namespace unless another one is named. Throws 404 where the caller may make none. */
export function targetNamespace(context: Context, user: User): Namespace {
  const { store, params } = context;
  const [id, path, either] = [params.number("namespace_id"), params.text("namespace_path"), params.get("namespace")];
  if ([id, path, either].filter((one) => one !== undefined).length > 1)
    throw badParameters("namespace_id, namespace_path, namespace are mutually exclusive");
  const name = path ?? (typeof either === "string" || typeof either === "number" ? String(either) : undefined);
  const namespace = name === undefined ? namespaceOf(store, id ?? user.namespace_id) : namespaceNamed(store, name);
  if (namespace === undefined || !mayCreateProjects(context, user, namespace, creationLevel(context)))
    throw notFound("Target Namespace");
  return namespace;
}
