import { canSee, groupChain } from "../../access.js";
import { exists } from "../../instance.js";
import type { Project } from "../../records.js";
import { homeKey, labelTable, milestoneTable } from "../../records/work-items.js";
import type { MergeRequest } from "../../records/work-items.js";
import type { Context } from "../../section.js";

import { isDraft } from "./draft.js";

const NEW_LABEL = { color: "#6699cc", text_color: "#FFFFFF", description: null, priority: null } as const;

/**
 * What creating and changing a merge request have alike (the reference of real servers, section H): the fields that were sent. People and milestones
 * that the project does not know are left out without a word; labels that are new are made.
 */
export function sentFields(context: Context, project: Project, before: MergeRequest | undefined): Partial<MergeRequest> {
  const { params } = context;
  const title = params.text("title");
  const description = params.text("description");
  const squash = params.flag("squash");
  const collaboration = params.flag("allow_collaboration") ?? params.flag("allow_maintainer_to_push");
  const removes = params.flag("remove_source_branch");
  const approvals = params.number("approvals_before_merge");
  return {
    ...(title === undefined ? {} : { title, draft: isDraft(title) }),
    ...(description === undefined ? {} : { description }),
    ...(squash === undefined ? {} : { squash }),
    ...(collaboration === undefined ? {} : { allow_collaboration: collaboration }),
    ...(removes === undefined ? {} : { force_remove_source_branch: removes }),
    ...(approvals === undefined ? {} : { approvals_before_merge: approvals }),
    ...(params.has("discussion_locked") ? { discussion_locked: params.flag("discussion_locked") ?? null } : {}),
    ...people(context, project),
    ...milestone(context, project),
    ...labels(context, project, before?.label_ids ?? []),
  };
}

function people(context: Context, project: Project): Partial<MergeRequest> {
  const { params, store, instance } = context;
  const seeing = (ids: readonly number[]): number[] => {
    const users = [...new Set(ids)].flatMap((id) => store.users.get(id) ?? []);
    const allowed = users.filter((user) => canSee(store, user, project)).map(({ id }) => id);
    return exists(instance, { tier: "premium" }) ? allowed : allowed.slice(0, 1);
  };
  const one = params.number("assignee_id");
  const assignees = params.numbers("assignee_ids") ?? (one === undefined ? undefined : [one]);
  const reviewers = params.numbers("reviewer_ids");
  return {
    ...(assignees === undefined ? {} : { assignee_ids: seeing(assignees) }),
    ...(reviewers === undefined ? {} : { reviewer_ids: seeing(reviewers) }),
  };
}

function milestone({ params, store }: Context, project: Project): Partial<MergeRequest> {
  if (!params.has("milestone_id")) return {};
  const found = store.of(milestoneTable).get(params.number("milestone_id") ?? 0);
  const isNear = found !== undefined && homesOf({ store }, project).includes(homeKey(found.home));
  return { milestone_id: isNear ? found.id : null };
}

/** `labels` replaces; `add_labels` and `remove_labels` change. */
function labels(context: Context, project: Project, before: readonly number[]): Partial<MergeRequest> {
  const names = (parameter: string): readonly string[] | undefined =>
    context.params.texts(parameter)?.flatMap((text) =>
      text
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    );
  const [all, added, removed] = [names("labels"), names("add_labels"), names("remove_labels")];
  if (all === undefined && added === undefined && removed === undefined) return {};
  const kept = all === undefined ? before : labelIds(context, project, all);
  const gone = new Set(labelIds(context, project, removed ?? [], false));
  return { label_ids: [...new Set([...kept, ...labelIds(context, project, added ?? [])])].filter((id) => !gone.has(id)) };
}

function labelIds({ store }: Context, project: Project, names: readonly string[], creates = true): number[] {
  const table = store.of(labelTable);
  const known = homesOf({ store }, project).flatMap((key) => table.where("home", key));
  return names.flatMap((name) => {
    const found = known.find((label) => label.name === name);
    if (found !== undefined || !creates) return found?.id ?? [];
    return table.insert({ ...NEW_LABEL, home: { kind: "project", id: project.id }, name }).id;
  });
}

/** Keys of the project and of the groups above it, where its labels and milestones come from. */
function homesOf({ store }: Pick<Context, "store">, project: Project): string[] {
  const groups = groupChain(store, project.namespace_id).map((id) => homeKey({ kind: "group", id }));
  return [homeKey({ kind: "project", id: project.id }), ...groups];
}
