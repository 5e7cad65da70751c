import type { RegisteredRunner, Runner } from "../../records/delivery.js";

/** What a job shows of a runner: everything but its token. */
export function shownRunner(runner: RegisteredRunner): Runner {
  const { token: _, ...shown } = runner;
  return shown;
}
