/**
 * The provider's process, from start to end:
 *
 * - `handshake.ts`: whether Terraform started it, and with which protocol
 * - `certificate.ts`: the certificate of one run
 * - `socket.ts`: the socket, and those that killed processes left
 * - `server.ts`: gRPC; `messages.ts` and `service.ts` are its messages and their types
 * - `log.ts`: all output goes through the redactor to standard error, because standard output belongs to the handshake
 * @module
 */

import { writeSync } from "node:fs";
import type { Scrubber } from "../../core/redact.js";
import { createCertificate } from "./certificate.js";
import { handshakeLine, readHandshake, reattachLine } from "./handshake.js";
import { createLog, endOnCrash, keepOutputClean, type Log } from "./log.js";
import { startServer, type Encryption } from "./server.js";
import type { ProviderService } from "./service.js";
import { createSocketPlace, removeLeftovers } from "./socket.js";

/** What is served, and to whom it belongs. */
export interface Serving {
  /** The source address with its host, for example `registry.terraform.io/trueup/trueup`. */
  readonly source: string;
  /** Knows every secret; whatever leaves the process by another way than an answer goes through it. */
  readonly redactor: Scrubber;
  /** Begins to load once Terraform knows where to call, so that neither waits for the other. */
  readonly load: (log: Log) => Promise<ProviderService>;
  readonly arguments: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Serves a provider to the Terraform that started this process, until it says so or is gone; with `--debug` to any number of them, until Ctrl-C. Does not return before the provider can be called.
 */
export async function serveProvider(serving: Serving): Promise<void> {
  const { env: environment, redactor } = serving;
  const parent = process.ppid;
  const debug = serving.arguments.includes("--debug");
  const handshake = debug ? { clientCertificate: undefined } : readHandshake(environment);
  if (typeof handshake === "string") {
    process.stderr.write(`${handshake}\n`);
    process.exit(1);
  }
  const log = createLog(redactor);
  endOnCrash(log);
  keepOutputClean(log);
  const encryption = encryptionFor(handshake.clientCertificate);
  const place = createSocketPlace(environment);
  process.on("exit", () => place.remove());
  let service: Promise<ProviderService> | undefined;
  const loaded = (): Promise<ProviderService> => (service ??= serving.load(log));
  await startServer({
    socket: place.path,
    encryption,
    service: loaded,
    onFailure: (method, error) => tellFailure(redactor, log, method, error),
    onShutdown: () => process.exit(0),
  });
  // Before anybody knows that it is there: who does may end it at once.
  obeySignals(debug);
  if (debug) {
    process.stderr.write("The provider runs until Ctrl-C. For Terraform to use it, set in its environment:\n");
    writeSync(1, reattachLine(serving.source, place.path));
  } else {
    writeSync(1, handshakeLine(place.path, encryption?.own.der));
    endWithParent(parent);
  }
  await Promise.all([loaded(), removeLeftovers(environment)]);
}

function encryptionFor(clientCertificate: string | undefined): Encryption | undefined {
  return clientCertificate === undefined ? undefined : { own: createCertificate(), clientCertificate };
}

/** What Terraform shows of an error that no function of the provider turned into a diagnostic. */
function tellFailure(redactor: Scrubber, log: Log, method: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  log("error", `${method} failed: ${message}`, { stack: error instanceof Error ? (error.stack ?? "") : "" });
  return redactor.scrub(message);
}

/** Terraform that was killed tells nobody: its children then belong to another process. */
function endWithParent(parent: number): void {
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0);
  }, 1000).unref();
}

/** Ctrl-C goes to Terraform and its providers alike. Terraform then asks them to stop, and keeps what they still answer: one that ended by itself would take what it just made out of the state. */
function obeySignals(debug: boolean): void {
  const end = (): void => process.exit(0);
  process.on("SIGINT", debug ? end : () => undefined);
  process.on("SIGTERM", end);
  process.on("SIGHUP", end);
}
