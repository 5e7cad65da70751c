import type { PlatformState } from "../../context.js";
import { HttpError, notFound } from "../../errors.js";
import type { JsonObject } from "../../json.js";
import type { EnvironmentAccess, EnvironmentApproval, Group, Project } from "../../records.js";
import { defineTable } from "../../table.js";
import { namesSomebody, readWho, whoOf } from "./access.js";

/** Only numbers the entries: they live inside their environment. */
const entryTable = defineTable<{ readonly id: number }>("protected_environment_entries", {});

/** How a request's entry becomes a stored one; `before` is the entry that it changes. Undefined drops it. */
type Read<T> = (entry: JsonObject, before: T | undefined) => Omit<T, "id"> | undefined;

/** Who may deploy. */
export function readAccess(world: PlatformState, holder: Group | Project): Read<EnvironmentAccess> {
  return (entry, before) => {
    const who = before !== undefined && !namesSomebody(entry) ? before : readWho(world, holder, entry);
    const inheritance = entry["group_inheritance_type"];
    return who !== undefined && typeof inheritance === "number" ? { ...who, group_inheritance_type: inheritance } : who;
  };
}

/**
 * Who must approve: as who may deploy, with the number of approvals, 1 unless it is given. Who may not be named is refused with 422; real servers drop
 * such a rule without a word.
 */
export function readApproval(world: PlatformState, holder: Group | Project): Read<EnvironmentApproval> {
  const read = readAccess(world, holder);
  return (entry, before) => {
    const who = read(entry, before);
    const isGoing = before !== undefined && entry["_destroy"] === true;
    if (who === undefined && !isGoing && world.instance.dialect === "neutral") throw notAssignable(entry);
    const given = entry["required_approvals"];
    const required_approvals = typeof given === "number" ? given : (before?.required_approvals ?? 1);
    return who && { ...who, required_approvals };
  };
}

function notAssignable(entry: JsonObject): HttpError {
  const named = whoOf(entry).map((key) => `${key} ${JSON.stringify(entry[key])}`);
  const problem =
    named.length === 1
      ? `Approval rules cannot name ${named.join()}: users are members with at least the Maintainer role, groups are subgroups`
      : `Approval rules name exactly one of user_id, group_id and access_level each, and not ${named.join(" and ") || "none"}`;
  return new HttpError(422, { message: [problem] });
}

/**
 * The entries after a request: one without id is added, one with an id changes that entry, or removes it with `_destroy`; entries that are not named
 * stay (the reference of real servers, section D). Throws 404 for an id that is not there.
 */
export function applyEntries<T extends { readonly id: number }>(
  world: PlatformState,
  before: readonly T[],
  entries: readonly JsonObject[] | undefined,
  read: Read<T>,
): T[] {
  const result = new Map(before.map((entry) => [entry.id, entry]));
  for (const entry of entries ?? []) {
    const id = entry["id"];
    const known = typeof id === "number" ? result.get(id) : undefined;
    if (typeof id === "number" && known === undefined) throw notFound();
    const value = read(entry, known);
    if (known !== undefined && entry["_destroy"] === true) result.delete(known.id);
    else if (known !== undefined && value !== undefined) result.set(known.id, { ...known, ...value, id: known.id });
    else if (known === undefined && value !== undefined) {
      const number = world.store.of(entryTable).allocate();
      result.set(number, { ...value, id: number } as T);
    }
  }
  return [...result.values()];
}
