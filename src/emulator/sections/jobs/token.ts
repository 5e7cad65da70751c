import type { Context } from "../../context.js";
import { notFound, unauthorized } from "../../errors.js";
import { jobTable } from "../../records/delivery.js";
import type { Job } from "../../records/delivery.js";
import type { Store } from "../../store.js";

/** Gives a running job its token, which acts for the user who started the job. */
export function giveJobToken(store: Store, job: Job, value: string): void {
  if (job.user_id === null) return;
  const token = { value, kind: "job", scopes: [], expires_at: null, revoked: false, job_id: job.id } as const;
  store.tokens.insert({ user_id: job.user_id, ...token });
}

/** Takes the token of a job away: it is usable from inside the running job only (document 1, Credentials). */
export function revokeJobToken(store: Store, job: Job): void {
  const tokens = job.user_id === null ? [] : store.tokens.where("user", job.user_id);
  for (const token of tokens) if (token.kind === "job" && token.job_id === job.id) store.tokens.delete(token.id);
}

/** The job whose token the caller came with. Throws 404 for any other credential, as real servers do, and 401 when the job does not run. */
export function ownJob({ store, token }: Context): Job {
  if (token?.kind !== "job") throw notFound("Job");
  const job = store.of(jobTable).get(token.job_id ?? 0);
  if (job?.status !== "running") throw unauthorized();
  return job;
}
