import type { PlatformState, SeedPart } from "../../core/context.js";
import { commitTable } from "../../core/git/records.js";
import { addBranch, addCommit, addTag, branchNamed, hasBranch, resolveRef } from "../../core/repository.js";
import { SEED_TIME, seedProject, seedTime, seedUser } from "../../core/seed.js";

const text = { type: "string" } as const;

export const commitSeed: SeedPart = {
  key: "commits",
  about:
    "Commits, in their order; a branch that is not there yet begins at `from`, else at the default branch. `changes` gives paths their content, null deletes.",
  entry: {
    type: "object",
    required: ["project", "branch", "message", "author"],
    additionalProperties: false,
    properties: {
      project: text,
      branch: text,
      from: text,
      merges: text,
      message: text,
      author: text,
      at: SEED_TIME,
      changes: { type: "object", additionalProperties: { type: ["string", "null"] } },
    },
  },
  load: (world, entries) => {
    for (const entry of entries) addSeedCommit(world, entry as SeedCommit);
  },
};

export const tagSeed: SeedPart = {
  key: "tags",
  about: "Tags, at the default branch unless `ref` says otherwise.",
  entry: {
    type: "object",
    required: ["project", "name"],
    additionalProperties: false,
    properties: { project: text, name: text, ref: text, message: text },
  },
  load: (world, entries) => {
    for (const entry of entries) addSeedTag(world, entry as SeedTag);
  },
};

function addSeedCommit(world: PlatformState, seed: SeedCommit): void {
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
}

function addSeedTag(world: PlatformState, seed: SeedTag): void {
  const project = seedProject(world, seed.project);
  const ref = seed.ref ?? project.attributes["default_branch"];
  const sha = seedSha(world, seed.project, typeof ref === "string" ? ref : "");
  const creator = world.store.users.get(project.creator_id) ?? { name: "Unknown", email: "unknown@example.com" };
  const annotation = seed.message === undefined ? null : { message: seed.message, tagger: creator, at: project.created_at };
  addTag(world.store, project.id, seed.name, sha, annotation);
}

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

/** A commit of a seed; its branch begins with it when it is not there. */
type SeedCommit = {
  project: string;
  branch: string;
  /** Where a new branch begins; the default branch when left out. */
  from?: string;
  /** Branch, tag or hash that it merges. */
  merges?: string;
  message: string;
  author: string;
  at?: string;
  changes?: Readonly<Record<string, string | null>>;
};

/** A tag of a seed, on the head of the default branch when `ref` is left out. */
type SeedTag = { project: string; name: string; ref?: string; message?: string };
