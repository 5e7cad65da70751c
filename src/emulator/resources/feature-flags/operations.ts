import { removeEntry } from "../../core/collection/columns.js";
import { entriesIn, findEntry, textOf } from "../../core/collection/homes.js";
import { type Columns, type Entry, type EntryHome, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { type Json, objectsIn } from "../../core/records.js";
import { HttpError, conflict, invalid, noContent } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { present, writtenStrategies } from "./strategies.js";

const NAME = /^[a-z]([-_a-z0-9]*[a-z0-9])?$/;

const NAME_RULE =
  "Name can contain only lowercase letters, digits, '_' and '-'. Must start with a letter, and cannot end with '-' or '_'";

const userLists = collection("feature_flags_user_lists", {
  at: "/projects/{id}",
  read: "developer",
  write: "developer",
  key: "iid",
  numbered: true,
  filled: ["name", "user_xids"],
  longest: { name: 255 },
  search: ["name"],
  unique: { columns: ["name"] },
  settle: (_, columns) => withoutRepeats(columns),
  shows: ({ store }, { home, iid }) => {
    const path = `/${store.projects.get(home.id)?.path_with_namespace ?? ""}/-/feature_flags_user_lists/${textOf(iid)}`;
    return { path, edit_path: `${path}/edit` };
  },
  handlers: {
    remove: (context, home, self) => {
      const entry = findEntry(context, self, home, "iid");
      const isUsed = entriesIn(context, flags, home).some(({ strategies }) =>
        objectsIn(strategies).some((strategy) => strategy["user_list_id"] === entry.id),
      );
      if (isUsed) throw conflict("User list is associated with a strategy");
      removeEntry(context, self, entry);
      return noContent();
    },
  },
});

const flags = collection("feature_flags", {
  at: "/projects/{id}",
  read: "developer",
  write: "developer",
  key: "name",
  order: "name",
  unique: { columns: ["name"], refuse: () => refused("Name has already been taken") },
  defaults: { description: null, active: true, version: "new_version_flag", strategies: [] },
  filters: { scope: ({ active }, value) => active === (value === "enabled") },
  settle,
  shows: (context, entry) => ({
    scopes: [],
    strategies: objectsIn(entry["strategies"]).map((row) => present(row, listOf(context, entry.home, row["user_list_id"]))),
  }),
});

/** Switches that programs ask for, with whom they are on for; and lists of users that strategies name. */
export default {
  collections: [userLists, flags],
} satisfies Resource;

/** Real servers answer with whole sentences here. */
function refused(...messages: string[]): HttpError {
  return new HttpError(400, { message: messages });
}

function withoutRepeats(columns: Columns): Columns {
  const { user_xids } = columns;
  if (typeof user_xids !== "string") return columns;
  return { ...columns, user_xids: [...new Set(user_xids.split(",").map((id) => id.trim()))].join(",") };
}

function listOf(context: Context, home: EntryHome, id: Json | undefined): Entry | undefined {
  return entriesIn(context, userLists, home).find((entry) => entry.id === id);
}

function settle(context: Context, columns: Columns, before: Entry | undefined, home: EntryHome): Columns {
  const { name, version, strategies: sent, ...rest } = { ...columns };
  if (version !== undefined && version !== "new_version_flag") throw invalid({ version: ["is invalid"] });
  if (name !== undefined && !NAME.test(textOf(name)))
    throw refused(textOf(name).trim() === "" ? "Name can't be blank" : NAME_RULE);
  const named = name === undefined ? rest : { ...rest, name };
  if (sent === undefined) return named;
  const { strategies, problems } = writtenStrategies(context, objectsIn(sent), objectsIn(before?.["strategies"]));
  const unknown = strategies.filter(
    ({ name: kind, user_list_id }) => kind === "gitlabUserList" && listOf(context, home, user_list_id) === undefined,
  );
  const all = [...problems, ...(unknown.length > 0 ? ["Strategies user list can't be blank"] : [])];
  if (all.length > 0) throw refused(...all);
  return { ...named, strategies };
}
