import type { Change } from "./plan.js";

/** Whether a change is done, is not done, or whether that cannot be determined. */
export type JournalStanding = "done" | "left" | "unknown";

/** Where one change of a journal stands. */
export interface ChangeStanding extends Pick<Change, "address" | "parent" | "action"> {
  readonly standing: JournalStanding;
  /** Of what is not done: why, and how far it came. */
  readonly reason?: string;
}

/** The document `trueup.status/1`: what became of the changes of an apply. */
export interface JournalStatus {
  readonly format: "trueup.status/1";
  /** The file, as the user would type it. */
  readonly journal: string;
  /** The address of the server. */
  readonly url: string;
  /** The instant at which the apply began, UTC. */
  readonly begun: string;
  /** The user whose token it was. */
  readonly username: string;
  /** False for an apply that was killed, or still runs. */
  readonly ended: boolean;
  readonly digest: string;
  readonly changes: readonly ChangeStanding[];
}
