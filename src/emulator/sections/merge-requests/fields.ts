import type { Context } from "../../context.js";
import type { Project } from "../../records.js";
import type { MergeRequest } from "../../records/work-items.js";
import { peopleSeeing, sentAssignees, sentLabels, sentMilestone } from "../work-items/sent.js";
import { isDraft } from "./draft.js";

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
  const reviewers = params.numbers("reviewer_ids");
  return {
    ...(title === undefined ? {} : { title, draft: isDraft(title) }),
    ...(description === undefined ? {} : { description }),
    ...(squash === undefined ? {} : { squash }),
    ...(collaboration === undefined ? {} : { allow_collaboration: collaboration }),
    ...(removes === undefined ? {} : { force_remove_source_branch: removes }),
    ...(approvals === undefined ? {} : { approvals_before_merge: approvals }),
    ...(params.has("discussion_locked") ? { discussion_locked: params.flag("discussion_locked") ?? null } : {}),
    ...sentAssignees(context, project),
    ...(reviewers === undefined ? {} : { reviewer_ids: peopleSeeing(context, project, reviewers) }),
    ...sentMilestone(context, project),
    ...sentLabels(context, project, before?.label_ids ?? []),
  };
}
