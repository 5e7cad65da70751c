/**
 * The way of a request through the emulator, in this order:
 *
 * 1. `core/origins.ts` refuses requests that foreign pages make a browser send.
 * 2. `core/auth.ts` finds the caller.
 * 3. `core/body.ts`, `core/brackets.ts`, `core/coerce.ts` and `core/validate.ts` read and check the parameters, by the API description (`core/operations.ts`); `core/shape.ts` takes the names of the dialect.
 * 4. The handler of the resource answers; lists go through `page` (`core/context.ts`).
 * 5. `core/shape.ts` gives the reply the names of the dialect and the extent of the release.
 * 6. `core/replies.ts` adds the ETag of a read.
 *
 * `core/faults.ts` is around all of it.
 * @module
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Hono } from "hono";
import { noteActivity } from "./core/activity.js";
import { ANONYMOUS, authenticate, authorize } from "./core/auth.js";
import { type Body, type UploadedFile, readBody } from "./core/body.js";
import { parseBrackets } from "./core/brackets.js";
import { coerce } from "./core/coerce.js";
import type { Handler, PlatformState } from "./core/context.js";
import { addCors } from "./core/cors.js";
import { type UnknownParameter, unknownParts } from "./core/facts/door.js";
import { withoutUnknown } from "./core/facts/shown.js";
import { type Instance, exists } from "./core/instance.js";
import { type Stats, addMoments } from "./core/moments.js";
import type { Operation } from "./core/operations.js";
import { type IsOwnName, refuseForeignPages } from "./core/origins.js";
import { Parameters } from "./core/parameters.js";
import { patternOf } from "./core/path-pattern.js";
import type { Json } from "./core/records.js";
import { remembered } from "./core/remembered.js";
import { HttpError, type Reply, asOAuthError, badParameters, noRoute, revalidated, toResponse } from "./core/replies.js";
import type { Schema } from "./core/schema.js";
import { shapeInput, shapeOutput, wireName } from "./core/shape.js";
import { type Doorkeepers, type Incoming, addressOf, admit } from "./core/throttles.js";
import { isServedToAll } from "./core/uploads.js";
import { validate } from "./core/validate.js";
import { addGraphQL } from "./graphql/route.js";
import { recordChanges } from "./resources/audit-events/records.js";
import { followChanges } from "./resources/events/follow.js";

/** What the application is made of. */
export interface ApplicationParts extends Doorkeepers {
  readonly world: PlatformState;
  readonly operations: readonly Operation[];
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Refuses an operation that the release has and the emulator does not serve; undefined for any other. */
  readonly unserved?: ((method: string, path: string) => HttpError | undefined) | undefined;
  readonly stats: Stats;
  readonly isOwnName: IsOwnName;
  /** True if other machines may reach it. */
  readonly isExposed?: () => boolean;
  /** Milliseconds that each API reply is held back. */
  readonly latency: number;
  /** Is told of each part of a request that facts of the release do not know. */
  readonly onUnknown?: ((unknown: UnknownParameter) => void) | undefined;
}

/**
 * Builds the HTTP application: every operation of the API description on its route, uploaded files, and the emulator's own statistics. A slash at the
 * end of a path says nothing, nor does one after another. Every reply has an `X-Request-Id`, the one of the request where it has one.
 */
export function buildApplication(parts: ApplicationParts): Hono {
  // The path is matched as it was sent, so that %2F stays inside its segment.
  const getPath = (request: Request): string => plain(/^[a-z]+:\/\/[^/]*([^?#]*)/i.exec(request.url)?.[1] ?? "/");
  const application = new Hono({ getPath });
  application.use("*", async (c, next) => {
    await next();
    c.res.headers.set("X-Request-Id", requestId(c.req.header("x-request-id")));
  });
  refuseForeignPages(application, parts.operations, parts.isOwnName);
  addEmulatorRoutes(application, parts);
  addGraphQL(application, parts);
  addCors(application, parts.operations, parts.world.instance.dialect);
  const routes = parts.operations.flatMap((operation) => operation.paths.map((path) => ({ operation, path })));
  routes.sort((a, b) => (sortKey(a.path) < sortKey(b.path) ? -1 : 1));
  for (const { operation, path } of routes) {
    application.on(operation.method, path.replaceAll(/\{(\w+)\}/g, ":$1").replace(/\*(\w+)$/, ":$1{.+}"), (c) =>
      answer(parts, { operation, path, request: c.req.raw, address: addressOf(c.env), places: c.req.param() }),
    );
  }
  const patterns = routes.map(({ operation, path }) => ({ operation, path, pattern: patternOf(path) }));
  application.notFound((c) => {
    const { instance } = parts.world;
    const unserved = parts.unserved?.(c.req.method, c.req.path);
    if (unserved !== undefined) return toResponse(unserved);
    const there = patterns.filter(({ operation, pattern }) => pattern.test(c.req.path) && exists(instance, operation));
    const methods = there.map(({ operation }) => operation.method);
    return answerOther(parts, c.req.method, there[0]?.path, methods);
  });
  application.onError((error) => toResponse(failure(error)));
  return application;
}

const plain = (path: string): string => withoutEnd(path.replaceAll(/\/{2,}/g, "/"));

const withoutEnd = (path: string): string => (path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path);

/** Literal segments come before places, so that /users/me is not taken for a user. */
const sortKey = (path: string): string => path.replaceAll(/\{\w+\}|\*\w+$/g, "~");

/** What the request calls itself, as far as a header may say it again; else a new name. */
function requestId(text = ""): string {
  return text.replaceAll(/[^\w@-]/g, "").slice(0, 255) || randomUUID();
}

/** Answers a method that a route does not have: OPTIONS with those that it has, every other with 405 and the same; 404 where there is no route. */
async function answerOther(
  parts: ApplicationParts,
  method: string,
  path: string | undefined,
  methods: readonly string[],
): Promise<Response> {
  parts.stats.count(`${method} ${path ?? "(unknown)"}`);
  if (parts.latency > 0) await wait(parts.latency);
  if (path === undefined) return toResponse(noRoute());
  const all = new Set(["OPTIONS", ...methods, ...(methods.includes("GET") ? ["HEAD"] : [])]);
  const headers = { Allow: [...all].toSorted().join(", ") };
  return toResponse(method === "OPTIONS" ? { status: 204, headers } : new HttpError(405, { error: "405 Not Allowed" }, headers));
}

function addEmulatorRoutes(application: Hono, { world, stats, adminToken, isExposed = () => false }: ApplicationParts): void {
  addMoments(application, { store: world.store, adminToken, isExposed });
  application.get("/-/emulator/stats", (c) => c.json(stats.report()));
  application.post("/-/emulator/stats/reset", (c) => {
    stats.reset();
    return c.json(stats.report());
  });
  if (world.instance.dialect === "vendor") {
    application.get("/-/health", (c) => c.text("GitLab OK"));
    application.get("/-/readiness", (c) => c.json({ status: "ok", master_check: [{ status: "ok" }] }));
    application.get("/-/liveness", (c) => c.json({ status: "ok" }));
  }
  application.get("/uploads/-/system/*", (c) => {
    const upload = world.store.uploads.first("path", c.req.path);
    if (upload === undefined) return c.json({ error: "404 Not Found" }, 404);
    if (!isServedToAll(world, upload.path)) return c.redirect(`${world.instance.url}/users/sign_in`, 302);
    return c.body(Buffer.from(upload.content, "base64"), 200, {
      "Content-Type": upload.type,
      "X-Content-Type-Options": "nosniff",
    });
  });
}

/** A request with what its route says of it. */
interface Call extends Incoming {
  readonly operation: Operation;
  /** Of the route. */
  readonly path: string;
  /** What stands at the places of the path. */
  readonly places: Readonly<Record<string, string>>;
}

async function answer(parts: ApplicationParts, call: Call): Promise<Response> {
  const { operation, path } = call;
  parts.stats.count(`${operation.method} ${path}`);
  const admission = admit(parts, parts.world.store, operation, path, call);
  if (parts.latency > 0) await wait(parts.latency);
  if (admission === undefined) return respond(parts, call);
  const { isAdmitted, body, headers } = admission;
  const response = isAdmitted
    ? await respond(parts, call)
    : new Response(body.text, { status: 429, headers: { "Content-Type": body.type } });
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

async function respond(parts: ApplicationParts, call: Call): Promise<Response> {
  const { operation, request } = call;
  try {
    const { instance, store } = parts.world;
    if (!exists(instance, operation)) throw noRoute();
    const reply = await handle(parts, call);
    await store.durable();
    const schema = operation.output.get(reply.status);
    const isJson = reply.body !== undefined && !(reply.body instanceof Uint8Array);
    const shaped =
      schema !== undefined && isJson ? { ...reply, body: shapedBody(operation, schema, reply.body, instance) } : reply;
    return await revalidated(request, toResponse(shaped));
  } catch (error) {
    return toResponse(failure(error instanceof HttpError && operation.protocol === "oauth" ? asOAuthError(error) : error));
  }
}

const shapedOnce = new WeakMap<Instance, WeakMap<Operation, WeakMap<object, Json>>>();

/** A body as the instance shows it; one that is frozen stays as it is, so it is shaped once. */
function shapedBody(operation: Operation, schema: Schema, body: Json, instance: Instance): Json {
  const shape = (): Json => withoutUnknown(operation.knowledge, shapeOutput(schema, body, instance));
  if (typeof body !== "object" || body === null || !Object.isFrozen(body)) return shape();
  const ofInstance = remembered(shapedOnce, instance, () => new WeakMap<Operation, WeakMap<object, Json>>());
  return remembered(
    remembered(ofInstance, operation, () => new WeakMap<object, Json>()),
    body,
    shape,
  );
}

async function handle(parts: ApplicationParts, { operation, path, request, places }: Call): Promise<Reply> {
  const { world, handlers, adminToken } = parts;
  const url = new URL(request.url);
  const isApi = operation.protocol === "api";
  const caller = isApi ? authenticate(world.store, operation, request.headers, url.searchParams, adminToken) : ANONYMOUS;
  const { values, files: sentFiles } =
    request.method === "GET" || request.method === "HEAD" ? NO_BODY : await readBody(request, operation.takesBytes);
  const given = { ...parseBrackets(url.searchParams), ...values };
  if (isApi)
    tellUnknown(parts, operation, path, { ...given, ...Object.fromEntries([...sentFiles.keys()].map((name) => [name, ""])) });
  const identity = isApi ? authorize(world.store, operation, caller, sudoOf(request.headers, given)) : caller;
  const sent = shapeInput(operation.input, { ...given, ...places }, world.instance);
  const typed = withDefaults(operation, coerceAll(operation, sent));
  const wire = (name: string): string => wireName(name, operation.input.properties?.[name] ?? {}, world.instance);
  const files = filesFor(operation, sentFiles, wire);
  const limits = isApi ? validate(operation, typed, new Set(files.keys()), wire) : {};
  const handler = handlers.get(operation.id);
  if (handler === undefined) throw new Error(`${operation.id} has no handler`);
  const facts = { method: request.method, path: withoutEnd(url.pathname), query: url.searchParams, headers: request.headers };
  const params = new Parameters(typed);
  const { knowledge } = operation;
  const context = { params, wire, files, request: facts, limits, adminToken, knowledge, ...world, ...identity };
  return world.store.transaction(() => {
    noteActivity(world, identity.user);
    const reply = handler(context);
    followChanges(world, identity.user);
    recordChanges(world, identity.user);
    return reply;
  });
}

function tellUnknown(
  { world, onUnknown }: ApplicationParts,
  operation: Operation,
  path: string,
  sent: Readonly<Record<string, Json>>,
): void {
  if (onUnknown === undefined || world.facts === undefined) return;
  unknownParts(world.facts, world.instance, operation, path.replace("/api/v4", ""), sent).forEach(onUnknown);
}

/** The user to act as, by header or by parameter. */
function sudoOf(headers: Headers, given: Readonly<Record<string, Json>>): string | undefined {
  const name = headers.get("sudo") ?? (Object.hasOwn(given, "sudo") ? given["sudo"] : undefined);
  return typeof name === "string" || typeof name === "number" ? String(name) : undefined;
}

const NO_BODY = { values: {}, files: new Map<string, never>() };

/** The files of parameters that take one. A file in the place of another value is refused, as a text in the place of a file is; names that nobody knows are passed over. */
function filesFor(operation: Operation, sent: Body["files"], wire: (name: string) => string): Body["files"] {
  const files = new Map<string, UploadedFile>();
  for (const [name, schema] of Object.entries(operation.input.properties ?? {})) {
    const file = sent.get(wire(name));
    if (file === undefined) continue;
    if (schema.format !== "binary") throw badParameters(`${wire(name)} is invalid`);
    files.set(name, file);
  }
  return files;
}

function coerceAll(operation: Operation, values: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const schema = operation.input.properties?.[name] ?? {};
      // A file that is not sent as a file can only be left blank.
      if (schema.format === "binary" && value !== "" && value !== null) throw badParameters(`${name} is invalid`);
      return [name, coerce(schema, value)];
    }),
  );
}

/** Query parameters get their defaults here; those of a body are the handler's, since an update must not apply them. */
function withDefaults(operation: Operation, values: Record<string, Json>): Record<string, Json> {
  for (const name of operation.queryNames) {
    const preset = operation.input.properties?.[name]?.default;
    if (preset !== undefined && (values[name] ?? null) === null) values[name] = preset;
  }
  return values;
}

function failure(error: unknown): Reply {
  if (error instanceof HttpError) return error;
  process.emitWarning(`The emulator failed: ${error instanceof Error ? error.stack : String(error)}`);
  return { status: 500, body: { message: "500 Internal Server Error" } };
}
