import { credentialVariables } from "../core/environment.js";
import type { FileDiagnostic } from "../core/errors.js";
import { createRedactor, type Redactor } from "../core/redact.js";
import type { FindKnownServer } from "../platform/index.js";
import type { ChosenInstance } from "../program/project/choose-instance.js";
import type { Project } from "../program/project/project.js";
import type { Progress, ProgressOptions } from "../report/progress.js";
import type { RequestPlace, RunContext } from "../trueup.js";
import type { RevisionOfRun } from "./at-revision.js";
import { exit, type ExitCode } from "./exit.js";
import { Interrupt } from "./interrupt.js";
import { createOutput, type Output, type Stream } from "./output.js";

/** What every command works with. */
export interface Session {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The variable that the token in TRUEUP_TOKEN comes from, where a job has another one for it. */
  readonly tokenName?: string;
  readonly redactor: Redactor;
  readonly output: Output;
  readonly interrupt: Interrupt;
  /** The instant that it is. No option and no variable says another one: with such, freezes and what has ended would hold nobody. */
  readonly now: () => Date;
  /** How much is shown of each request: 1 for its line (`-v`), 2 for its headers too (`-vv`). */
  requestDetail: number;
  /** What the project file says, where there is one and the command reads it. */
  opened?: OpenedProject;
  /** The files of a revision, where the command looks at those. They are gone after the run. */
  revision?: RevisionOfRun;
  /** Where these are those of a request: what they are held against. */
  request?: RequestPlace;
  /** Set by the command that ran. */
  exitCode: ExitCode;
}

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

/** What a session has of its process. */
interface ProcessParts {
  readonly cwd: () => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

/** A line of progress on standard error. */
export async function progressOf({ output }: Session, options: Omit<ProgressOptions, "tty">): Promise<Progress> {
  const { progress } = await import("../report/index.js");
  return progress({ write: (text) => output.note(text), columns: output.width }, { tty: output.terminal, ...options });
}

/** The session of this process and its clock, or of what stands for these. */
export function openSession(
  parts: ProcessParts = process,
  interrupt = new Interrupt(),
  now: Session["now"] = () => new Date(),
): Session {
  const { env, stdout, stderr } = parts;
  const redactor = createRedactor();
  for (const name of credentialVariables) redactor.add(env[name] ?? "");
  return {
    cwd: parts.cwd(),
    env,
    redactor,
    output: createOutput({ stdout, stderr }, env, redactor),
    interrupt,
    now,
    requestDetail: 0,
    exitCode: exit.ok,
  };
}
