/**
 * Single resources, as Terraform needs them:
 *
 * - `read.ts`: reads one
 * - `write.ts`: makes a `Desired` of one and carries out its plan, as for files; refuses if the live resource is not as the caller believes
 * - `preview.ts`: the plan of one beside the other changes of a run; changes nothing
 * @module
 */

import type { Address } from "../../core/address.js";
import type { Api, Capabilities, Query } from "../../core/api.js";
import { type Diagnostic, TrueupError } from "../../core/errors.js";
import type { Json } from "../../core/json.js";
import { fieldsOf, kindAt } from "../../core/kind.js";
import { kindsOn } from "../../core/kinds-on.js";
import { usualSettle } from "../../engine/apply/index.js";
import { type LiveInstance, Memory } from "../../engine/live/index.js";
import { type ResolveSecret, textOf } from "../../engine/plan/index.js";
import { lackingAttribute, lackingKind } from "../../engine/snapshot/index.js";
import { directory } from "../../kinds/directory.js";
import { type Connection, createApi, createReadApi, walk } from "../../platform/index.js";
import { kinds } from "../kinds.js";
import { describeInstance } from "../server/instance.js";
import { openLink } from "../server/link.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";
import { findThing } from "./find.js";
import { type Preview, Previews } from "./preview.js";
import { ResourceReads } from "./read.js";
import {
  type AppliedResource,
  type DesiredResource,
  type LiveResource,
  type ResourceReadOptions,
  secretsOf,
} from "./resource.js";
import { ResourceWrites } from "./write.js";

/** Things one at a time, on one server, by the same engine that applies files. Safe to call in parallel. */
export interface Resources {
  readonly url: string;
  capabilities(): Promise<Capabilities>;
  /** Reads one thing, where bulk reading is on from lists that are kept until the first write. Undefined if it is not there, or only until its scheduled deletion. */
  read(parts: Address, more?: ResourceReadOptions): Promise<LiveResource | undefined>;
  /**
   * The thing that a text names in an import: its address, the same without the kind, or numbers (`project:acme/web`, `acme/web`, `42`, `acme/web:Security`,
   * `42:17`, `42:production`); of singletons the name of the kind. Throws TrueupError `import.unknown`.
   */
  find(kind: string, text: string): Promise<Address>;
  /** The path that what a thing hangs on has now, where it was renamed and its old path still leads there; undefined where nothing was renamed. */
  movedPath(parts: Address): Promise<string | undefined>;
  /** What the server cannot do (tier, release, role) or the kind's own checks refuse, without reading the thing. */
  refusals(resource: DesiredResource, isNew: boolean): Promise<readonly Diagnostic[]>;
  /**
   * What the plan of it says, with all that files would be told: names that are not there, what the server drops, what cannot be compared. `others` are to be made or
   * moved as well, and are what it lies in or names. What is read for it is read once until something is written.
   */
  preview(resource: DesiredResource, others: readonly DesiredResource[]): Promise<Preview>;
  /**
   * Makes it true. With `create`, a thing that is there already is refused (`resource.exists`), but not what is always there or there without anybody's doing;
   * without it, one that is not there (`resource.gone`). Throws TrueupError, `Refused` among them.
   */
  apply(resource: DesiredResource, create: boolean): Promise<AppliedResource>;
  /**
   * Deletes it; nothing to do where it is gone, or is scheduled for deletion. What cannot be deleted stays, with a remark. With `id`, another thing that
   * has taken its path is left alone (`resource.other`).
   */
  remove(parts: Address, id?: string): Promise<readonly Diagnostic[]>;
  /** The same of what another thing is to take the place of. Throws `delete.delayed` where it stays until a scheduled deletion, which is taken back then. */
  replace(parts: Address, id?: string): Promise<readonly Diagnostic[]>;
  /** Does work that writes to the same server by another way: nothing that is read before it ends is remembered. */
  whileWriting<T>(work: () => Promise<T>): Promise<T>;
  /** GET of any endpoint, all pages of a list. */
  get(path: string, query: Query): Promise<Json>;
  /** Lets what is in flight end and starts nothing more. */
  stop(): void;
  close(): Promise<void>;
}

/** Opens the way to the server that is chosen; sends nothing yet. The caller closes it. */
export async function openResources(
  server: ServerOptions & { readonly bulk?: boolean },
  context: RunContext,
): Promise<Resources> {
  const connection = await openLink({}, server, context);
  const stopping = new AbortController();
  const signal = context.signal ? AbortSignal.any([context.signal, stopping.signal]) : stopping.signal;
  const api: Api = createApi(connection);
  const memory = new Memory<Capabilities>();
  const { url } = connection;
  const capabilities = async () =>
    memory.get(url, async () => (await describeInstance(api, { url, server, needsTier: true })).capabilities);
  const instance = async () => {
    const known = await capabilities();
    return { read: api, kinds: kindsOn(kinds, known), directory, capabilities: known };
  };
  const reading = new ResourceReads(instance, server.bulk ?? true);
  const writing = new ResourceWrites(instance, reading, {
    context,
    signal,
    concurrency: () => connection.throttle.concurrency,
    settle: server.settle ?? usualSettle,
  });
  const previews = new Previews(instance, context.redactor);
  const reach = new Reach(url, signal);
  const started = async <T>(work: () => Promise<T>): Promise<T> => reach.through(work);
  const written = async <T>(work: () => Promise<T>): Promise<T> => {
    previews.forget();
    return reach.through(work);
  };
  return {
    url,
    capabilities: async () => started(capabilities),
    read: async (parts, more = {}) => started(async () => reading.read(parts, more)),
    find: async (kind, text) =>
      started(async () => findThing(async (parts, more) => reading.read(parts, more), kinds, kind, text)),
    movedPath: async (parts) => started(async () => reading.movedPath(parts)),
    refusals: async (resource, isNew) =>
      started(async () => serverDiagnostics(await instance(), resource, isNew, secretsOf(resource, context.redactor))),
    preview: async (resource, others) => started(async () => previews.of(resource, others)),
    apply: async (resource, create) => written(async () => writing.apply(resource, create)),
    remove: async (parts, id) => written(async () => writing.remove(parts, id)),
    replace: async (parts, id) => written(async () => writing.replace(parts, id)),
    whileWriting: async (work) => written(async () => reading.whileWriting(work)),
    get: async (path, query) => started(async () => getAll(connection, path, query)),
    stop: () => stopping.abort(),
    close: async () => connection.close(),
  };
}

/** No list with more items is read. */
const most = 50_000;

/** GET of any endpoint below `/api/v4`: what it answers, of a list all pages, unless the query asks for one. Throws ApiError, and TrueupError `api.too_many`. */
async function getAll(connection: Connection, path: string, query: Query): Promise<Json> {
  const reply = await createReadApi(connection).get(path, query);
  if (!Array.isArray(reply.body)) return reply.body ?? null;
  const { "x-next-page": next = "", link = "" } = reply.headers;
  if (query["page"] !== undefined || (next === "" && !link.includes('rel="next"'))) return reply.body;
  const items: Json[] = [];
  for await (const item of walk(connection, path, query)) {
    items.push(item);
    if (items.length <= most) continue;
    throw new TrueupError({
      code: "api.too_many",
      message: `the list has more than ${most} items`,
      where: `GET ${path.split("?")[0] ?? ""}`,
      hint: "Ask for a part of it by parameters of the query.",
    });
  }
  return items;
}

/** Failures that are none of one request: all others would end in the same, after as many tries. */
const ofTheServer: ReadonlySet<string> = new Set(["api.unreachable", "api.unauthorized"]);
/** Failures that may be those of one request, unless nothing but them comes. */
const ofARequest: ReadonlySet<string> = new Set(["api.no_reply", "api.reply_lost"]);
const mostInARow = 3;

/** The way to a server. Once it is found closed, nobody tries it again. */
class Reach {
  private closed: TrueupError | undefined;
  private inARow = 0;

  constructor(
    private readonly url: string,
    /** Once aborted, nothing more starts. */
    private readonly signal: AbortSignal,
  ) {}

  /** Does work on the server. Throws what it throws; `interrupted`; and `server.lost` at once, where work before it found that nothing gets through. */
  async through<T>(work: () => Promise<T>): Promise<T> {
    if (this.signal.aborted) throw new TrueupError({ code: "interrupted", message: "interrupted before it was begun" });
    if (this.closed) throw this.closed;
    try {
      const done = await work();
      this.inARow = 0;
      return done;
    } catch (error) {
      if (error instanceof TrueupError) this.count(error);
      throw error;
    }
  }

  private count(error: TrueupError): void {
    this.inARow = ofARequest.has(error.code) ? this.inARow + 1 : 0;
    if (!ofTheServer.has(error.code) && this.inARow !== mostInARow) return;
    this.closed ??= new TrueupError({
      code: "server.lost",
      message: `${this.url} was not tried again: ${error.message} (${error.code})`,
      hint: "See the first error, and run it again once that is mended.",
    });
  }
}

/** What the server cannot do (tier, release, role) of a desired resource, and what the kind's own checks refuse. Reads nothing. */
function serverDiagnostics(
  instance: LiveInstance,
  resource: DesiredResource,
  isNew: boolean,
  resolve: ResolveSecret,
): Diagnostic[] {
  const { key, spec } = resource;
  const kind = kindAt(instance.kinds, resource);
  const fields = fieldsOf(kind, { key });
  const given = Object.keys(spec).filter((name) => spec[name] !== undefined);
  const diagnostics = [
    ...(kind.check?.(spec, undefined, kind.parent) ?? []),
    ...(isNew ? (kind.guard?.({ action: "create", spec, text: (name) => textOf(spec[name], resolve) }) ?? []) : []),
  ];
  const missing = isNew ? Object.keys(fields).filter((name) => fields[name]?.required && !given.includes(name)) : [];
  return [
    ...lackingKind(instance, key === undefined ? {} : { key }, kind),
    ...given.flatMap((attribute) =>
      lackingAttribute(instance.capabilities, attribute, fields[attribute]).map((lack) => ({ ...lack, attribute })),
    ),
    ...diagnostics.map(({ attribute = "", message, allowed, rule }) => ({
      rule,
      message: allowed === undefined ? message : `${message}; allowed: ${allowed}`,
      ...(attribute === "" ? {} : { attribute }),
    })),
    ...missing.map((attribute) => ({ rule: "create.required", message: `${attribute} is needed to create it`, attribute })),
  ];
}
