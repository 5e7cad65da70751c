import { isProject } from "../../core/access.js";
import type { PlatformState } from "../../core/context.js";
import type { Attributes, GroupOrProject } from "../../core/records.js";
import { type Row, defineTable } from "../../core/table.js";

export type Integration = Row & {
  /** The project that it is of; null where it is of a group. */
  readonly project_id: number | null;
  readonly group_id?: number;
  readonly slug: string;
  readonly active: boolean;
  readonly inherited: boolean;
  readonly attributes: Attributes;
  readonly created_at: string;
  readonly updated_at: string;
};

export const integrationTable = defineTable<Integration, "project" | "group">("integrations", {
  project: (integration) => integration.project_id,
  group: (integration) => integration.group_id ?? null,
});

/** Integrations of a project or group, inherited ones among them. */
export function integrationsOf({ store }: Pick<PlatformState, "store">, thing: GroupOrProject): Integration[] {
  return store.of(integrationTable).where(isProject(thing) ? "project" : "group", thing.id);
}

/** The one with a slug. */
export function rowOf(world: Pick<PlatformState, "store">, thing: GroupOrProject, slug: string): Integration | undefined {
  return integrationsOf(world, thing).find((integration) => integration.slug === slug);
}

/** The columns that say whose it is. */
export function belongsTo(thing: GroupOrProject): Pick<Integration, "project_id" | "group_id"> {
  return isProject(thing) ? { project_id: thing.id } : { project_id: null, group_id: thing.id };
}
