import type { Redactor } from "../core/redact.js";
import type { Environment } from "./server.js";

/** What is known of a server beside its address. */
export interface KnownServer {
  /** The variable that holds the token for it. */
  readonly tokenVariable?: string | undefined;
  /** Certificates (PEM) of the authorities that sign for it, in place of those that this computer trusts. */
  readonly ca?: string | undefined;
}

/** Tells what is known of the server with this base address. Throws TrueupError where what is known of it cannot be read. */
export type FindKnownServer = (url: string) => KnownServer | undefined;

/** The user on whose behalf requests are sent, and to whom stored logins belong: nothing is taken from the process behind the caller's back. */
export interface User {
  readonly env: Environment;
  readonly redactor: Redactor;
  /** Keeps the process from ending in the middle of work. */
  readonly hold?: (<T>(work: Promise<T>) => Promise<T>) | undefined;
  readonly knownServer?: FindKnownServer | undefined;
  /** Told what was mended, for people. */
  readonly onNotice?: ((text: string) => void) | undefined;
}
