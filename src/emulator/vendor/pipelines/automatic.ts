import { HttpError } from "../../errors.js";
import type { Project, User } from "../../records.js";
import { pipelineTable } from "../../records/delivery.js";
import type { Pipeline } from "../../records/delivery.js";
import { mergeRequestTable } from "../../records/work-items.js";
import type { MergeRequest } from "../../records/work-items.js";
import { resolveRef } from "../../repository.js";
import type { PlatformState } from "../../section.js";
import { configPath, textAt } from "./content.js";
import { startPipeline } from "./start.js";

/** What a push starts: the branch's pipeline, and those of the open merge requests from it. Nothing where the commit has no configuration, or says `[skip ci]`. */
export function pipelinesOfPush(world: PlatformState, project: Project, user: User, branch: string, sha: string): void {
  if (!isWanted(world, project, sha)) return;
  quietly(() => startPipeline(world, { project, ref: branch, user, source: "push" }));
  for (const one of world.store.of(mergeRequestTable).where("source", project.id))
    if (one.state === "opened" && one.source_branch === branch) pipelineOfMergeRequest(world, one, user);
}

/** What a new merge request starts; undefined where none of its jobs is for merge requests. */
export function pipelineOfMergeRequest(world: PlatformState, mergeRequest: MergeRequest, user: User): Pipeline | undefined {
  const project = world.store.projects.get(mergeRequest.source_project_id);
  if (project === undefined || !isWanted(world, project, mergeRequest.sha)) return undefined;
  return quietly(() => startForMergeRequest(world, project, mergeRequest, user));
}

/** Starts the pipeline of a merge request, which has a ref of its own. Throws 400 in the words of real servers where nothing would run. */
export function startForMergeRequest(
  world: PlatformState,
  project: Project,
  { id, iid, source_branch, sha }: MergeRequest,
  user: User,
): Pipeline {
  const started = startPipeline(world, { project, ref: source_branch, user, source: "merge_request_event", sha });
  world.store.of(mergeRequestTable).update(id, { head_pipeline_id: started.id });
  return world.store.of(pipelineTable).update(started.id, { ref: `refs/merge-requests/${iid}/head` });
}

function isWanted({ store, instance }: PlatformState, project: Project, sha: string): boolean {
  if (instance.dialect === "neutral" || project.attributes["builds_access_level"] === "disabled") return false;
  const message = resolveRef(store, project.id, sha)?.message ?? "";
  return (
    !/\[(?:skip ci|ci skip)\]/i.test(message) && textAt(store, project.id, sha, configPath(project.attributes)) !== undefined
  );
}

/** Who pushes does not hear of a pipeline that cannot be. */
function quietly(start: () => Pipeline): Pipeline | undefined {
  try {
    return start();
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}
