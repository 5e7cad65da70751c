import type { Store } from "./store.js";
import { defineTable } from "./table.js";

/** A full path that a group or project once had. */
type Redirect = { readonly id: number; readonly path: string; readonly kind: "group" | "project"; readonly target: number };

const redirects = defineTable<Redirect, "path" | "target">("redirects", {
  path: (row) => row.path.toLowerCase(),
  target: (row) => `${row.kind}:${row.target}`,
});

/** Remembers the old path of a group or project that is renamed or moved. */
export function addRedirect(store: Store, path: string, kind: "group" | "project", target: number): void {
  const table = store.of(redirects);
  for (const row of table.where("path", path.toLowerCase())) table.delete(row.id);
  table.insert({ path, kind, target });
}

/** The id of what once had the path (the reference of real servers, identity and lookup: reads by the old path still answer). */
export function redirected(store: Store, path: string, kind: "group" | "project"): number | undefined {
  const row = store.of(redirects).first("path", path.toLowerCase());
  return row?.kind === kind ? row.target : undefined;
}

/** Forgets the old paths of what is gone. */
export function forgetRedirects(store: Store, kind: "group" | "project", target: number): void {
  const table = store.of(redirects);
  for (const row of table.where("target", `${kind}:${target}`)) table.delete(row.id);
}
