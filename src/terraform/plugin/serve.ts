/**
 * The provider's process, from start to end:
 *
 * - `certificate.ts`: the certificate of one run
 * - `server.ts`: gRPC; `service.ts` has the types of its messages
 * @module
 */

import { mkdtempSync, rmSync, writeSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import { reasonOf } from "../../core/errors.js";
import type { Scrubber } from "../../core/redact.js";
import { createCertificate } from "./certificate.js";
import { startServer } from "./server.js";
import type { ProviderService } from "./service.js";

/** What is served, and to whom it belongs. */
interface Serving {
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
  const { clientCertificate } = handshake;
  const encryption = clientCertificate === undefined ? undefined : { certificate: createCertificate(), clientCertificate };
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
    writeSync(1, handshakeLine(place.path, encryption?.certificate.der));
    endWithParent(parent);
  }
  await Promise.all([loaded(), removeLeftovers(environment)]);
}

/** What Terraform shows of an error that no function of the provider turned into a diagnostic. */
function tellFailure(redactor: Scrubber, log: Log, method: string, error: unknown): string {
  const message = reasonOf(error);
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

/** How much a line of the log matters. */
type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/** Writes a line of the log, secrets taken out. Fields are shown beside the message. */
export type Log = (level: LogLevel, message: string, fields?: { readonly [name: string]: string | number | boolean }) => void;

/** A log on standard error in hclog's JSON, which Terraform reads and filters by level (TF_LOG). Its time stamps have six decimals, because with others Terraform takes the line for plain text. */
function createLog(redactor: Scrubber): Log {
  // Nobody reads any more where Terraform was killed: that is no reason to fail.
  process.stderr.on("error", () => undefined);
  return (level, message, fields = {}) => {
    const timestamp = new Date().toISOString().replace("Z", "000Z");
    const line = { ...fields, "@level": level, "@message": message, "@module": "trueup", "@timestamp": timestamp };
    process.stderr.write(`${redactor.scrub(JSON.stringify(line))}\n`);
  };
}

/** Leaves standard output to the handshake: whatever else is printed, by whom it may be, goes to the log or to standard error. */
function keepOutputClean(log: Log): void {
  const levels = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error" } as const;
  for (const [name, level] of Object.entries(levels))
    Object.assign(console, { [name]: (...values: readonly unknown[]): void => log(level, format(...values)) });
  process.stdout.write = process.stderr.write.bind(process.stderr);
}

/** Says in one line why the process ends, without the lines of source that Node would print, and ends it. */
function endOnCrash(log: Log): void {
  const crash = (error: unknown): void => {
    const [name, reason] = error instanceof Error ? [error.name, error.message] : ["Error", String(error)];
    const stack = error instanceof Error ? (error.stack ?? "") : "";
    log("error", `the provider crashed: ${name}: ${reason}`, { stack });
    process.exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}

const cookie = ["TF_PLUGIN_MAGIC_COOKIE", "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"] as const;
/** The version of the plugin protocol that is spoken here, the only one. */
const protocolVersion = 6;

/**
 * The certificate of the one client that is let in, undefined where Terraform is told to go without TLS; a sentence where it was not Terraform that started this, or one that speaks no protocol that is known here.
 */
function readHandshake(environment: NodeJS.ProcessEnv): { readonly clientCertificate: string | undefined } | string {
  const [name, value] = cookie;
  if (environment[name] !== value) {
    return "This is a provider of Terraform, which Terraform starts by itself. `trueup terraform install` puts it where Terraform finds it; `--debug` starts it by hand, for TF_REATTACH_PROVIDERS.";
  }
  const offered = (environment["PLUGIN_PROTOCOL_VERSIONS"] ?? "").split(",");
  if (!offered.includes(String(protocolVersion))) {
    return `This Terraform speaks version ${offered.join(", ") || "?"} of the plugin protocol, and this provider version ${protocolVersion}. Use Terraform 1.11 or later.`;
  }
  return { clientCertificate: environment["PLUGIN_CLIENT_CERT"] || undefined };
}

/** The line that tells Terraform where to call. The certificate goes in base64 without the padding, which Terraform does not take. */
function handshakeLine(socket: string, certificate: Buffer | undefined): string {
  const encoded = certificate?.toString("base64").replace(/=+$/, "") ?? "";
  return `1|${protocolVersion}|unix|${socket}|grpc|${encoded}\n`;
}

/** The line for the environment of a Terraform that is to use a provider which runs already. */
export function reattachLine(source: string, socket: string): string {
  const reattach = {
    [source]: {
      Protocol: "grpc",
      ProtocolVersion: protocolVersion,
      Pid: process.pid,
      // Else Terraform ends the provider with its first command.
      Test: true,
      Addr: { Network: "unix", String: socket },
    },
  };
  return `TF_REATTACH_PROVIDERS='${JSON.stringify(reattach).replaceAll("'", String.raw`'\''`)}'\n`;
}

const prefix = "trueup-provider-";
// What fits in the address of a Unix socket, everywhere: 104 bytes on macOS, 108 on Linux, with a zero at the end.
const longestPath = 103;
const day = 24 * 3_600_000;

/** Makes a place for a socket that only this user enters, and says how to take it away: in the directory that Terraform names, else in the one for temporary files, else (where their names are too long for a socket) in /tmp. */
export function createSocketPlace(environment: NodeJS.ProcessEnv): { readonly path: string; remove(): void } {
  const directory = mkdtempSync(join(socketDirectory(environment), prefix));
  return { path: join(directory, "s"), remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** Where sockets are made: the first choice whose paths are short enough, and do not break the line of the handshake. */
function socketDirectory(environment: NodeJS.ProcessEnv): string {
  const choices = [environment["PLUGIN_UNIX_SOCKET_DIR"] ?? "", tmpdir()].filter((choice) => choice !== "");
  const fits = (choice: string): boolean => Buffer.byteLength(join(choice, `${prefix}XXXXXX`, "s")) <= longestPath;
  return choices.find((choice) => fits(choice) && !/[|\n]/.test(choice)) ?? "/tmp";
}

/**
 * Takes away what providers left behind that were killed: directories of this program and this user, older than a day, on whose socket nobody listens. What cannot be looked at or removed is left.
 */
async function removeLeftovers(environment: NodeJS.ProcessEnv): Promise<void> {
  const parent = socketDirectory(environment);
  const names = await readdir(parent).catch(() => []);
  const mine = names.filter((name) => name.startsWith(prefix)).map((name) => join(parent, name));
  await Promise.all(mine.map((directory) => removeIfLeft(directory).catch(() => undefined)));
}

async function removeIfLeft(directory: string): Promise<void> {
  const stats = await lstat(directory);
  const isOld = Date.now() - stats.mtimeMs > day;
  if (!stats.isDirectory() || stats.uid !== userInfo().uid || !isOld || (await isAlive(join(directory, "s")))) return;
  await rm(directory, { recursive: true, force: true });
}

/** True if somebody listens on the socket. */
function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(path);
    const settle = (alive: boolean) => (): void => {
      connection.destroy();
      resolve(alive);
    };
    connection.once("connect", settle(true));
    connection.once("error", settle(false));
  });
}
