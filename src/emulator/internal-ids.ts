import type { Store } from "./store.js";
import { defineTable } from "./table.js";

/** The last number that was given to a thing of a kind inside a project (document 1, Conventions 3). */
type InternalId = { readonly id: number; readonly kind: string; readonly project_id: number; readonly last: number };

const internalIdTable = defineTable<InternalId, "counter" | "project">("internal_ids", {
  counter: ({ kind, project_id }) => counterOf(kind, project_id),
  project: ({ project_id }) => project_id,
});

/**
 * The next number of a kind of things inside a project. A number that was given is not given again, also when what had it is gone.
 * @param highest the highest number so far, asked only when none was given here yet
 */
export function nextInternalId(store: Store, kind: string, projectId: number, highest: () => number): number {
  const table = store.of(internalIdTable);
  const known = table.first("counter", counterOf(kind, projectId));
  const last = (known?.last ?? highest()) + 1;
  if (known === undefined) table.insert({ kind, project_id: projectId, last });
  else table.update(known.id, { last });
  return last;
}

/** Forgets the numbers of a project that is gone. */
export function forgetInternalIds(store: Store, projectId: number): void {
  const table = store.of(internalIdTable);
  for (const row of table.where("project", projectId)) table.delete(row.id);
}

function counterOf(kind: string, projectId: number): string {
  return `${kind}:${projectId}`;
}
