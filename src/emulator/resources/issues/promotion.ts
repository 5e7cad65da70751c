import { LEVEL, accessLevel } from "../../core/access.js";
import type { PlatformState } from "../../core/context.js";
import type { Group, Project, User } from "../../core/records.js";
import { badRequest, forbidden } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { addNote, addSystemNote, discussionsOf } from "../discussions/text.js";
import { nextEpicNumber } from "../epics/records.js";
import { type Epic, type Issue, epicTable, issueTable } from "../work-items/records.js";

/** Which epic an issue became. */
type Promotion = { readonly id: number; readonly issue_id: number; readonly epic_id: number };

const promotionTable = defineTable<Promotion, "issue">("issue_promotions", { issue: (promotion) => promotion.issue_id });

/** Forgets which epic an issue that goes away became. */
export function forgetPromotion(store: Store, issue: Issue): void {
  const promotions = store.of(promotionTable);
  for (const row of promotions.where("issue", issue.id)) promotions.delete(row.id);
}

/**
 * Makes an epic of the issue in the project's group, with its threads, and closes the issue. Throws 400 when the issue cannot become one, 403 for who
 * is no Reporter of the group (messages of real servers).
 */
export function promote(world: PlatformState, project: Project, issue: Issue, user: User): void {
  const { store } = world;
  const group = store.groups.get(project.namespace_id);
  if (group === undefined) throw badRequest("Cannot promote issue because it does not belong to a group.");
  if (!user.is_admin && accessLevel(store, user, group) < LEVEL.reporter)
    throw forbidden("Cannot promote issue due to insufficient permissions.");
  if (store.of(promotionTable).count("issue", issue.id) > 0) throw badRequest("Issue already promoted to epic.");
  if (issue.issue_type !== "issue") throw badRequest("Promotion is not supported.");
  const epic = addEpic(world, group, issue, user);
  store.of(promotionTable).insert({ issue_id: issue.id, epic_id: epic.id });
  copyThreads(world, issue, epic);
  const reference = `${project.path_with_namespace}#${issue.iid}`;
  addSystemNote(store, { kind: "epic", id: epic.id }, user.id, `promoted from issue ${reference}`);
  addSystemNote(store, { kind: "issue", id: issue.id }, user.id, `promoted to epic &${epic.iid}`);
  if (issue.state === "opened") close(world, issue, user);
}

function addEpic({ store }: PlatformState, group: Group, issue: Issue, user: User): Epic {
  const epics = store.of(epicTable);
  const now = new Date().toISOString();
  return epics.insert({
    iid: nextEpicNumber(store, group.id),
    group_id: group.id,
    title: issue.title,
    description: issue.description,
    state: "opened",
    author_id: user.id,
    confidential: issue.confidential,
    created_at: now,
    updated_at: now,
  });
}

/** What people said of the issue is said of the epic too, in threads of its own. */
function copyThreads({ store }: PlatformState, issue: Issue, epic: Epic): void {
  for (const notes of discussionsOf(store, { kind: "issue", id: issue.id })) {
    let discussion_id: string | undefined;
    for (const { body, author_id, type, system, created_at: at } of notes) {
      if (system) continue;
      const noteable = { kind: "epic", id: epic.id } as const;
      ({ discussion_id } = addNote(store, { noteable, body, author_id, type, discussion_id, at }));
    }
  }
}

function close({ store }: PlatformState, issue: Issue, user: User): void {
  const now = new Date().toISOString();
  store.of(issueTable).update(issue.id, { state: "closed", closed_at: now, closed_by_id: user.id, updated_at: now });
}
