import type { FileDiagnostic } from "../core/errors.js";
import type { FindKnownServer } from "../platform/index.js";
import type { ChosenInstance } from "../program/project/choose-instance.js";
import type { Project } from "../program/project/project.js";
import type { RunContext } from "../trueup.js";

/** The project file of a run. */
export interface OpenedProject {
  readonly place: NonNullable<RunContext["projectPlace"]>;
  /** What is wrong with it, for `validate`; every other command has ended where there are errors. */
  readonly diagnostics: readonly FileDiagnostic[];
  readonly texts: ReadonlyMap<string, string>;
  /** Undefined where it cannot be understood. */
  readonly content: Project | undefined;
  readonly chosen: ChosenInstance | undefined;
  readonly knownServer: FindKnownServer;
}
