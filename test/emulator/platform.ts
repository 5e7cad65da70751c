import { appendFileSync } from "node:fs";
import { expect, onTestFinished } from "vitest";
import { buildApplication } from "../../src/emulator/application.js";
import type { Handler, PlatformState } from "../../src/emulator/core/context.js";
import { placeless } from "../../src/emulator/core/facts/served.js";
import { Stats } from "../../src/emulator/core/moments.js";
import { readOperations } from "../../src/emulator/core/operations.js";
import { ownNames } from "../../src/emulator/core/origins.js";
import type { Json } from "../../src/emulator/core/records.js";
import type { Resource } from "../../src/emulator/core/resource.js";
import { plant } from "../../src/emulator/core/seed.js";
import { Store } from "../../src/emulator/core/store.js";
import { replaced } from "../../src/emulator/declared.js";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/index.js";
import { Worker } from "../../src/emulator/worker.js";
import { type Dialect, operationOf, problemsOf } from "../conformance/description.js";
import { documented } from "../harness/emulator.js";

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

export interface Platform extends Pick<Emulator, "fetch" | "work"> {
  /** Where it listens, for what is about connections. */
  readonly url: string;
  readonly token: string;
  /** Calls /api/v4, without a connection unless the platform has faults; a plain object is sent as JSON, everything else as fetch sends it. `token: ""` calls without one. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly token?: string;
  readonly json?: unknown;
  readonly body?: string | FormData | URLSearchParams | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

/** Starts an emulator that ends with the test; its background work waits for `work()`. With facts of the test's own the API description says nothing of what replies show. */
export async function startPlatform(options: EmulatorOptions = {}): Promise<Platform> {
  const emulator = await startEmulator({ exemptToken: true, workerDelay: "stepped", ...documented, ...options });
  const dialect = options.facts === undefined ? (options.dialect ?? "neutral") : undefined;
  return watch(options.faults === undefined ? emulator : { ...emulator, fetch: (request) => fetch(request) }, dialect);
}

/** What a test describes and serves itself: handlers by operationId. */
export interface Described extends Pick<Resource, "work"> {
  readonly handlers: Readonly<Record<string, Handler>>;
}

/** Has operations of the test's own, described by the test, on the emulator's core, which listens nowhere. */
export async function serveSection(
  paths: Record<string, Json>,
  section: Described,
  data?: string,
): Promise<Platform & { world: PlatformState }> {
  const store = Store.open(data);
  const instance = {
    tier: "premium",
    dialect: "vendor",
    version: "15.4.0",
    url: "http://127.0.0.1",
    workerDelay: 10,
    tokenLifetime: 60,
  } as const;
  const world = { store, instance };
  if (store.isEmpty) plant(world, {}, []);
  const token = "token-of-root";
  const operations = readOperations({ servers: [{ url: "/api/v4" }], paths });
  const parts = {
    world,
    operations,
    handlers: new Map(Object.entries(section.handlers)),
    stats: new Stats(),
    adminToken: token,
    isOwnName: ownNames("127.0.0.1", []),
    latency: 0,
  };
  const worker = new Worker(world, new Map(Object.entries(section.work ?? {})));
  worker.arm();
  const application = buildApplication(parts);
  const close = async (): Promise<void> => {
    worker.stop();
    await store.close();
  };
  const own = {
    url: instance.url,
    token,
    close,
    work: () => worker.work(),
    fetch: async (request: Request) => application.fetch(request),
  };
  return { ...watch(own), world };
}

/** With a dialect every successful reply is held against the API description. */
function watch(emulator: Omit<Emulator, "isExposed" | "state">, dialect?: Dialect): Platform {
  let ended: Promise<void> | undefined;
  const close = (): Promise<void> => (ended ??= emulator.close());
  onTestFinished(close);
  return {
    url: emulator.url,
    token: emulator.token,
    fetch: emulator.fetch,
    work: emulator.work,
    close,
    call: async (method, path, options) => {
      const answer = await call(emulator, method, path, options);
      if (dialect !== undefined) checkAgainstDescription(dialect, method, path, answer);
      return answer;
    },
  };
}

function checkAgainstDescription(dialect: Dialect, method: string, path: string, { status, body }: Answer): void {
  const operation = operationOf(method, path.startsWith("/") ? `/api/v4${path}` : path.slice(1));
  if (operation === undefined || status >= 300) return;
  // What real servers have instead comes from facts: the description says nothing of it.
  const name = placeless(`${method} ${operation.path.replace("/api/v4", "")}`);
  if (dialect === "vendor" && replaced.has(name)) return;
  const problems = problemsOf(operation, dialect, status, body);
  if (problems.length > 0) throw new Error(`the reply is not as schemas/openapi.json says:\n${problems.join("\n")}`);
}

/** For `npm run coverage`: notes which test asked for what, where TRUEUP_COVERAGE names a file. `path` as `call` takes it. */
export function recordCoverage(method: string, path: string, status: number): void {
  const file = process.env["TRUEUP_COVERAGE"];
  if (file === undefined) return;
  const { testPath, currentTestName } = expect.getState();
  appendFileSync(file, `${JSON.stringify({ testPath, currentTestName, method, path, status })}\n`);
}

async function call(
  { url, token, fetch: answer }: Pick<Emulator, "url" | "token" | "fetch">,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const credential = options.token ?? token;
  const headers: Record<string, string> = { host: new URL(url).host, ...options.headers };
  if (credential !== "") headers["PRIVATE-TOKEN"] = credential;
  if (options.json !== undefined) headers["Content-Type"] = "application/json";
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  const address = `${url}${path.startsWith("/") ? `/api/v4${path}` : path.slice(1)}`;
  const response = await answer(new Request(address, { method, headers, ...(body === undefined ? {} : { body }) }));
  recordCoverage(method, path, response.status);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}
