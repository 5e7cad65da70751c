import { accessLevel, canSee, LEVEL, levelsIn } from "../../access.js";
import type { LevelInGroup } from "../../access.js";
import type { Context } from "../../context.js";
import { keysetRefused, page, pageByCursor, wantsKeyset } from "../../pages.js";
import type { Group } from "../../records.js";
import type { Reply } from "../../replies.js";
import type { Store } from "../../store.js";
import { customAttributeFilter } from "../custom-attributes.js";
import { likeness } from "../likeness.js";
import { presentListedGroup } from "./entity.js";

/** All groups below a group, at any depth, each after the one that it lies in. */
export function groupsBelow(store: Store, id: number): Group[] {
  return store.groups.where("parent", id).flatMap((group) => [group, ...groupsBelow(store, group.id)]);
}

/** GET /groups and the lists of subgroups (document 3, Groups: common list filters). */
export function listGroups(context: Context, candidates: readonly Group[], texts: (group: Group) => readonly string[]): Reply {
  const { params, user } = context;
  const search = params.text("search")?.toLowerCase() ?? "";
  const skipped = new Set(params.numbers("skip_groups"));
  const isWanted = isAuthorized(context);
  const hasAttributes = customAttributeFilter(context);
  const found = candidates.filter(
    (group) =>
      !skipped.has(group.id) &&
      (params.get("top_level_only") !== true || group.parent_id === null) &&
      (search === "" || texts(group).some((text) => text.toLowerCase().includes(search))) &&
      hasAttributes({ kind: "group", id: group.id }) &&
      isWanted(group),
  );
  const sorted = sort(context, found, search);
  const present = (group: Group): ReturnType<typeof presentListedGroup> => presentListedGroup(context, group);
  if (!wantsKeyset(context)) return page(sorted, context, present, user === undefined ? { type: "Group" } : undefined);
  const isByName = params.text("order_by") === "name" && params.text("sort") === "asc";
  if (user !== undefined || !isByName) throw keysetRefused();
  return pageByCursor(sorted, context, (group) => [group.name.toLowerCase(), group.id], present);
}

/**
 * Which groups the caller gets: `owned`, then `min_access_level`, then `all_available` (false by default for users, true for administrators).
 */
function isAuthorized(context: Context): (group: Group) => boolean {
  const { store, params, user } = context;
  if (user === undefined) return (group) => canSee(store, undefined, group);
  const levels = levelsIn(store, user);
  const level = (group: Group): number => accessLevel(store, user, group, levels);
  if (params.flag("owned") === true) return (group) => level(group) >= LEVEL.owner;
  const minimum = params.number("min_access_level");
  if (minimum !== undefined) return (group) => level(group) >= minimum;
  if (params.flag("all_available") ?? user.is_admin) return (group) => canSee(store, user, group, levels);
  return (group) => isMember(context, group, levels);
}

/** Member of the group, of one above, or of something in it. */
function isMember({ store, user }: Context, group: Group, levels: LevelInGroup): boolean {
  if (user === undefined) return false;
  const asPrivate = { ...group, visibility: "private" } as const;
  return canSee(store, { ...user, is_admin: false }, asPrivate, levels);
}

function sort(context: Context, groups: readonly Group[], search: string): Group[] {
  const { params } = context;
  const order = params.text("order_by") ?? "name";
  const sign = params.text("sort") === "desc" ? -1 : 1;
  if (order === "similarity" && search !== "") {
    const scores = new Map(groups.map((group) => [group.id, likeness(search, [group.name, group.path])]));
    return groups.toSorted((a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0) || a.id - b.id);
  }
  if (order === "id") return groups.toSorted((a, b) => sign * (a.id - b.id));
  const key = (group: Group): string => (order === "path" ? group.path : group.name).toLowerCase();
  return groups.toSorted((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) || a.id - b.id);
}
