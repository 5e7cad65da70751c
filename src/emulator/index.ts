import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { type ServerType, createAdaptorServer } from "@hono/node-server";
import { type ApplicationParts, buildApplication } from "./application.js";
import { type PlatformState, later } from "./core/context.js";
import type { UnknownParameter } from "./core/facts/door.js";
import { type ServedFacts, factsFor, factsOf } from "./core/facts/served.js";
import { type Fault, type Handle, withFaults } from "./core/faults.js";
import { cacheSettings } from "./core/instance-settings.js";
import type { Dialect, Instance, PlatformRelease, Tier } from "./core/instance.js";
import type { Operation } from "./core/journal.js";
import { Stats } from "./core/moments.js";
import { isLoopback, ownNames } from "./core/origins.js";
import { Outbox } from "./core/outbox.js";
import { type Entries, type Seed, entriesOf, plant } from "./core/seed.js";
import { Store } from "./core/store.js";
import { RateLimits, type RateLimitsName, Throttles } from "./core/throttles.js";
import { whatAnswers } from "./declared.js";
import { resources, seedParts } from "./resources.js";
import { SEND_WEBHOOK, type WebhookMessage, announceChanges } from "./resources/integrations/webhooks.js";
import { Worker } from "./worker.js";

export type { UnknownParameter } from "./core/facts/door.js";
export { parseFault } from "./core/faults.js";
export type { Fault } from "./core/faults.js";
export type { Dialect, Tier } from "./core/instance.js";
export { recordedIn } from "./core/journal.js";
export type { Seed } from "./core/seed.js";
export type { RateLimitsName } from "./core/throttles.js";

/** How to start an emulator; every option has a default. */
export interface EmulatorOptions {
  /** 0 (the default) takes a free one. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Names that requests may call it by, beside those of the loopback and of what it listens on; default none. */
  readonly allowedHosts?: readonly string[];
  /** Hosts that webhooks are sent to beside services of this machine, `*` for all; default none. Services of this machine are sent to only while other machines cannot reach the emulator. */
  readonly allowedOutbound?: readonly string[];
  /** Token of the administrator `root`; default a random one. It is never written to the data file. */
  readonly token?: string;
  /** Default ultimate. */
  readonly tier?: Tier;
  /** Default vendor, or that of an existing data file, which can have no other. */
  readonly dialect?: Dialect;
  /** Default that of an existing data file; else 19.0.0, or 15.4.0 in the neutral dialect. */
  readonly serverVersion?: string;
  /** Default `default`. An existing data file wins over it. */
  readonly seed?: Seed;
  /** What another emulator held: it goes on from there, and not from a seed. An existing data file wins over it. */
  readonly state?: State;
  /** File that keeps the state; without it the state is lost on close. */
  readonly data?: string;
  /** Milliseconds by which each API reply is late; default 0. */
  readonly latency?: number;
  /** Limits requests as the hosted service does, with its headers or with more of them; default no limits. */
  readonly limits?: RateLimitsName;
  /** Seconds that a minute of the limits takes; default 60. */
  readonly limitsWindow?: number;
  /** Limits that settings say do not hold for `token`, so that who sets them to anything can set them back; default false, as on servers. */
  readonly exemptToken?: boolean;
  /** Milliseconds that background work takes; default 30. `stepped`: none, but only `work()` does it. */
  readonly workerDelay?: number | "stepped";
  /** What goes wrong, and when; default nothing. */
  readonly faults?: readonly Fault[];
  /** Makes the rates of faults repeatable; default 1. */
  readonly faultSeed?: number;
  /** Seconds by which settings may take effect late, 60 on real servers; default 0. */
  readonly settingsCache?: number;
  /** Seconds that an OAuth access token is good for; default 7200. */
  readonly tokenLifetime?: number;
  /** What its release knows, as text in the form of `schemas/facts`; default the file there that counts for the release. In the vendor dialect only. */
  readonly facts?: string;
  /** Is told of each part of a request that facts of the release do not know, nested names included. In the vendor dialect only. */
  readonly onUnknown?: (unknown: UnknownParameter) => void;
}

/** All that an emulator holds at one moment; it says nothing of the options that it was started with. */
export type State = readonly Operation[];

export interface Emulator {
  /** Base address, without a trailing slash and without /api/v4. */
  readonly url: string;
  /** Token of the administrator. */
  readonly token: string;
  /** True if other machines may reach it. */
  readonly isExposed: boolean;
  /** Answers a request without a connection, for who runs in the same process: it comes from no address, and redirects are not followed. */
  fetch(request: Request): Promise<Response>;
  /**
   * Does the scheduled work that is due, in order of its due time, and says how many pieces that were. What this work schedules in turn waits for the
   * next call, so that each state on the way can be looked at.
   */
  work(): number;
  /** What it holds now. */
  state(): State;
  /** Finishes the requests in flight, writes the data file and stops. */
  close(): Promise<void>;
}

export const GRACE = 5_000;

/** Starts the platform over HTTP. Throws when the port is taken, the data file cannot be used, or the seed or the options are not valid. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = "127.0.0.1", token = `glpat-${randomBytes(15).toString("base64url")}` } = options;
  const store = Store.open(options.data, options);
  try {
    const instance = { ...instanceFor(store.release, options), url: "" };
    const exposure = { isExposed: true };
    const world: PlatformState = { store, instance, facts: factsOfRelease(instance, options.facts) };
    await fill(world, options);
    const handle = handlerOf(
      {
        world,
        ...whatAnswers(world),
        stats: new Stats(),
        adminToken: token,
        isOwnName: ownNames(host, options.allowedHosts ?? []),
        isExposed: () => exposure.isExposed,
        latency: options.latency ?? 0,
        onUnknown: options.onUnknown,
        rateLimits: options.limits === undefined ? undefined : new RateLimits(options.limits, options.limitsWindow),
        throttles: instance.dialect === "vendor" ? new Throttles(store) : undefined,
        exemptToken: options.exemptToken,
      },
      options,
    );
    const server = createAdaptorServer({ fetch: handle, overrideGlobalObjects: false });
    const address = await listen(server, options.port ?? 0, host);
    instance.url = `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
    const isExposed = !isLoopback(address.address);
    exposure.isExposed = isExposed;
    const outbox = new Outbox({ loopback: !isExposed, hosts: options.allowedOutbound ?? [] });
    const worker = startBackground(world, outbox, options.workerDelay === "stepped");
    const close = async (): Promise<void> => {
      worker.stop();
      await outbox.close();
      await stop(server);
      await store.close();
    };
    const fetch = async (request: Request): Promise<Response> => {
      if (!request.headers.has("host")) request.headers.set("host", new URL(request.url).host);
      return handle(request, {});
    };
    return { url: instance.url, token, isExposed, fetch, work: () => worker.work(), state: () => [...store.rows()], close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What kind of server it is; it has no address yet. */
export function instanceFor(release: PlatformRelease, { tier, workerDelay, tokenLifetime }: EmulatorOptions): Instance {
  return {
    ...release,
    tier: tier ?? "ultimate",
    url: "",
    workerDelay: workerDelay === "stepped" ? 0 : (workerDelay ?? 30),
    tokenLifetime: tokenLifetime ?? 7200,
  };
}

/** What a release of real servers knows. */
export function factsOfRelease({ dialect, version }: Instance, text: string | undefined): ServedFacts | undefined {
  if (dialect === "neutral") return undefined;
  return text === undefined ? factsFor(version) : factsOf(text);
}

/** The application behind its faults. */
export function handlerOf(parts: ApplicationParts, { faults = [], faultSeed = 1 }: EmulatorOptions): Handle {
  const { fetch } = buildApplication(parts);
  return faults.length === 0 ? fetch : withFaults(fetch, faults, faultSeed);
}

/** Runs what is scheduled, by itself unless it is stepped, and has webhooks told of changes. */
export function startBackground(world: PlatformState, outbox: Outbox, isStepped: boolean): Worker {
  const works = new Map(resources.flatMap(({ work = {} }) => Object.entries(work)));
  works.set(SEND_WEBHOOK, (_, input) => {
    const { tells, about = null, ...message } = input as WebhookMessage;
    if (tells === undefined) outbox.send(message);
    else outbox.send(message, (delivery) => world.store.transaction(() => later(world, 0, tells, { about, message, delivery })));
  });
  const worker = new Worker(world, works, isStepped);
  announceChanges(world);
  worker.arm();
  return worker;
}

/** Puts into an empty store what the emulator is to begin with. */
export async function fill(world: PlatformState, { state, seed = "default", settingsCache }: EmulatorOptions): Promise<void> {
  const { store } = world;
  if (store.isEmpty) {
    if (state) store.adopt(state);
    else if (seed === "none") plant(world, {}, seedParts);
    // Late: who brings a seed or a state needs no company.
    else if (seed === "default" || seed === "people") plant(world, await companyOf(seed), seedParts);
    else plant(world, entriesOf(seed, seedParts), seedParts);
  }
  if (settingsCache !== undefined) cacheSettings(store, settingsCache * 1000);
  await store.durable();
}

/** The little company, or its people alone. */
export async function companyOf(seed: "default" | "people"): Promise<Entries> {
  const { company } = await import("./company.gen.js");
  return seed === "default" ? company : { users: company["users"] ?? [] };
}

export async function listen(server: ServerType, port: number, host: string): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the emulator listens on no port");
  return address;
}

export async function stop(server: ServerType): Promise<void> {
  await new Promise<void>((resolve) => {
    const force = "closeAllConnections" in server ? setTimeout(() => server.closeAllConnections(), GRACE).unref() : undefined;
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  });
}
