import type { PlatformState } from "../../context.js";
import { HttpError } from "../../errors.js";
import { commitWith } from "../../git/history.js";
import type { Project, User } from "../../records.js";
import type { Pipeline } from "../../records/delivery.js";
import { mergeRequestTable } from "../../records/work-items.js";
import type { MergeRequest } from "../../records/work-items.js";
import { branchNamed } from "../../repository.js";
import { featureLevel } from "../../sections/projects/attributes.js";
import { configPath, textAt } from "../pipelines/content.js";
import { startPipeline } from "../pipelines/start.js";

/** Starts the pipeline of a branch that was pushed to, and those of the open merge requests that come from it. */
export function pipelinesOfPush(world: PlatformState, project: Project, branch: string, user: User): void {
  const { store } = world;
  const head = branchNamed(store, project.id, branch);
  if (head === undefined || !isConfigured(world, project, head.sha)) return;
  quietly(() => startPipeline(world, { project, ref: branch, user, source: "push" }));
  const open = store
    .of(mergeRequestTable)
    .where("source", project.id)
    .filter((one) => one.state === "opened" && one.source_branch === branch);
  for (const one of open) pipelinesOfMergeRequest(world, one, user);
}

/** Starts the pipeline of a merge request where jobs are for merge requests. */
export function pipelinesOfMergeRequest(world: PlatformState, mergeRequest: MergeRequest, user: User): void {
  const { source_project_id, sha } = mergeRequest;
  const project = world.store.projects.get(source_project_id);
  if (project === undefined || !isConfigured(world, project, sha)) return;
  quietly(() => startForMergeRequest(world, project, mergeRequest, user));
}

/** Starts the pipeline of a merge request, which has a ref of its own. Throws 400 in the words of real servers where nothing would run. */
export function startForMergeRequest(
  world: PlatformState,
  project: Project,
  { id, iid, source_branch, sha }: MergeRequest,
  user: User,
): Pipeline {
  const shownAs = `refs/merge-requests/${iid}/head`;
  const started = startPipeline(world, { project, ref: source_branch, user, source: "merge_request_event", sha, shownAs });
  world.store.of(mergeRequestTable).update(id, { head_pipeline_id: started.id });
  return started;
}

/** A commit that says so has no pipeline, and neither has a project without any. */
function isConfigured({ store }: PlatformState, project: Project, sha: string): boolean {
  const message = commitWith(store, project.id, sha)?.message ?? "";
  if (featureLevel(project, "builds_access_level") === "disabled" || /\[(skip ci|ci skip)\]/i.test(message)) return false;
  return textAt(store, project.id, sha, configPath(project.attributes)) !== undefined;
}

/** Nothing is told to who pushes where the configuration is broken or has no job for it. */
function quietly(start: () => Pipeline): void {
  try {
    start();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
  }
}
