import type { Context } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import type { Json } from "../../core/records.js";
import { textColorOn } from "../labels/present.js";
import { subscribed, votes } from "../work-items/noteables.js";
import { presentLabels, textOrNull } from "../work-items/present.js";
import { type Epic, epicTable } from "../work-items/records.js";

const USUAL_COLOR = "#1068BF";

/** An epic. Where its dates are not fixed it has none: the emulator works out none from milestones. */
export function presentEpic(context: Context, epic: Epic, isSingle = true): Record<string, Json> {
  const { store, instance, user } = context;
  const { id, iid, group_id, parent_id = null, color = USUAL_COLOR, author_id } = epic;
  const parent = parent_id === null ? undefined : store.of(epicTable).get(parent_id);
  const path = store.groups.get(group_id)?.full_path ?? "";
  const item = {
    noteable: { kind: "epic", id } as const,
    author_id,
    assignee_ids: [],
    reviewer_ids: [],
    description: epic.description,
  };
  return {
    id,
    iid,
    group_id,
    parent_id,
    parent_iid: parent?.iid ?? null,
    title: epic.title,
    description: textOrNull(epic.description),
    confidential: epic.confidential,
    author: userSummary(context, author_id),
    ...datesOf(epic),
    state: epic.state,
    web_url: `${instance.url}/groups/${path}/-/epics/${iid}`,
    web_edit_url: `/groups/${path}/-/epics/${iid}`,
    reference: `&${iid}`,
    references: { short: `&${iid}`, relative: `&${iid}`, full: `${path}&${iid}` },
    created_at: epic.created_at,
    updated_at: epic.updated_at,
    closed_at: epic.closed_at ?? null,
    labels: presentLabels(context, epic.label_ids ?? []),
    ...votes(store, item.noteable),
    color,
    text_color: textColorOn(color),
    imported: false,
    imported_from: "none",
    work_item_id: null,
    ...(isSingle ? { subscribed: subscribed(store, item, user) } : {}),
    _links: linksOf(context, epic, parent),
  };
}

function datesOf(epic: Epic): Record<string, Json> {
  const { start_date_fixed = null, start_date_is_fixed = false, due_date_fixed = null, due_date_is_fixed = false } = epic;
  const due_date = due_date_is_fixed ? due_date_fixed : null;
  return {
    start_date: start_date_is_fixed ? start_date_fixed : null,
    start_date_is_fixed,
    start_date_fixed,
    start_date_from_inherited_source: null,
    start_date_from_milestones: null,
    end_date: due_date,
    due_date,
    due_date_is_fixed,
    due_date_fixed,
    due_date_from_inherited_source: null,
    due_date_from_milestones: null,
  };
}

function linksOf({ instance }: Context, { iid, group_id }: Epic, parent: Epic | undefined): Json {
  const api = `${instance.url}/api/v4/groups`;
  return {
    self: `${api}/${group_id}/epics/${iid}`,
    epic_issues: `${api}/${group_id}/epics/${iid}/issues`,
    group: `${api}/${group_id}`,
    parent: parent === undefined ? null : `${api}/${parent.group_id}/epics/${parent.iid}`,
  };
}
