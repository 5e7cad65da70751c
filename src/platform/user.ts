import type { Redactor } from "../core/redact.js";
import type { Environment } from "./server.js";

/** The user on whose behalf requests are sent, and to whom stored logins belong: nothing is taken from the process behind the caller's back. */
export interface User {
  readonly env: Environment;
  readonly redactor: Redactor;
  /** Keeps the process from ending in the middle of work. */
  readonly hold?: (<T>(work: Promise<T>) => Promise<T>) | undefined;
  /** Told what was mended, for people. */
  readonly onNotice?: ((text: string) => void) | undefined;
}
