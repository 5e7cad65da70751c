import type { RegisteredRunner, Runner } from "../../records/delivery.js";

/** What a job shows of a runner: everything but its token and what it is registered for. */
export function shownRunner(runner: RegisteredRunner): Runner {
  const { token: _, registration: __, ...shown } = runner;
  return shown;
}
