import { LEVEL, isProject } from "../../core/access.js";
import type { GroupOrProject, JsonObject } from "../../core/records.js";
import { notFound } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { type BranchAccess, type BranchAction, isEntitled } from "./access.js";

/** What lists of protected branches, and of protected tags, say who may do. */
type AccessAction = BranchAction | "create";

/** Of these alone a deploy key may be. */
const OF_DEPLOY_KEYS: ReadonlySet<AccessAction> = new Set(["push", "create"]);

/** Only numbers the entries: they live inside their protected branch. */
const entryTable = defineTable<{ readonly id: number }>("protected_branch_entries", {});

/** A list of a protected branch after a request, and what is wrong with what was sent, in sentences. */
interface ChangedAccess {
  readonly entries: readonly BranchAccess[];
  readonly problems: readonly string[];
}

/** A list that lets everybody through from a level on. */
export function accessFrom(store: Store, access_level: number): readonly BranchAccess[] {
  return [{ id: store.of(entryTable).allocate(), access_level, user_id: null, group_id: null }];
}

const LONGEST_NAME = 255;

/** What is wrong with the name of what is to be protected, in sentences. */
export function nameProblems(name: string): string[] {
  return [
    ...(name.trim() === "" ? ["Name can't be blank"] : []),
    ...(Array.from(name).length > LONGEST_NAME ? [`Name is too long (maximum is ${LONGEST_NAME} characters)`] : []),
  ];
}

/**
 * A list after a request: an entry without id is added, one with an id changes that entry, or removes it with `_destroy`; entries that are not named
 * stay (the reference of real servers, kinds, section 2.2). Throws 404 for an id that is not in the list.
 */
export function applyAccess(
  store: Store,
  holder: GroupOrProject,
  action: AccessAction,
  before: readonly BranchAccess[],
  sent: readonly JsonObject[],
): ChangedAccess {
  const after = new Map(before.map((entry) => [entry.id, entry]));
  const problems: string[] = [];
  for (const sentEntry of sent) {
    const id = numberIn(sentEntry, "id");
    const known = id === undefined ? undefined : after.get(id);
    if (id !== undefined && known === undefined) throw notFound();
    if (sentEntry["_destroy"] === true) {
      if (known !== undefined) after.delete(known.id);
      continue;
    }
    const entry = { id: known?.id ?? freshId(store, after), ...read(sentEntry, known, action) };
    // As on real servers, an entry that goes with this request still stands in the way of its equal.
    const others = [...before, ...after.values()].filter((other) => other.id !== entry.id);
    problems.push(...problemsOf(store, holder, sentEntry, entry), ...taken(entry, others));
    after.set(entry.id, entry);
  }
  const subject = `${action.charAt(0).toUpperCase()}${action.slice(1)} access levels`;
  return { entries: [...after.values()], problems: [...new Set(problems)].map((problem) => `${subject} ${problem}`) };
}

/** Whom an entry of a request means. One that names nobody means Maintainers; so does what stands beside a user or a group. */
function read(sent: JsonObject, before: BranchAccess | undefined, action: AccessAction): Omit<BranchAccess, "id"> {
  const named = (key: "user_id" | "group_id" | "deploy_key_id"): number | null =>
    Object.hasOwn(sent, key) ? (numberIn(sent, key) ?? null) : (before?.[key] ?? null);
  return {
    access_level: numberIn(sent, "access_level") ?? before?.access_level ?? LEVEL.maintainer,
    user_id: named("user_id"),
    group_id: named("group_id"),
    ...(OF_DEPLOY_KEYS.has(action) ? { deploy_key_id: named("deploy_key_id") } : {}),
  };
}

/** Rules of a group know levels alone; users and groups of those of a project need access to it, deploy keys the right to push. */
function problemsOf(store: Store, holder: GroupOrProject, sent: JsonObject, entry: BranchAccess): string[] {
  const { user_id, group_id, deploy_key_id = null } = entry;
  const isKeyless = numberIn(sent, "deploy_key_id") === undefined;
  const isEnabled =
    isKeyless ||
    (deploy_key_id !== null && isProject(holder) && isEntitled(store, holder, { ...entry, user_id: null, group_id: null }));
  const problems = isEnabled ? [] : ["deploy key is not enabled for this project"];
  if (!isProject(holder)) {
    if (user_id !== null) problems.push("user must be blank");
    if (group_id !== null) problems.push("group must be blank");
    return problems;
  }
  if (user_id !== null && store.users.get(user_id) === undefined) problems.push("user can't be blank");
  else if (!isEntitled(store, holder, { ...entry, group_id: null, deploy_key_id: null }))
    problems.push("user is not a member of the project");
  if (group_id !== null && store.groups.get(group_id) === undefined) problems.push("group can't be blank");
  else if (!isEntitled(store, holder, { ...entry, user_id: null, deploy_key_id: null }))
    problems.push("group does not have access to the project");
  return problems;
}

/** What of an entry another one of the same list has already. */
function taken(entry: BranchAccess, others: readonly BranchAccess[]): string[] {
  const named = [
    ["user_id", "user"],
    ["group_id", "group"],
    ["deploy_key_id", "deploy key"],
  ] as const;
  const isTwin = (other: BranchAccess): boolean => isOfLevel(other) && other.access_level === entry.access_level;
  return [
    ...named.flatMap(([key, what]) =>
      (entry[key] ?? null) !== null && others.some((other) => other[key] === entry[key]) ? [what] : [],
    ),
    ...(isOfLevel(entry) && others.some(isTwin) ? ["access level"] : []),
  ].map((what) => `${what} has already been taken`);
}

const isOfLevel = ({ user_id, group_id, deploy_key_id = null }: BranchAccess): boolean =>
  (user_id ?? group_id ?? deploy_key_id) === null;

/** The next number; a level of old may have it already, since those go by the number of their branch. */
function freshId(store: Store, others: ReadonlyMap<number, BranchAccess>): number {
  for (;;) {
    const id = store.of(entryTable).allocate();
    if (!others.has(id)) return id;
  }
}

function numberIn(entry: JsonObject, key: string): number | undefined {
  const value = entry[key];
  return typeof value === "number" ? value : undefined;
}
