import type { PlatformState } from "../../core/context.js";
import { commitTable } from "../../core/git/records.js";
import { addBranch, addCommit, addTag, branchNamed, hasBranch, resolveRef } from "../../core/repository.js";
import { TEXT, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_TIME, seedProject, seedTime, seedUser } from "../../core/seed.js";

/** A commit of a seed; its branch begins with it when it is not there. */
const COMMIT = seedObject(["project", "branch", "message", "author"], {
  project: TEXT,
  branch: TEXT,
  /** Where a new branch begins; the default branch when left out. */
  from: TEXT,
  /** Branch, tag or hash that it merges. */
  merges: TEXT,
  message: TEXT,
  author: TEXT,
  at: SEED_TIME,
  changes: { type: "object", additionalProperties: { type: ["string", "null"] } },
});

/** A tag of a seed, on the head of the default branch when `ref` is left out. */
const TAG = seedObject(["project", "name"], { project: TEXT, name: TEXT, ref: TEXT, message: TEXT });

export const commitSeed = seedPart(
  "commits",
  "Commits, in their order; a branch that is not there yet begins at `from`, else at the default branch. `changes` gives paths their content, null deletes.",
  COMMIT,
  (world, seed) => {
    const project = seedProject(world, seed.project);
    if (seed.from !== undefined || !hasBranch(world.store, project.id, seed.branch))
      addBranch(world, project, seed.branch, seed.from === undefined ? undefined : seedSha(world, seed.project, seed.from));
    const head = branchNamed(world.store, project.id, seed.branch)?.sha;
    const merged = seed.merges === undefined ? undefined : seedSha(world, seed.project, seed.merges);
    addCommit(world, project.id, seed.branch, {
      message: seed.message,
      author: seedUser(world, seed.author),
      changes: seed.changes ?? {},
      at: seed.at === undefined ? undefined : seedTime(seed.at),
      ...(head === undefined || merged === undefined ? {} : { parent_ids: [head, merged] }),
    });
  },
);

export const tagSeed = seedPart("tags", "Tags, at the default branch unless `ref` says otherwise.", TAG, (world, seed) => {
  const project = seedProject(world, seed.project);
  const ref = seed.ref ?? project.attributes["default_branch"];
  const sha = seedSha(world, seed.project, typeof ref === "string" ? ref : "");
  const creator = world.store.users.get(project.creator_id) ?? { name: "Unknown", email: "unknown@example.com" };
  const annotation = seed.message === undefined ? null : { message: seed.message, tagger: creator, at: project.created_at };
  addTag(world.store, project.id, seed.name, sha, annotation);
});

/** Hash of the commit that a branch, tag or hash of a seed means. Throws when there is none. */
export function seedSha(world: PlatformState, project: string, ref: string): string {
  const commit = resolveRef(world.store, seedProject(world, project).id, ref);
  if (commit === undefined) throw new Error(`the seed names a commit that ${project} does not have: ${ref}`);
  return commit.sha;
}

/** Hash of the newest commit whose message begins with the line; else of what a branch, tag or hash means. Throws when there is neither. */
export function seedCommit(world: PlatformState, project: string, titleOrRef: string): string {
  const commits = world.store.of(commitTable).where("project", seedProject(world, project).id);
  const titled = commits.findLast((commit) => commit.message.split("\n")[0] === titleOrRef);
  return titled?.sha ?? seedSha(world, project, titleOrRef);
}
