import type { Context } from "../context.js";
import type { Json } from "../json.js";
import { userSummary } from "../sections/work-items/parts.js";
import type { CollectionRow, Entry } from "./spec.js";

/** What a reply is: of a creation, of one entry, or an item of a list. */
export type Occasion = "creation" | "single" | "list";

/** An entry with the keys that the release shows. What nobody wrote and nobody knows is null, never made up. */
export function presentEntry(context: Context, row: CollectionRow, entry: Entry, occasion: Occasion): Json {
  if (row.present !== undefined) return row.present(context, entry);
  const shown = row.shows?.(context, entry) ?? {};
  const keys = new Set([
    ...(context.knowledge?.keys ?? []),
    ...Object.keys(shown),
    ...(occasion === "creation" ? (row.once ?? []) : []),
  ]);
  const hidden = new Set([
    ...(row.never ?? []),
    ...(occasion === "creation" ? [] : (row.once ?? [])),
    ...(occasion === "list" ? (row.single_only ?? []) : []),
  ]);
  const known = [...keys].filter((key) => !hidden.has(key));
  return Object.fromEntries(known.map((key) => [key, valueOf(context, row, entry, shown, key)]));
}

function valueOf(context: Context, row: CollectionRow, entry: Entry, shown: Readonly<Record<string, Json>>, key: string): Json {
  if (Object.hasOwn(shown, key)) return shown[key] ?? null;
  if (key === "author") return userSummary(context, typeof entry["author_id"] === "number" ? entry["author_id"] : null);
  if (key === `${entry.home.kind}_id`) return entry.home.id;
  return (Object.hasOwn(entry, key) ? entry[key] : row.defaults?.[key]) ?? null;
}
