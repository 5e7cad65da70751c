import { LEVEL, groupChain, isProject, requireLevel } from "../../access.js";
import type { Context } from "../../context.js";
import { findGroup, findProject } from "../../lookup.js";
import type { Group, Project } from "../../records.js";
import type { Home } from "../../records/work-items.js";
import type { Store } from "../../store.js";

/** Labels, milestones and boards are for planners and up. */
const PLANNER = LEVEL.guest + 5;

/** A project or group, with the name that what hangs on it knows it by. */
export interface Place {
  readonly thing: Group | Project;
  readonly home: Home;
}

/** Kinds of things that labels, milestones and boards hang on. */
export type PlaceKind = Home["kind"];

export const PLACES: readonly PlaceKind[] = ["project", "group"];

/** The project or group of the request, as whoever sees it may. Throws 404. */
export function seenPlace(context: Context, kind: PlaceKind): Place {
  const thing = kind === "project" ? findProject(context) : findGroup(context);
  return { thing, home: { kind, id: thing.id } };
}

/** The project or group of the request, for who may plan there. Throws 401, 403 and 404. */
export function plannedPlace(context: Context, kind: PlaceKind): Place {
  const place = seenPlace(context, kind);
  requireLevel(context, place.thing, PLANNER);
  return place;
}

/** The place that an entry hangs on. */
export function placeAt(store: Store, { kind, id }: { readonly kind: string; readonly id: number }): Place {
  const thing = kind === "project" ? store.projects.get(id) : store.groups.get(id);
  if (thing === undefined) throw new Error(`there is no ${kind} ${id}`);
  return { thing, home: { kind: kind === "project" ? "project" : "group", id } };
}

/** The groups above, nearest first; empty in a user namespace. */
export function homesAbove(store: Store, { thing }: Place): Home[] {
  const ids = isProject(thing) ? groupChain(store, thing.namespace_id) : groupChain(store, thing.id).slice(1);
  return ids.map((id) => ({ kind: "group", id }));
}
