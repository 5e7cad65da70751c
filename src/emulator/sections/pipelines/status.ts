import type { Job, JobState } from "../../records/delivery.js";

/** What counts of a job: a failure that is allowed counts as success, a manual job that nobody must start does not count. */
type Weight = JobState | "ignored";

/** What counts of a job, or of what stands beside jobs. */
type Standing = Pick<Job, "status" | "allow_failure">;

const ENDED: ReadonlySet<JobState> = new Set(["success", "failed", "canceled", "skipped"]);

/** True for a status in which nothing happens any more. */
export function hasEnded(status: JobState): boolean {
  return ENDED.has(status);
}

/** The status that jobs give together, as real servers work it out for a pipeline; undefined without jobs. */
export function statusOf(jobs: readonly Standing[]): JobState | undefined {
  if (jobs.length === 0) return undefined;
  const weights = new Set(jobs.map(weigh));
  const only = (...allowed: Weight[]): boolean => [...weights].every((weight) => allowed.includes(weight));
  const any = (...some: Weight[]): boolean => some.some((weight) => weights.has(weight));
  if (only("skipped", "ignored")) return "skipped";
  if (only("success", "skipped", "ignored")) return "success";
  if (only("created", "ignored")) return "created";
  if (only("canceled", "success", "skipped", "ignored")) return "canceled";
  if (only("pending", "created", "skipped", "ignored")) return "pending";
  if (any("running", "pending")) return "running";
  if (any("waiting_for_resource")) return "waiting_for_resource";
  if (any("manual")) return "manual";
  return any("created") ? "running" : "failed";
}

/** How the jobs of earlier stages leave a later one: it may begin, must wait, or will not run. */
export function verdictOf(earlier: readonly Job[]): "go" | "wait" | "skip" {
  const weights = earlier.map(weigh);
  if (weights.some((weight) => weight === "failed" || weight === "canceled")) return "skip";
  return weights.every((weight) => weight === "success" || weight === "skipped" || weight === "ignored") ? "go" : "wait";
}

function weigh({ status, allow_failure }: Standing): Weight {
  if (!allow_failure) return status;
  if (status === "manual") return "ignored";
  return status === "failed" || status === "canceled" ? "success" : status;
}
