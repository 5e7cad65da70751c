import type { BranchAccess } from "../../records.js";
import { homeKeyOf } from "../../row/spec.js";
import type { EntryHome } from "../../row/spec.js";
import type { Store } from "../../store.js";
import { defineTable } from "../../table.js";

/** Who may create tags of a name, or of all names that a wildcard covers. */
export type ProtectedTag = {
  readonly id: number;
  readonly home: EntryHome;
  readonly name: string;
  readonly create_access_levels: readonly BranchAccess[];
};

export const protectedTagTable = defineTable<ProtectedTag, "home">("protected_tags", {
  home: (tag) => homeKeyOf(tag.home),
});

/** The protected tags of a project. */
export function protectedTagsOf(store: Store, projectId: number): ProtectedTag[] {
  return store.of(protectedTagTable).where("home", homeKeyOf({ kind: "project", id: projectId }));
}
