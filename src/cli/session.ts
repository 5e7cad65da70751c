import { credentialVariables } from "../core/environment.js";
import { createRedactor, type Redactor } from "../core/redact.js";
import { exit, type ExitCode } from "./exit.js";
import { Interrupt } from "./interrupt.js";
import { createOutput, type Output } from "./output.js";

/** What every command works with. */
export interface Session {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  readonly output: Output;
  readonly interrupt: Interrupt;
  /** Set by the command that ran. */
  exitCode: ExitCode;
}

/** The session of this process. */
export function openSession(): Session {
  const redactor = createRedactor();
  for (const name of credentialVariables) redactor.add(process.env[name] ?? "");
  return {
    cwd: process.cwd(),
    env: process.env,
    redactor,
    output: createOutput({ stdout: process.stdout, stderr: process.stderr }, process.env, redactor),
    interrupt: new Interrupt(),
    exitCode: exit.ok,
  };
}
