import type { Json, JsonObject } from "../../json.js";
import { homeKey, labelTable, milestoneTable } from "../../records/work-items.js";
import type { Home } from "../../records/work-items.js";
import { textOf } from "../../row/text.js";
import type { Store } from "../../store.js";
import { linesOf, rowsIn } from "./archive.js";
import type { Parts } from "./archive.js";

const PLACES = new Set(["id", "home", "project_id"]);

/** A row without its number and the place that it hangs on. */
export function bare(row: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !PLACES.has(name))) as JsonObject;
}

/** Labels and milestones of a project or group, as parts of an archive. */
export function planningParts(store: Store, home: Home, folder: string): [string, string][] {
  return [
    [`${folder}/labels.ndjson`, linesOf(store.of(labelTable).where("home", homeKey(home)).map(bare))],
    [`${folder}/milestones.ndjson`, linesOf(store.of(milestoneTable).where("home", homeKey(home)).map(bare))],
  ];
}

/** Puts labels and milestones of an archive in a project or group; one that is there by its name stays. */
export function takePlanning(store: Store, home: Home, parts: Parts, folder: string): void {
  const now = new Date().toISOString();
  const labels = store.of(labelTable);
  for (const row of rowsIn(parts, `${folder}/labels.ndjson`)) {
    if (labels.where("home", homeKey(home)).some(({ name }) => name === row["name"])) continue;
    labels.insert({
      home,
      name: textOf(row["name"]),
      color: textOf(row["color"]),
      text_color: textOf(row["text_color"]),
      description: nullable(row["description"]),
      priority: typeof row["priority"] === "number" ? row["priority"] : null,
    });
  }
  const milestones = store.of(milestoneTable);
  for (const row of rowsIn(parts, `${folder}/milestones.ndjson`)) {
    const known = milestones.where("home", homeKey(home));
    if (known.some(({ title }) => title === row["title"])) continue;
    milestones.insert({
      home,
      iid: Math.max(0, ...known.map(({ iid }) => iid)) + 1,
      title: textOf(row["title"]),
      description: textOf(row["description"]),
      state: row["state"] === "closed" ? "closed" : "active",
      due_date: nullable(row["due_date"]),
      start_date: nullable(row["start_date"]),
      created_at: nullable(row["created_at"]) ?? now,
      updated_at: nullable(row["updated_at"]) ?? now,
    });
  }
}

export function nullable(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
