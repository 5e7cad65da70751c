import { isProject } from "../../access.js";
import type { Context } from "../../context.js";
import { page } from "../../pages.js";
import type { Project } from "../../records.js";
import { issueTable, mergeRequestTable } from "../../records/work-items.js";
import type { Milestone } from "../../records/work-items.js";
import type { Reply } from "../../replies.js";
import { groupsBelow } from "../../sections/groups/lists.js";
import { presentIssue } from "../../sections/issues/entity.js";
import { presentMergeRequest } from "../../sections/merge-requests/entity.js";
import { seesIssue, sightOf } from "../../sections/work-items/visibility.js";
import type { Place } from "./homes.js";

function projectsOf({ store }: Context, { thing }: Place): Project[] {
  if (isProject(thing)) return [thing];
  return [thing, ...groupsBelow(store, thing.id)].flatMap(({ id }) => store.projects.where("namespace", id));
}

/** Issues of a milestone in a project, or in all projects of a group, that the caller sees. */
export function milestoneIssues(context: Context, place: Place, milestone: Milestone): Reply {
  const { store, user } = context;
  const sight = sightOf(store, user);
  const seen = new Map(projectsOf(context, place).map((project) => [project.id, sight(project)]));
  const found = store
    .of(issueTable)
    .where("milestone", milestone.id)
    .filter((issue) => {
      const see = seen.get(issue.project_id);
      return see !== undefined && seesIssue(see, user, issue);
    });
  return page(found, context, (issue) => presentIssue(context, issue));
}

/** Merge requests of a milestone, as `milestoneIssues`. */
export function milestoneMergeRequests(context: Context, place: Place, milestone: Milestone): Reply {
  const { store, user } = context;
  const sight = sightOf(store, user);
  const found = projectsOf(context, place)
    .filter((project) => sight(project).mergeRequests)
    .flatMap(({ id }) => store.of(mergeRequestTable).where("project", id))
    .filter(({ milestone_id }) => milestone_id === milestone.id);
  return page(found, context, (one) => presentMergeRequest(context, one));
}
