import { isObject } from "../../json.js";
import type { Json, JsonObject } from "../../json.js";
import type { Group } from "../../records.js";
import { textOf } from "../../row/text.js";
import { pathBelow } from "../../sections/groups/rules.js";
import type { Store } from "../../store.js";
import type { Parts } from "./archive.js";
import { planningParts, takePlanning } from "./planning.js";

/** A group as the parts of an archive: its attributes, labels and milestones, and those of the groups below it; no projects. */
export function groupParts(store: Store, group: Group): Parts {
  const groups = [group, ...below(store, group)];
  return new Map([
    ["VERSION", "0.2.4"],
    ["tree/groups/_all.ndjson", groups.map(({ id }) => `${id}\n`).join("")],
    ...groups.flatMap((one): [string, string][] => [
      [`tree/groups/${one.id}.json`, JSON.stringify(rowOf(one, one.id === group.id))],
      ...planningParts(store, { kind: "group", id: one.id }, `tree/groups/${one.id}`),
    ]),
  ]);
}

function below(store: Store, { id }: Group): Group[] {
  return store.groups.where("parent", id).flatMap((group) => [group, ...below(store, group)]);
}

function rowOf({ name, path, visibility, parent_id, attributes }: Group, isTop: boolean): JsonObject {
  return { name, path, visibility, parent: isTop ? null : parent_id, attributes: { ...attributes } };
}

/** Gives a new group what an archive holds, and makes the groups below it. */
export function takeGroup(store: Store, group: Group, parts: Parts): void {
  const ids = (parts.get("tree/groups/_all.ndjson") ?? "").split("\n").filter((line) => line !== "");
  if (ids.length === 0) throw new Error("the archive is that of no group");
  const made = new Map<string, Group>();
  for (const id of ids) {
    const row = JSON.parse(parts.get(`tree/groups/${id}.json`) ?? "null") as Json;
    if (!isObject(row)) continue;
    const parent = made.get(textOf(row["parent"]));
    const attributes = isObject(row["attributes"] ?? null) ? (row["attributes"] as JsonObject) : {};
    const one =
      parent === undefined
        ? store.groups.update(group.id, { attributes: { ...group.attributes, ...attributes } })
        : insertBelow(store, parent, row, attributes);
    made.set(id, one);
    takePlanning(store, { kind: "group", id: one.id }, parts, `tree/groups/${id}`);
  }
}

function insertBelow(store: Store, parent: Group, row: JsonObject, attributes: JsonObject): Group {
  const path = textOf(row["path"]);
  return store.groups.insert({
    name: textOf(row["name"]),
    path,
    full_path: pathBelow(parent, path),
    parent_id: parent.id,
    visibility: parent.visibility,
    created_at: new Date().toISOString(),
    marked_for_deletion_on: null,
    avatar: null,
    attributes,
  });
}
