import type { FileDiagnostic } from "../core/errors.js";
import type { Plan, Result } from "../core/plan.js";

/** What made a plan: reports are titled by it. */
export type PlanTitle = "plan" | "drift" | "apply";

/** A plan as a report tells it. */
export interface TitledPlan {
  readonly title: PlanTitle;
  readonly plan: Plan;
  /** What no file declares is drift, too (`--undeclared`). */
  readonly isUndeclaredDrift?: boolean;
}

/** What apply did; no result where the plan was refused. */
export interface AppliedPlan {
  readonly plan: Plan;
  readonly result?: Result | undefined;
}

/** What validate found in which files. */
export interface CheckedFiles {
  readonly diagnostics: readonly FileDiagnostic[];
  /** The files that were read, as the user would name them. */
  readonly files: readonly string[];
  /** The texts of files, for code frames. */
  readonly frames: ReadonlyMap<string, string>;
  readonly things: number;
  /** Where a file stands in its repository: the path from the top, with slashes. */
  readonly placeOf: (file: string) => string;
}
