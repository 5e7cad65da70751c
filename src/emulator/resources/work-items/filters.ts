import { userNamed } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import { Parameters } from "../../core/parameters.js";
import { badParameters } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { today } from "../projects/move.js";
import {
  type Issue,
  type MergeRequest,
  type Milestone,
  type Noteable,
  homeKey,
  labelTable,
  milestoneTable,
  noteableKey,
  reactionTable,
} from "./records.js";
import { type Sight, sightOf } from "./visibility.js";

/** The filters that lists of issues and of merge requests share; each list has those that it declares. */
export function commonFilters(kind: Noteable["kind"]): readonly FilterGroup<WorkItem>[] {
  return [
    recordFilters,
    scopeFilters,
    authorFilters,
    assigneeFilters,
    labelFilters,
    milestoneFilters,
    timeFilters,
    reactionFilters(kind),
    textFilters,
  ];
}

/** What issues and merge requests have in common. */
type WorkItem = Issue | MergeRequest;

export type Filter<T> = (item: T) => boolean;

/** What filters are made from: the parameters of the request, or those of its hash `not`. */
export interface Question extends Pick<Context, "store" | "instance" | "user"> {
  readonly asked: Parameters;
  /** A parameter as the request names it, for messages: `author_id`, `not[author_id]`. */
  readonly named: (parameter: string) => string;
}

/** Filters by parameters that belong together; none for parameters that were not sent. Throws 400 for those that make no sense. */
export type FilterGroup<T> = (question: Question) => readonly Filter<T>[];

/**
 * All filters of a list as one: an item passes those of the parameters, and none of those of the hash `not`. So `labels=a,b` wants both labels, and
 * `not[labels]=a,b` neither (document 3; the latter from the reference of real servers).
 */
export function filterOf<T>(context: Context, groups: readonly FilterGroup<T>[]): Filter<T> {
  const { store, instance, user, params } = context;
  const common = { store, instance, user };
  const wanted = groups.flatMap((group) => group({ ...common, asked: params, named: (parameter) => parameter }));
  const not = new Parameters(params.record("not") ?? {});
  const unwanted = groups.flatMap((group) => group({ ...common, asked: not, named: (parameter) => `not[${parameter}]` }));
  return (item) => wanted.every((filter) => filter(item)) && !unwanted.some((filter) => filter(item));
}

/** Of some items those that pass the filters and that the caller sees; with `non_archived` none of archived projects. */
export function seenItems<T extends WorkItem>(
  context: Context,
  items: Iterable<T>,
  groups: readonly FilterGroup<T>[],
  sees: (sight: Sight, item: T) => boolean,
): T[] {
  const { store, user, params } = context;
  const isWanted = filterOf(context, groups);
  const sight = sightOf(store, user);
  const withoutArchived = params.flag("non_archived") === true;
  const rows: T[] = [];
  for (const item of items) {
    const project = isWanted(item) ? store.projects.get(item.project_id) : undefined;
    if (project === undefined || (withoutArchived && project.archived)) continue;
    if (sees(sight(project), item)) rows.push(item);
  }
  return rows;
}

/** Throws 400 when both parameters were sent (document 3: exclusive pairs; the words from the reference of real servers). */
export function refuseBoth({ asked, named }: Question, name: string, other: string): void {
  if (asked.has(name) && asked.has(other)) throw badParameters(`${named(name)}, ${named(other)} are mutually exclusive`);
}

/** What a parameter says that takes an id or one of two words, in any letter case. */
export type IdOrWord = number | "none" | "any";

/** Throws 400 for a text that is neither a number nor one of the words. */
export function idOrWord({ asked, named }: Question, parameter: string): IdOrWord | undefined {
  const text = asked.text(parameter) ?? "";
  return text === "" ? undefined : readIdOrWord(text, named(parameter));
}

/** Reads one value of `idOrWord`. */
export function readIdOrWord(text: string, name: string): IdOrWord {
  const word = wordOf(text);
  if (word !== undefined) return word;
  if (/^\d{1,15}$/.test(text.trim())) return Number(text);
  throw badParameters(`${name} should be an integer, 'None' or 'Any', however got ${text}`);
}

/** `None` or `Any`, in any letter case. */
export function wordOf(text: string): "none" | "any" | undefined {
  const word = text.trim().toLowerCase();
  return word === "none" || word === "any" ? word : undefined;
}

/** The names of a parameter that is a list, or one text with commas. Blank names do not count. */
export function namesOf({ asked }: Question, parameter: string): string[] {
  const value = asked.get(parameter) ?? null;
  const names = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value.map(String) : [];
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

/** The deprecated `No+Label`, as it arrives with its plus sign as a space, or encoded. */
const NO_LABEL = ["no label", "no+label"];

/** `labels`: all of them must be there, in their letter case; `None` and `Any`. */
function labelFilters(question: Question): Filter<WorkItem>[] {
  const names = namesOf(question, "labels");
  const isNone = (name: string): boolean => wordOf(name) === "none" || NO_LABEL.includes(name.toLowerCase());
  if (names.some(isNone)) return [(item) => item.label_ids.length === 0];
  const wanted = names.map((name): Filter<WorkItem> => {
    if (wordOf(name) === "any") return (item) => item.label_ids.length > 0;
    const ids = labelsNamed(question, name);
    return (item) => item.label_ids.some((id) => ids.has(id));
  });
  return wanted;
}

/** Ids of all labels with a name: projects and groups may each have one. */
function labelsNamed({ store }: Question, name: string): Set<number> {
  const labels = store.of(labelTable).all();
  return new Set(labels.filter((label) => label.name === name).map((label) => label.id));
}

/** `milestone`, a title of any project or group, `None` or `Any`; or `milestone_id`, which is `None`, `Any`, `Upcoming` or `Started`. */
function milestoneFilters(question: Question): Filter<WorkItem>[] {
  const { asked } = question;
  refuseBoth(question, "milestone_id", "milestone");
  const text = asked.text("milestone_id") ?? asked.text("milestone") ?? "";
  if (text === "") return [];
  const word = wordOf(text);
  if (word === "none") return [(item) => item.milestone_id === null];
  if (word === "any") return [(item) => item.milestone_id !== null];
  const wanted = new Set((asked.has("milestone_id") ? inTime(question, text) : titled(question, text)).map(({ id }) => id));
  return [(item) => item.milestone_id !== null && wanted.has(item.milestone_id)];
}

function titled({ store }: Question, title: string): Milestone[] {
  const milestones = store.of(milestoneTable).all();
  return milestones.filter((milestone) => milestone.title === title);
}

/** Started: active and begun. Upcoming: of each project and group the active one that is due next (the reference of real servers). */
function inTime({ store }: Question, word: string): Milestone[] {
  const now = today();
  const active = store
    .of(milestoneTable)
    .all()
    .filter((milestone) => milestone.state === "active");
  if (word === "Started") return active.filter(({ start_date }) => start_date !== null && start_date <= now);
  const next = new Map<string, { milestone: Milestone; due: string }>();
  for (const milestone of active) {
    const { due_date: due, home } = milestone;
    if (due === null || due <= now) continue;
    const known = next.get(homeKey(home));
    if (known === undefined || due < known.due) next.set(homeKey(home), { milestone, due });
  }
  return [...next.values()].map(({ milestone }) => milestone);
}

type Place = string | number | null;

/** What an item is sorted by, the first that differs decides; null comes last in both directions. */
type Places<T> = (item: T) => readonly Place[];

/** Sorts by `order_by` and `sort`; items in equal places by id, in the same direction. Takes the items over. */
export function sorted<T extends WorkItem>(context: Context, items: readonly T[], orders: Orders<T>): T[] {
  const name = context.params.text("order_by") ?? "created_at";
  const places = (orders[name] ?? byCreation)(context.store);
  const sign = context.params.text("sort") === "asc" ? 1 : -1;
  const keyed = items.map((item) => ({ item, places: places(item) }));
  keyed.sort((a, b) => compare(a.places, b.places, sign) || sign * (a.item.id - b.item.id));
  return keyed.map(({ item }) => item);
}

/** The orders of a list by name; each looks at the store once. */
type Orders<T> = Readonly<Record<string, (store: Store) => Places<T>>>;

const byCreation = (): Places<WorkItem> => (item) => [item.created_at];

/** Orders of every list. */
export const COMMON_ORDERS: Orders<WorkItem> = {
  created_at: byCreation,
  updated_at: () => (item) => [item.updated_at],
  title: () => (item) => [item.title.toLowerCase()],
};

/** Orders of issues (document 3, order_by; what they mean from the reference of real servers). */
export const ISSUE_ORDERS: Orders<Issue> = {
  ...COMMON_ORDERS,
  due_date: () => (issue) => [issue.due_date],
  weight: () => (issue) => [issue.weight],
  relative_position: () => (issue) => [issue.relative_position],
  popularity: (store) => {
    const upvotes = upvotesOf(store);
    return (issue) => [upvotes.get(noteableKey({ kind: "issue", id: issue.id })) ?? 0];
  },
  milestone_due: (store) => (issue) => [milestoneDue(store, issue)],
  label_priority: (store) => (issue) => [labelPriority(store, issue)],
  priority: (store) => (issue) => [milestoneDue(store, issue), labelPriority(store, issue)],
};

function milestoneDue(store: Store, { milestone_id }: Issue): string | null {
  return milestone_id === null ? null : (store.of(milestoneTable).get(milestone_id)?.due_date ?? null);
}

/** The priority of the most urgent label. */
function labelPriority(store: Store, { label_ids }: Issue): number | null {
  const priorities = label_ids.flatMap((id) => store.of(labelTable).get(id)?.priority ?? []);
  return priorities.length === 0 ? null : Math.min(...priorities);
}

function upvotesOf(store: Store): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, noteable } of store.of(reactionTable).scan({})) {
    if (name !== "thumbsup") continue;
    const key = noteableKey(noteable);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function compare(left: readonly Place[], right: readonly Place[], sign: number): number {
  for (const [position, place] of left.entries()) {
    const other = right[position] ?? null;
    if (place === other) continue;
    if (place === null) return 1;
    if (other === null) return -1;
    return place < other ? -sign : sign;
  }
  return 0;
}

/** `scope`: what the caller wrote, what is assigned to the caller, or all. */
function scopeFilters({ asked, user }: Question): Filter<WorkItem>[] {
  const scope = asked.text("scope") ?? "all";
  if (scope === "all") return [];
  const isMine: Filter<WorkItem> =
    scope === "created_by_me" ? (item) => item.author_id === user?.id : (item) => isAmong(item.assignee_ids, user?.id);
  return [isMine];
}

/** `author_id` or `author_username`. */
function authorFilters(question: Question): Filter<WorkItem>[] {
  const { asked } = question;
  refuseBoth(question, "author_id", "author_username");
  const id = asked.has("author_id") ? asked.number("author_id") : userId(question, asked.text("author_username"));
  return id === undefined ? [] : [(item) => item.author_id === id];
}

/** `assignee_id` (also `None` and `Any`) or `assignee_username`, all of which must be assigned; on the free tier it takes one value only. */
function assigneeFilters(question: Question): Filter<WorkItem>[] {
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

/** `my_reaction_emoji`: what the caller reacted to with it; `None` and `Any`. Nobody in particular has no reactions. */
function reactionFilters(kind: Noteable["kind"]): FilterGroup<WorkItem> {
  return ({ store, user, asked }) => {
    const name = asked.text("my_reaction_emoji") ?? "";
    if (name === "") return [];
    const word = wordOf(name);
    const mine = store
      .of(reactionTable)
      .all()
      .filter((reaction) => reaction.user_id === user?.id && (word !== undefined || reaction.name === name));
    const keys = new Set(mine.map((reaction) => noteableKey(reaction.noteable)));
    const isMine: Filter<WorkItem> = (item) => keys.has(noteableKey({ kind, id: item.id }));
    return [word === "none" ? (item) => !isMine(item) : isMine];
  };
}

/** `state` and `iids`. */
function recordFilters({ asked }: Question): Filter<WorkItem>[] {
  const filters: Filter<WorkItem>[] = [];
  const state = asked.text("state") ?? "all";
  if (state !== "all") filters.push((item) => item.state === state);
  const iids = asked.numbers("iids");
  if (iids !== undefined) filters.push((item) => iids.includes(item.iid));
  return filters;
}

const FIELDS = ["title", "description"] as const;

/**
 * `search`: all its words stand in the title, or all in the description, in any letter case; words in quotes stand together. `in` names the texts
 * that are looked through, both by default.
 */
function textFilters({ asked }: Question): Filter<WorkItem>[] {
  const words = wordsOf(asked.text("search") ?? "");
  if (words.length === 0) return [];
  const places = asked
    .text("in")
    ?.split(",")
    .map((place) => place.trim());
  const fields = FIELDS.filter((field) => places === undefined || places.includes(field));
  return [(item) => fields.some((field) => hasAll(item[field].toLowerCase(), words))];
}

function wordsOf(search: string): string[] {
  return [...search.toLowerCase().matchAll(/"([^"]+)"|([^\s"]+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
}

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));

const BOUNDS = [
  ["created_after", "created_at", 1],
  ["created_before", "created_at", -1],
  ["updated_after", "updated_at", 1],
  ["updated_before", "updated_at", -1],
] as const;

/** `created_after`, `created_before`, `updated_after` and `updated_before`, each including the bound, and each on its own for the hash `not`. */
function timeFilters({ asked }: Question): Filter<WorkItem>[] {
  return BOUNDS.flatMap(([parameter, field, sign]): Filter<WorkItem>[] => {
    const bound = Date.parse(asked.text(parameter) ?? "");
    return Number.isNaN(bound) ? [] : [(item) => sign * (Date.parse(item[field]) - bound) >= 0];
  });
}
