import type { PlatformState } from "../../context.js";
import { treeOf } from "../../git/commit-trees.js";
import { commitWith } from "../../git/history.js";
import { entryAt } from "../../git/trees.js";
import type { Project } from "../../records.js";
import { branchTable } from "../../records/repository.js";
import { branchNamed, moveBranch } from "../../repository.js";
import { branchMoved } from "../../sections/merge-requests/branch-moves.js";
import { protectLater } from "../../sections/projects/repository.js";
import { defaultBranch } from "./access.js";
import { askMirrors } from "./mirror-records.js";

/**
 * Moves a branch to a commit, or makes it there, with what follows from a push: merge requests learn of it, the project was active; the first branch of
 * a repository becomes its default branch, which is protected a moment later; mirrors follow.
 */
export function pushBranch(world: PlatformState, project: Project, name: string, sha: string): void {
  const { store } = world;
  if (branchNamed(store, project.id, name) === undefined) store.of(branchTable).insert({ project_id: project.id, name, sha });
  else moveBranch(store, project.id, name, sha);
  const row = store.projects.get(project.id) ?? project;
  const isFirst = defaultBranch(row) === undefined;
  const head = commitWith(store, project.id, sha);
  const ofDefault =
    head === undefined || (!isFirst && defaultBranch(row) !== name)
      ? {}
      : { default_branch: name, readme: entryAt(store, treeOf(store, head), "README.md") !== undefined };
  const attributes = { ...row.attributes, ...ofDefault };
  store.projects.update(project.id, { attributes, last_activity_at: new Date().toISOString() });
  if (isFirst) protectLater(world, project.id);
  branchMoved(world, project.id, name, sha);
  askMirrors(world, project.id);
}
