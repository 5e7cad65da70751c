import type { PlatformState, SeedPart } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { type Seeded, TEXT, seedList, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_TIME, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { pipelineOf } from "../pipelines/lookup.js";
import {
  DEPLOYMENT_STATES,
  deployedMergeRequestTable,
  deploymentTable,
  environmentTable,
  jobTable,
} from "../pipelines/records.js";
import type { Deployment, Job } from "../pipelines/records.js";
import { ENVIRONMENT_TIERS } from "../protected-environments/records.js";
import { seedCommit } from "../repository/seed.js";
import { mergeRequestTable } from "../work-items/records.js";
import { pendingApprovals, requirementOf } from "./approvals.js";
import { covers, environmentNamed, laterOf, linkMergeRequests, nextIid, tierOf } from "./records.js";

/** Environments of a seed; others are made by the deployments that name them. */
export const environmentSeed = seedPart(
  "environments",
  "Environments that projects deploy to.",
  seedObject(["project", "name"], {
    project: TEXT,
    name: TEXT,
    tier: { type: "string", enum: ENVIRONMENT_TIERS },
    external_url: TEXT,
  }),
  (world, { project, name, tier = tierOf(name), external_url = null }) => {
    world.store.of(environmentTable).insert({ project_id: seedProject(world, project).id, name, tier, external_url });
  },
);

const APPROVAL = seedObject(["user", "status"], {
  user: TEXT,
  status: { type: "string", enum: ["approved", "rejected"] },
  comment: TEXT,
  at: SEED_TIME,
});

const DEPLOYMENT = {
  type: "object",
  required: ["project", "environment"],
  anyOf: [{ required: ["job"] }, { required: ["ref", "user", "at"] }],
  additionalProperties: false,
  properties: {
    project: TEXT,
    environment: TEXT,
    job: TEXT,
    ref: TEXT,
    tag: { type: "boolean" },
    /** A branch, a tag, a hash, or the first line of a commit's message. */
    commit: TEXT,
    status: { type: "string", enum: DEPLOYMENT_STATES },
    user: TEXT,
    at: SEED_TIME,
    approvals: seedList(APPROVAL),
    /** Numbers of merge requests that it brought. */
    merge_requests: seedList({ type: "integer" }),
  },
} as const;

type SeedDeployment = Seeded<typeof DEPLOYMENT>;

/** Deployments of a seed, older ones first. With `job` it is what the first job of that name made that has no deployment yet; else what a request made. */
export const deploymentSeed: SeedPart = {
  key: "deployments",
  about: "Deployments, oldest first; those that a job made name it.",
  entry: DEPLOYMENT,
  load: (world, entries) => {
    const seen: Seen = { current: new Map(), jobs: new Map() };
    for (const entry of entries) addDeployment(world, entry as SeedDeployment, seen);
  },
};

/** What the deployments so far leave behind, so that each of thousands need not look at all before it. */
interface Seen {
  /** The deployment that each environment has, by the environment's id. */
  readonly current: Map<number, Deployment>;
  /** Jobs without a deployment, oldest first, by their name and project. */
  readonly jobs: Map<string, Job[]>;
}

function addDeployment(world: PlatformState, seed: SeedDeployment, seen: Seen): void {
  const { store } = world;
  const project = seedProject(world, seed.project);
  const deployment = store.of(deploymentTable).insert(rowOf(world, seed, project, seen));
  const before = seen.current.get(deployment.environment_id);
  const finished = approved(world, project, deployment, seed.approvals ?? []);
  for (const iid of seed.merge_requests ?? []) {
    const mergeRequest = store.of(mergeRequestTable).first("iid", `${project.id}:${iid}`);
    if (mergeRequest === undefined) throw new Error(`the seed names a merge request that ${seed.project} does not have: ${iid}`);
    store.of(deployedMergeRequestTable).insert({ deployment_id: deployment.id, merge_request_id: mergeRequest.id });
  }
  if (finished.status !== "success") return;
  linkMergeRequests(store, finished, before);
  seen.current.set(finished.environment_id, laterOf(before, finished));
}

function rowOf(world: PlatformState, seed: SeedDeployment, project: Project, seen: Seen): Omit<Deployment, "id"> {
  const { store } = world;
  const job = seed.job === undefined ? undefined : jobNamed(world, project, seed.job, seen);
  const pipeline = job && pipelineOf(world, job);
  const created_at = seed.at === undefined ? (job?.created_at ?? new Date().toISOString()) : seedTime(seed.at);
  const finished_at = job === undefined ? created_at : job.finished_at;
  const outcome = job === undefined ? "success" : DEPLOYMENT_STATES.find((state) => state === job.status);
  const status = seed.status ?? outcome ?? "created";
  return {
    iid: nextIid(store, project.id),
    project_id: project.id,
    environment_id: environmentNamed(store, project.id, seed.environment).id,
    ref: seed.ref ?? pipeline?.ref ?? "",
    tag: seed.tag ?? pipeline?.tag ?? false,
    sha: pipeline?.sha ?? seedCommit(world, seed.project, seed.commit ?? seed.ref ?? ""),
    status,
    user_id: seed.user === undefined ? (job?.user_id ?? project.creator_id) : seedUser(world, seed.user).id,
    job_id: job?.id ?? null,
    approvals: [],
    created_at,
    updated_at: finished_at ?? job?.started_at ?? created_at,
    finished_at: ["success", "failed", "canceled"].includes(status) ? (finished_at ?? created_at) : null,
  };
}

/** Each approval counts for the first rule that means its user. A manual job's deployment is blocked while it waits for approvals. */
function approved(
  world: PlatformState,
  project: Project,
  deployment: Deployment,
  approvals: readonly Seeded<typeof APPROVAL>[],
): Deployment {
  const { store } = world;
  const requirement = requirementOf(world, deployment);
  const rows = approvals.map(({ user, status, comment, at }) => {
    const deployer = seedUser(world, user);
    const rule = requirement.rules.find((entry) => covers(store, entry, deployer, project));
    const created_at = at === undefined ? deployment.created_at : seedTime(at);
    return { user_id: deployer.id, status, comment: comment ?? null, rule_id: rule?.id ?? null, created_at };
  });
  const updated = store.of(deploymentTable).update(deployment.id, { approvals: rows });
  const job = deployment.job_id === null ? undefined : store.of(jobTable).get(deployment.job_id);
  const blocked = { ...updated, status: "blocked" } as const;
  const isBlocked = job?.status === "manual" && pendingApprovals(requirement, blocked) > 0;
  return isBlocked ? store.of(deploymentTable).update(deployment.id, { status: "blocked" }) : updated;
}

/** The first job of a name that could deploy and has no deployment yet. Throws when there is none. */
function jobNamed({ store }: PlatformState, project: Project, name: string, { jobs }: Seen): Job {
  const key = `${project.id}:${name}`;
  const waiting =
    jobs.get(key) ??
    store
      .of(jobTable)
      .where("project", project.id)
      .filter((job) => job.name === name && job.status !== "skipped");
  jobs.set(key, waiting);
  const free = waiting.shift();
  if (free === undefined) throw new Error(`the seed has no job ${name} without a deployment in ${project.path_with_namespace}`);
  return free;
}
