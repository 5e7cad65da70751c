/** What a job has that has not run yet. */
export const FRESH = {
  started_at: null,
  finished_at: null,
  queued_duration: null,
  failure_reason: null,
  coverage: null,
  runner: null,
  artifacts: [],
  artifacts_expire_at: null,
  trace: null,
  erased_at: null,
} as const;
