import { LEVEL, type LevelInGroup, accessLevel, canSee, levelsIn } from "../../core/access.js";
import { type Context, keysetRefused, page, pageByCursor, wantsKeyset } from "../../core/context.js";
import { compare } from "../../core/order.js";
import type { Group } from "../../core/records.js";
import type { Reply } from "../../core/replies.js";
import { customAttributeFilter } from "../custom-attributes/records.js";
import { presentListedGroup } from "./present.js";

/** GET /groups and the lists of subgroups (document 3, Groups: common list filters). */
export function listGroups(context: Context, candidates: readonly Group[], texts: (group: Group) => readonly string[]): Reply {
  const { params, user } = context;
  const search = params.text("search")?.toLowerCase() ?? "";
  const skipped = new Set(params.numbers("skip_groups"));
  const isWanted = isAuthorized(context);
  const hasAttributes = customAttributeFilter(context);
  const groups = candidates.filter(
    (group) =>
      !skipped.has(group.id) &&
      (params.get("top_level_only") !== true || group.parent_id === null) &&
      (search === "" || texts(group).some((text) => text.toLowerCase().includes(search))) &&
      hasAttributes({ kind: "group", id: group.id }) &&
      isWanted(group),
  );
  const sorted = sort(context, groups, search);
  const present = (group: Group): ReturnType<typeof presentListedGroup> => presentListedGroup(context, group);
  if (!wantsKeyset(context)) return page(sorted, context, present, user === undefined ? { type: "Group" } : undefined);
  const isByName = params.text("order_by") === "name" && params.text("sort") === "asc";
  if (user !== undefined || !isByName) throw keysetRefused();
  return pageByCursor(sorted, context, (group) => [group.name.toLowerCase(), group.id], present);
}

/** Which groups the caller gets: `owned`, then `min_access_level`, then `all_available` (false by default for users, true for administrators). */
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
  return groups.toSorted((a, b) => sign * compare(key(a), key(b)) || a.id - b.id);
}

/** How alike a search and the best of some texts are, from 0 to 1: shared groups of three letters, as real servers order by similarity. */
export function likeness(search: string, texts: readonly (string | null)[]): number {
  return Math.max(0, ...texts.map((text) => (text === null ? 0 : overlap(trigrams(search), trigrams(text)))));
}

function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((part) => right.has(part)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}

function trigrams(text: string): Set<string> {
  const padded = `  ${text.toLowerCase()} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)));
}
