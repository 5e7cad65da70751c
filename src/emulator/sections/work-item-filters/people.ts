import { badParameters } from "../../errors.js";
import { exists } from "../../instance.js";
import { userNamed } from "../../lookup.js";
import { idOrWord, namesOf, refuseBoth } from "./filters.js";
import type { Filter, IdOrWord, Question, WorkItem } from "./filters.js";

/** `scope`: what the caller wrote, what is assigned to the caller, or all. */
export function scopeFilters({ asked, user }: Question): Filter<WorkItem>[] {
  const scope = asked.text("scope") ?? "all";
  if (scope === "all") return [];
  const isMine: Filter<WorkItem> =
    scope === "created_by_me" ? (item) => item.author_id === user?.id : (item) => isAmong(item.assignee_ids, user?.id);
  return [isMine];
}

/** `author_id` or `author_username`. */
export function authorFilters(question: Question): Filter<WorkItem>[] {
  const { asked } = question;
  refuseBoth(question, "author_id", "author_username");
  const id = asked.has("author_id") ? asked.number("author_id") : userId(question, asked.text("author_username"));
  return id === undefined ? [] : [(item) => item.author_id === id];
}

/** `assignee_id` (also `None` and `Any`) or `assignee_username`, all of which must be assigned; on the free tier it takes one value only. */
export function assigneeFilters(question: Question): Filter<WorkItem>[] {
  refuseBoth(question, "assignee_id", "assignee_username");
  const usernames = namesOf(question, "assignee_username");
  if (usernames.length > 1 && !exists(question.instance, { tier: "premium" })) {
    const name = question.named("assignee_username");
    throw badParameters(`${name} allows one value, but found ${usernames.length}: ${usernames.join(", ")}`);
  }
  const byName = usernames.map((username): Filter<WorkItem> => {
    const id = userId(question, username);
    return (item) => isAmong(item.assignee_ids, id);
  });
  return [...among(idOrWord(question, "assignee_id"), (item: WorkItem) => item.assignee_ids), ...byName];
}

/** A filter by a list of ids: an id, none at all, or any. */
export function among<T>(wanted: IdOrWord | undefined, ids: (item: T) => readonly number[]): Filter<T>[] {
  if (wanted === undefined) return [];
  if (wanted === "none") return [(item) => ids(item).length === 0];
  if (wanted === "any") return [(item) => ids(item).length > 0];
  return [(item) => ids(item).includes(wanted)];
}

/** The user's id, one that nobody has for an unknown name, undefined without a name. */
export function userId({ store }: Question, username: string | undefined): number | undefined {
  return username === undefined ? undefined : (userNamed(store, username)?.id ?? NOBODY);
}

const NOBODY = 0;

const isAmong = (ids: readonly number[], id: number | undefined): boolean => id !== undefined && ids.includes(id);
