import { groupChain, isProject } from "../../core/access.js";
import { type Context, type PlatformState, later } from "../../core/context.js";
import type { GroupOrProject, Json } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { groupsBelow, projectsIn } from "../groups/reach.js";
import { type Integration, belongsTo, integrationTable, integrationsOf, rowOf } from "./records.js";

/** The name under which groups' integrations are handed down. */
export const HAND_DOWN = "handDownIntegration";

/** The integration as the nearest group above has it, where a request asks for that; undefined where it does not, or no group has it. */
export function inheritedFor(context: Context, thing: GroupOrProject, slug: string): Integration | undefined {
  if (context.params.flag("use_inherited_settings") !== true) return undefined;
  const above = nearest(context.store, thing, slug);
  return above === undefined ? undefined : inherit(context.store, thing, above);
}

/** Hands an integration that is a group's down when the background work runs: to all below that have none of their own. */
export function handDownLater(context: Context, thing: GroupOrProject, slug: string): void {
  if (!isProject(thing)) later(context, context.instance.workerDelay, HAND_DOWN, { group: thing.id, slug });
}

/** That work. */
export function handDown({ store }: PlatformState, input: Json): void {
  const { group: id, slug } = input as { readonly group: number; readonly slug: string };
  const top = store.groups.get(id);
  if (top === undefined) return;
  for (const thing of [...groupsBelow(store, top.id), ...projectsIn(store, top)]) {
    const integration = rowOf({ store }, thing, slug);
    if (integration !== undefined && !integration.inherited) continue;
    const above = nearest(store, thing, slug);
    if (above !== undefined) inherit(store, thing, above);
    else if (integration !== undefined) store.of(integrationTable).delete(integration.id);
  }
}

/** What a new project or subgroup has from the groups above it. */
export function inheritAll(store: Store, thing: GroupOrProject): void {
  const above = groupsAbove(store, thing).flatMap((id) => store.of(integrationTable).where("group", id));
  for (const slug of new Set(above.map((integration) => integration.slug))) {
    const integration = nearest(store, thing, slug);
    if (integration !== undefined) inherit(store, thing, integration);
  }
}

/** What has moved inherits, with all that lies in it, from where it is now in the place of where it was. */
export function inheritAnew(store: Store, thing: GroupOrProject): void {
  const groups = isProject(thing) ? [] : [thing, ...groupsBelow(store, thing.id)];
  for (const below of [...groups, ...projectsIn(store, thing)]) {
    for (const { id, inherited } of integrationsOf({ store }, below)) if (inherited) store.of(integrationTable).delete(id);
    inheritAll(store, below);
  }
}

function inherit(store: Store, thing: GroupOrProject, above: Integration): Integration {
  const { slug, active, attributes } = above;
  const integration = rowOf({ store }, thing, slug);
  const updated_at = new Date().toISOString();
  const values = { slug, active, attributes, inherited: true, updated_at };
  if (integration !== undefined) return store.of(integrationTable).update(integration.id, values);
  return store.of(integrationTable).insert({ ...belongsTo(thing), ...values, created_at: updated_at });
}

/** The integration of the nearest group above that has one of its own and uses it. */
function nearest(store: Store, thing: GroupOrProject, slug: string): Integration | undefined {
  for (const id of groupsAbove(store, thing)) {
    const integration = store
      .of(integrationTable)
      .where("group", id)
      .find((candidate) => candidate.slug === slug && !candidate.inherited && candidate.active);
    if (integration !== undefined) return integration;
  }
  return undefined;
}

function groupsAbove(store: Store, thing: GroupOrProject): number[] {
  return isProject(thing) ? groupChain(store, thing.namespace_id) : groupChain(store, thing.id).slice(1);
}
