import { LEVEL, checkUnmodified, refuseArchived, requireLevel } from "../../core/access.js";
import { type Context, type PlatformState, later } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { type Reply, noContent } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import {
  type Package,
  findPackage,
  findPackageFile,
  findRegistry,
  packageContentTable,
  packageFileTable,
  packageTable,
} from "./records.js";

/** DELETE of a package: from then on it is 404; it waits for its destruction in the background, where a list by status still shows it. */
export function deletePackage(context: Context): Reply {
  const row = removable(context);
  checkUnmodified(context, row.updated_at);
  context.store.of(packageTable).update(row.id, { status: "pending_destruction", updated_at: new Date().toISOString() });
  later(context, context.instance.workerDelay, "removePackage", { id: row.id });
  return noContent();
}

/** DELETE of one file; the package stays, also without any. */
export function deletePackageFile(context: Context): Reply {
  const row = removable(context);
  const file = findPackageFile(context, row);
  checkUnmodified(context, file.created_at);
  eraseFile(context.store, file.id);
  return noContent();
}

function removable(context: Context): Package {
  const project = findRegistry(context);
  requireLevel(context, project, LEVEL.maintainer);
  refuseArchived(project);
  return findPackage(context, project);
}

/** Background work: the end of a deleted package. */
export function removePackage({ store }: PlatformState, input: Json): void {
  erase(store, (input as { readonly id: number }).id);
}

/** Forgets packages and files of a project that is gone. */
export function forgetPackages(store: Store, projectId: number): void {
  for (const row of store.of(packageTable).where("project", projectId)) erase(store, row.id);
}

function erase(store: Store, id: number): void {
  for (const file of store.of(packageFileTable).where("package", id)) eraseFile(store, file.id);
  store.of(packageTable).delete(id);
}

function eraseFile(store: Store, id: number): void {
  store.of(packageFileTable).delete(id);
  const contents = store.of(packageContentTable);
  for (const content of contents.where("file", id)) contents.delete(content.id);
}
