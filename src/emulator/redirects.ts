import type { Project } from "./records.js";
import type { Store } from "./store.js";
import { defineTable } from "./table.js";

/** A full path that a project once had. A data file of an earlier release may hold those of groups, too. */
type Redirect = { readonly id: number; readonly path: string; readonly kind: "project" | "group"; readonly target: number };

const redirects = defineTable<Redirect, "path" | "target">("redirects", {
  path: (row) => row.path.toLowerCase(),
  target: (row) => `${row.kind}:${row.target}`,
});

/** Remembers the path of a project that is about to be renamed or moved. */
export function addRedirect(store: Store, { id, path_with_namespace: path }: Project): void {
  const table = store.of(redirects);
  for (const row of table.where("path", path.toLowerCase())) table.delete(row.id);
  table.insert({ path, kind: "project", target: id });
}

/** The id of the project that once had the path (the reference of real servers, identity and lookup: reads by the old path still answer; of groups they do not). */
export function redirected(store: Store, path: string): number | undefined {
  const row = store.of(redirects).first("path", path.toLowerCase());
  return row?.kind === "project" ? row.target : undefined;
}

/** Forgets the old paths of a project that is gone. */
export function forgetRedirects(store: Store, id: number): void {
  const table = store.of(redirects);
  for (const row of table.where("target", `project:${id}`)) table.delete(row.id);
}
