import { setTimeout as wait } from "node:timers/promises";
import { Hono } from "hono";
import { ANONYMOUS, authenticate, authorize } from "./auth.js";
import { readBody } from "./body.js";
import { parseBrackets } from "./brackets.js";
import { coerce } from "./coerce.js";
import { addCors } from "./cors.js";
import { HttpError, badParameters, noRoute } from "./errors.js";
import { exists } from "./instance.js";
import type { Json } from "./json.js";
import { asOAuthError } from "./oauth-errors.js";
import type { Operation } from "./operations.js";
import { Parameters } from "./parameters.js";
import { toResponse } from "./replies.js";
import type { Reply } from "./replies.js";
import type { Handler, PlatformState } from "./section.js";
import { shapeInput, shapeOutput, wireName } from "./shape.js";
import type { Stats } from "./stats.js";
import { validate } from "./validate.js";

/** What the application is made of. */
export interface ApplicationParts {
  readonly world: PlatformState;
  readonly operations: readonly Operation[];
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly stats: Stats;
  readonly adminToken: string;
  /** Milliseconds that each API reply is held back. */
  readonly latency: number;
}

/** Builds the HTTP application: every operation of the API description on its route, uploaded files, and the emulator's own statistics. */
export function buildApplication(parts: ApplicationParts): Hono {
  // The path is matched as it was sent, so that %2F stays inside its segment.
  const application = new Hono({ getPath: (request) => /^[a-z]+:\/\/[^/]*([^?#]*)/i.exec(request.url)?.[1] ?? "/" });
  addEmulatorRoutes(application, parts);
  addCors(application, parts.operations, parts.world.instance.dialect);
  const routes = parts.operations.flatMap((operation) => operation.paths.map((path) => ({ operation, path })));
  for (const { operation, path } of routes.sort((a, b) => (sortKey(a.path) < sortKey(b.path) ? -1 : 1))) {
    application.on(operation.method, path.replaceAll(/\{(\w+)\}/g, ":$1"), (c) =>
      answer(parts, operation, path, c.req.raw, c.req.param()),
    );
  }
  const knownPaths = new Set(routes.map(({ path }) => path));
  for (const path of knownPaths) {
    application.all(path.replaceAll(/\{(\w+)\}/g, ":$1"), (c) =>
      refuse(parts, c.req.method, path, new HttpError(405, { error: "405 Not Allowed" })),
    );
  }
  application.notFound((c) => refuse(parts, c.req.method, "(unknown)", noRoute()));
  application.onError((error) => toResponse(failure(error)));
  return application;
}

/** Literal segments come before places, so that /users/me is not taken for a user. */
const sortKey = (path: string): string => path.replaceAll(/\{\w+\}/g, "~");

function addEmulatorRoutes(application: Hono, { world, stats }: ApplicationParts): void {
  application.get("/-/emulator/stats", (c) => c.json(stats.report()));
  application.post("/-/emulator/stats/reset", (c) => {
    stats.reset();
    return c.json(stats.report());
  });
  application.get("/uploads/-/system/*", (c) => {
    const upload = world.store.uploads.first("path", c.req.path);
    if (upload === undefined) return c.json({ error: "404 Not Found" }, 404);
    return c.body(Buffer.from(upload.content, "base64"), 200, {
      "Content-Type": upload.type,
      "X-Content-Type-Options": "nosniff",
    });
  });
}

async function refuse(parts: ApplicationParts, method: string, path: string, error: HttpError): Promise<Response> {
  parts.stats.count(`${method} ${path}`);
  if (parts.latency > 0) await wait(parts.latency);
  return toResponse(error);
}

async function answer(
  parts: ApplicationParts,
  operation: Operation,
  path: string,
  request: Request,
  places: Readonly<Record<string, string>>,
): Promise<Response> {
  parts.stats.count(`${operation.method} ${path}`);
  if (parts.latency > 0) await wait(parts.latency);
  try {
    const { instance, store } = parts.world;
    if (!exists(instance, operation)) throw noRoute();
    const reply = await handle(parts, operation, request, places);
    await store.durable();
    const schema = operation.output.get(reply.status);
    const isJson = reply.body !== undefined && !(reply.body instanceof Uint8Array);
    return toResponse(schema !== undefined && isJson ? { ...reply, body: shapeOutput(schema, reply.body, instance) } : reply);
  } catch (error) {
    return toResponse(failure(error instanceof HttpError && operation.protocol === "oauth" ? asOAuthError(error) : error));
  }
}

async function handle(
  parts: ApplicationParts,
  operation: Operation,
  request: Request,
  places: Readonly<Record<string, string>>,
): Promise<Reply> {
  const { world, handlers, adminToken } = parts;
  const url = new URL(request.url);
  const isApi = operation.protocol === "api";
  const caller = isApi ? authenticate(world.store, operation, request.headers, url.searchParams, adminToken) : ANONYMOUS;
  const { values, files } = request.method === "GET" || request.method === "HEAD" ? NO_BODY : await readBody(request);
  const given = { ...parseBrackets(url.searchParams), ...values };
  const identity = isApi ? authorize(world.store, operation, caller, sudoOf(request.headers, given)) : caller;
  const sent = shapeInput(operation.input, { ...given, ...places }, world.instance);
  const typed = withDefaults(operation, coerceAll(operation, sent));
  const wire = (name: string): string => wireName(name, operation.input.properties?.[name] ?? {}, world.instance);
  const limits = isApi ? validate(operation, typed, new Set(files.keys()), wire) : {};
  const handler = handlers.get(operation.id);
  if (handler === undefined) throw new Error(`${operation.id} has no handler`);
  const facts = { method: request.method, path: url.pathname, query: url.searchParams, headers: request.headers };
  const params = new Parameters(typed);
  const context = { ...world, ...identity, params, wire, files, request: facts, limits, adminToken };
  return world.store.transaction(() => handler(context));
}

/** The user to act as, by header or by parameter. */
function sudoOf(headers: Headers, given: Readonly<Record<string, Json>>): string | undefined {
  const name = headers.get("sudo") ?? (Object.hasOwn(given, "sudo") ? given["sudo"] : undefined);
  return typeof name === "string" || typeof name === "number" ? String(name) : undefined;
}

const NO_BODY = { values: {}, files: new Map<string, never>() };

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
