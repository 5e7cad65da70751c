import type { Api, WriteRequest } from "../../../src/core/api.js";
import { type Call, earlierCalls, type Plan } from "../../../src/core/plan.js";
import { createRedactor } from "../../../src/core/redact.js";
import { loadDesired } from "../../../src/desired/index.js";
import { type Emulator, type State, startEmulator } from "../../../src/emulator/index.js";
import { applyPlan } from "../../../src/engine/apply/apply.js";
import type { LiveInstance } from "../../../src/engine/live/index.js";
import { makePlan } from "../../../src/engine/plan/make-plan.js";
import { type Connection, createApi, openConnection } from "../../../src/platform/index.js";
import { kinds } from "../../../src/program/kinds.js";
import { describeInstance } from "../../../src/program/server/instance.js";
import { type Directory, openDirectory } from "../../harness/directory.js";
import { historyOf, rightsOf } from "./rights.js";
import { reader, type Shown } from "./shown.js";
import { filesOf, sharedGroups, users, type World } from "./worlds.js";

const options = { tier: "ultimate", dialect: "vendor", exemptToken: true, workerDelay: "stepped" } as const;

/** What every pair begins with: the users, the groups, and the project with its two branches. */
const seed = {
  users: users.map((username) => ({ username })),
  groups: [
    { full_path: "acme" },
    ...Object.entries(sharedGroups).map(([full_path, user]) => ({ full_path, members: { [user]: 40 } })),
  ],
  projects: [{ path_with_namespace: "acme/web", branches: ["main", "stable"] }],
};

/** A moment at which somebody had more rights than before and after. */
export interface Unsafe {
  /** The call right before that moment: method, path and body. */
  readonly call: string;
  readonly tooMuch: readonly string[];
}

/** Applies plans from one world to another, and looks after each call. */
export interface Stage {
  /** Everything that shows once the files of a world have been applied to an emulator with nothing but the seed. */
  shows(world: World): Promise<Shown>;
  /**
   * Goes from one world to another, once for each different order of calls that `orders` choose among those that the plan allows, and answers with the moments that were not
   * safe; undefined where the plan names a window, which somebody must acknowledge. Throws if a plan is refused, a call fails, or the last moment is not as planned.
   */
  unsafe(before: World, after: World, orders: readonly number[]): Promise<readonly Unsafe[] | undefined>;
  close(): void;
}

/** Opens a stage; close it when done. */
export async function openStage(): Promise<Stage> {
  const directory = openDirectory();
  const seeded = await startEmulator({ ...options, seed });
  const empty = seeded.state();
  await seeded.close();
  const on = async <T>(state: State, work: (platform: Platform) => Promise<T>): Promise<T> => {
    const platform = await openPlatform(state, directory);
    try {
      return await work(platform);
    } finally {
      await platform.close();
    }
  };
  return {
    shows: async (world) =>
      on(empty, async (platform) => {
        await platform.apply(await platform.plan(world));
        await platform.mustBe(world);
        return platform.look();
      }),
    unsafe: async (before, after, orders) => {
      const start = await on(empty, async (platform) => {
        await platform.apply(await platform.plan(before));
        return { plan: await platform.plan(after), shown: await platform.look(), state: platform.state() };
      });
      if (hasWindow(start.plan)) return undefined;
      const plans = orders.map((order) => inOneOrder(start.plan, order));
      const different = new Map(plans.map((plan) => [plan.calls.map(({ id }) => id).join(), plan])).values();
      const unsafe: Unsafe[] = [];
      // oxlint-disable-next-line no-await-in-loop -- one emulator at a time
      for (const plan of different)
        unsafe.push(...(await on(start.state, (platform) => transition(platform, plan, start.shown, after))));
      return unsafe;
    },
    close: () => directory.close(),
  };
}

/** True if a plan takes something away for a moment. */
function hasWindow({ warnings }: Plan): boolean {
  return warnings.some(({ rule }) => rule === "replace.window" || rule === "link.again");
}

/** The moments of a plan at which somebody may do what is allowed neither before nor after. */
async function transition(platform: Platform, plan: Plan, before: Shown, after: World): Promise<readonly Unsafe[]> {
  const history = historyOf(before);
  const moments: { readonly call: string; readonly rights: ReadonlySet<string> }[] = [];
  await platform.apply(plan, async (call) => {
    moments.push({ call, rights: rightsOf(await platform.look(), history) });
  });
  await platform.mustBe(after);
  const last = moments.at(-1);
  const allowed = new Set([...rightsOf(before), ...(last?.rights ?? [])]);
  return moments
    .map(({ call, rights }) => ({ call, tooMuch: [...rights].filter((one) => !allowed.has(one)) }))
    .filter(({ tooMuch }) => tooMuch.length > 0)
    .map(({ call, tooMuch }) => ({ call, tooMuch: shortened(tooMuch) }));
}

/** The first of many rights, and how many more there are: a merge alone is many. */
function shortened(rights: readonly string[]): readonly string[] {
  const shown = 8;
  return rights.length <= shown ? rights : [...rights.slice(0, shown), `and ${rights.length - shown} more`];
}

/** An emulator of its own. */
interface Platform {
  look(): Promise<Shown>;
  state(): State;
  /** The plan that leads to a world. Throws if it is refused. */
  plan(world: World): Promise<Plan>;
  /** `after` is called with each write that was answered. Throws if a call fails. */
  apply(plan: Plan, after?: (call: string) => Promise<void>): Promise<void>;
  /** Throws if the next plan is not empty. */
  mustBe(world: World): Promise<void>;
  close(): Promise<void>;
}

async function openPlatform(state: State, directory: Directory): Promise<Platform> {
  const emulator = await startEmulator({ ...options, state });
  const connection = connectionTo(emulator);
  const api = createApi(connection);
  const instance = await describeInstance(api, {
    url: emulator.url,
    server: { tier: "ultimate", dialect: "vendor" },
    needsTier: true,
  });
  const planOf = async (world: World): Promise<Plan> => planFor(filesOf(world), { ...instance, read: api }, directory);
  return {
    look: reader(askOf(emulator)),
    state: () => emulator.state(),
    plan: planOf,
    apply: async (plan, after = async () => undefined) => {
      const watched = { ...instance, read: watching(api, emulator, after) };
      const { outcomes } = await applyPlan(watched, plan, {
        resolve: (template) => template,
        readFile: async () => Promise.reject(new Error("no file is named")),
        concurrency: 1,
        settle: 20,
      });
      const failed = outcomes.filter(({ status }) => status !== "done");
      if (failed.length > 0) throw new Error(`not all was done: ${JSON.stringify(failed)}`);
    },
    mustBe: async (world) => {
      const { changes } = await planOf(world);
      const left = changes.map(({ action, address, attributes }) => ({ action, address, attributes }));
      if (changes.length > 0) throw new Error(`the next plan is not empty: ${JSON.stringify(left)}`);
    },
    close: async () => {
      await connection.close();
      await emulator.close();
    },
  };
}

function connectionTo({ url, token }: Emulator): Connection {
  return openConnection({
    url,
    credential: { kind: "personal", token, from: "TRUEUP_TOKEN", passedOver: [] },
    redactor: createRedactor(),
    patience: { attempts: 1, backoff: 1, maxWait: 1_000 },
  });
}

function askOf(emulator: Emulator) {
  const { url, token } = emulator;
  return async (path: string): Promise<unknown> => {
    const response = await emulator.fetch(new Request(`${url}/api/v4${path}`, { headers: { "PRIVATE-TOKEN": token } }));
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
    return response.headers.get("content-type")?.includes("json") === true ? response.json() : response.text();
  };
}

async function planFor(files: object, instance: LiveInstance, directory: Directory): Promise<Plan> {
  directory.write("trueup.json", JSON.stringify(files));
  const { state, diagnostics } = await loadDesired(["trueup.json"], { kinds, cwd: directory.path, env: {} });
  const wrong = diagnostics.filter(({ severity }) => severity === "error");
  if (wrong.length > 0) throw new Error(`the files are not valid: ${wrong.map(({ message }) => message).join("\n")}`);
  const { plan } = await makePlan(instance, state, {
    targets: [],
    resendSecrets: [],
    allowDelete: [],
    maxDeletes: 100,
    resolve: (template) => template,
  });
  if (plan.refusals.length > 0) throw new Error(`refused: ${plan.refusals.map(({ message }) => message).join("\n")}`);
  return plan;
}

/** The API, which lets the emulator finish its work after each write and then calls `after`. */
function watching(api: Api, emulator: Emulator, after: (call: string) => Promise<void>): Api {
  return {
    ...api,
    send: async (request) => {
      const reply = await api.send(request);
      while (emulator.work() > 0);
      await after(textOf(request));
      return reply;
    },
  };
}

function textOf({ method, path, body }: WriteRequest): string {
  return `${method} ${decodeURIComponent(path)}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`;
}

/** The plan with one of the orders of its calls that it allows: one chain holds all calls, and calls of a chain run in the order of the plan. */
function inOneOrder(plan: Plan, order: number): Plan {
  const random = numbers(order);
  const earlier = earlierCalls(plan);
  const waiting = [...plan.calls];
  const ordered: Call[] = [];
  while (waiting.length > 0) {
    const ready = waiting.filter(
      (call, index) =>
        !waiting.some(({ id }) => earlier(call).includes(id)) &&
        !waiting.slice(0, index).some(({ chain }) => chain !== undefined && chain === call.chain),
    );
    const next = ready[Math.floor(random() * ready.length)];
    if (next === undefined) throw new Error("the calls wait for each other in a circle");
    waiting.splice(waiting.indexOf(next), 1);
    ordered.push({ ...next, chain: "all" });
  }
  return { ...plan, calls: ordered };
}

/** Numbers from 0 to 1 that are always the same for a seed (mulberry32). */
function numbers(start: number): () => number {
  // Neighbouring seeds begin with numbers far apart.
  let at = Math.imul(start, 0x9e3779b1);
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
