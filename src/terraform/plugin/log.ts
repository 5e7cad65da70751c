import { format } from "node:util";
import type { Scrubber } from "../../core/redact.js";

/** How much a line of the log matters. */
export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/** Writes a line of the log, secrets taken out. Fields are shown beside the message. */
export type Log = (level: LogLevel, message: string, fields?: { readonly [name: string]: string | number | boolean }) => void;

/** A log on standard error in hclog's JSON, which Terraform reads and filters by level (TF_LOG). Its time stamps have six decimals, because with others Terraform takes the line for plain text. */
export function createLog(redactor: Scrubber): Log {
  // Nobody reads any more where Terraform was killed: that is no reason to fail.
  process.stderr.on("error", () => undefined);
  return (level, message, fields = {}) => {
    const line = { ...fields, "@level": level, "@message": message, "@module": "trueup", "@timestamp": timestamp() };
    process.stderr.write(`${redactor.scrub(JSON.stringify(line))}\n`);
  };
}

/** Leaves standard output to the handshake: whatever else is printed, by whom it may be, goes to the log or to standard error. */
export function keepOutputClean(log: Log): void {
  const printed =
    (level: LogLevel) =>
    (...values: readonly unknown[]): void =>
      log(level, format(...values));
  Object.assign(console, {
    debug: printed("debug"),
    log: printed("info"),
    info: printed("info"),
    warn: printed("warn"),
    error: printed("error"),
  });
  process.stdout.write = process.stderr.write.bind(process.stderr);
}

/** Says in one line why the process ends, without the lines of source that Node would print, and ends it. */
export function endOnCrash(log: Log): void {
  const crash = (error: unknown): void => {
    const [name, reason] = error instanceof Error ? [error.name, error.message] : ["Error", String(error)];
    const stack = error instanceof Error ? (error.stack ?? "") : "";
    log("error", `the provider crashed: ${name}: ${reason}`, { stack });
    process.exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}

function timestamp(): string {
  return new Date().toISOString().replace("Z", "000Z");
}
