import { createHash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { resolve as resolvePath } from "node:path";
import type { Capabilities, ReadApi } from "./core/api.js";
import { type Problem, ProblemsError, TrueupError } from "./core/errors.js";
import type { JsonObject } from "./core/json.js";
import { fieldsOf } from "./core/kind.js";
import { type Tier, tiers } from "./core/names.js";
import type { Desired, DesiredState, Outcome, Plan, Result } from "./core/plan.js";
import { parseRoute } from "./core/route.js";
import { isInside, type Loaded, loadDesired, resolveSecret } from "./desired/index.js";
import { applyPlan } from "./engine/apply.js";
import { makePlan } from "./engine/plan.js";
import { unready } from "./engine/ready.js";
import { staleness } from "./engine/stale.js";
import { startTrees } from "./engine/wanted.js";
import type { Outlook } from "./engine/world.js";
import { applicationSettings } from "./kinds/application-settings.js";
import { directory } from "./kinds/directory.js";
import { kinds } from "./kinds/index.gen.js";
import {
  chooseServer,
  type Connection,
  type ConnectionOptions,
  createApi,
  createReadApi,
  discover,
  openServer,
  type RequestEvent,
  type ServerQuestion,
  type User,
} from "./platform/index.js";

export { digest as planDigest } from "./engine/fingerprint.js";
export { kinds };

/** The world around one run: nothing is taken from the process behind the caller's back. The redactor learns every secret that the run meets; whatever is printed goes through it. */
export interface Surroundings extends User {
  readonly cwd: string;
  readonly signal?: AbortSignal;
  /** Asks the user whether to go to the server that only the files or the plan name. */
  readonly agree?: (url: string) => Promise<boolean>;
  /** Told of every request, for a debug log and for counting. */
  readonly onRequest?: (event: RequestEvent) => void;
}

/** Which server, and how hard to press it. */
export interface ServerOptions {
  readonly url?: string;
  readonly tier?: Tier;
  /** Requests in flight at once; 8 without it. */
  readonly concurrency?: number;
  /** Requests per second at most. */
  readonly maxRps?: number;
  /** Milliseconds before the first repeat of a request; 300 without it. */
  readonly backoff?: number;
  /** Hosts that may be spoken to by plain http although they are not loopback. */
  readonly allowHttp?: readonly string[];
  /** True for the embedded emulator, where a pin to another server does not count. */
  readonly ignorePin?: boolean;
}

/** What validate looks at beside the files. */
export interface ValidateOptions {
  readonly strict?: boolean;
  readonly tier?: Tier;
  readonly serverVersion?: string;
}

/** What plan looks at beside the files. */
export interface PlanRequest {
  readonly targets?: readonly string[];
  readonly resendSecrets?: readonly string[];
  readonly allowDelete?: readonly string[];
  readonly maxDeletes?: number;
}

/** Requests in flight at once, if nobody says otherwise. */
export const defaultConcurrency = 8;

/** Reads and checks the files: every problem of every file, and no network. */
export async function validate(paths: readonly string[], options: ValidateOptions, around: Surroundings): Promise<Loaded> {
  return loadDesired(paths, { kinds, cwd: around.cwd, env: around.env, ...options });
}

/** Plans: reads the files and the platform, and writes nothing anywhere. Throws ProblemsError for bad files; refusals stand in the plan. */
export async function plan(
  paths: readonly string[],
  request: PlanRequest,
  server: ServerOptions,
  around: Surroundings,
): Promise<{ readonly plan: Plan; readonly problems: readonly Problem[] }> {
  const loaded = await validate(paths, { strict: true, ...(server.tier ? { tier: server.tier } : {}) }, around);
  if (loaded.problems.some((one) => one.severity === "error")) throw new ProblemsError(loaded.problems, loaded.texts);
  const link = await openLink(pinOf(loaded.state), server, around);
  try {
    const read = createReadApi(link.connection);
    const outlook = await look(read, link.connection.url, loaded.state, server, request.targets ?? []);
    const made = await makePlan(outlook, loaded.state, {
      targets: request.targets ?? [],
      resendSecrets: request.resendSecrets ?? [],
      allowDelete: request.allowDelete ?? [],
      ...(request.maxDeletes === undefined ? {} : { maxDeletes: request.maxDeletes }),
      resolve: secrets(loaded.state.root, around),
    });
    return { plan: made, problems: loaded.problems };
  } finally {
    await link.close();
  }
}

/** How apply goes about it. */
export interface ApplyRequest {
  /** True for a plan from a file: everything it relies on is looked at again first, and any difference refuses it whole. */
  readonly saved?: boolean;
  readonly onProgress?: (done: number, total: number, outcome: Outcome) => void;
}

/** Carries out a plan without refusals. Throws TrueupError before the first write if it must not be applied. */
export async function apply(planned: Plan, request: ApplyRequest, server: ServerOptions, around: Surroundings): Promise<Result> {
  if (planned.refusals.length > 0) throw refused(planned);
  const link = await openLink({ suggested: planned.instance.url }, server, around);
  try {
    if (!server.ignorePin && link.connection.url !== planned.instance.url) throw otherServer(planned, link.connection.url);
    const api = createApi(link.connection);
    const outlook: Outlook & { read: typeof api } = {
      read: api,
      kinds,
      directory,
      capabilities: await capabilitiesFor(api, planned, server),
    };
    const sources = {
      resolve: secrets(planned.root, around),
      readFile: async (path: string) => readInside(planned.root, path, around.cwd),
      sha256: (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex"),
    };
    const reasons = [...(await unready(planned, sources)), ...(request.saved ? await staleness(outlook, planned) : [])];
    if (reasons.length > 0) throw refused({ ...planned, refusals: reasons });
    return await applyPlan(outlook, planned, {
      ...sources,
      concurrency: server.concurrency ?? defaultConcurrency,
      ...(around.signal ? { signal: around.signal } : {}),
      ...(request.onProgress ? { onProgress: request.onProgress } : {}),
    });
  } finally {
    await link.close();
  }
}

/** Opens a connection to the server that is chosen without any files, for single calls; they end when the run is interrupted. The caller closes it. */
export async function connect(server: ServerOptions, around: Surroundings): Promise<Connection> {
  return openConnectionTo({}, server, around, { purpose: "command", signal: around.signal });
}

/** A way to one server: the address, the credential and the pool of connections. */
interface Link {
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

async function openLink(
  named: Pick<ServerQuestion, "pin" | "suggested">,
  server: ServerOptions,
  around: Surroundings,
): Promise<Link> {
  const connection = await openConnectionTo(named, server, around, {});
  return { connection, close: () => connection.close() };
}

async function openConnectionTo(
  named: Pick<ServerQuestion, "pin" | "suggested">,
  server: ServerOptions,
  around: Surroundings,
  more: Pick<ConnectionOptions, "purpose" | "signal">,
): Promise<Connection> {
  const question = { flagUrl: server.url, env: around.env, allowHttp: server.allowHttp, ...(server.ignorePin ? {} : named) };
  return openServer(await chooseServer(question, around, around.agree), around, {
    ...more,
    concurrency: server.concurrency ?? defaultConcurrency,
    ...(server.maxRps === undefined ? {} : { maxRps: server.maxRps }),
    ...(server.backoff === undefined ? {} : { patience: { backoff: server.backoff } }),
    ...(around.onRequest ? { onRequest: around.onRequest } : {}),
  });
}

/** The pin of the files, if they have one. */
function pinOf({ instance }: DesiredState): Pick<ServerQuestion, "pin"> {
  return instance?.url === undefined ? {} : { pin: { url: instance.url, origin: instance.origin } };
}

/** Finds out what the server is, and gets ready to look at it; what will be needed in any case is read at the same time. */
async function look(
  read: ReadApi,
  url: string,
  state: DesiredState,
  server: ServerOptions,
  targets: readonly string[],
): Promise<Outlook> {
  const dialect = state.instance?.dialect;
  const finding = discover(read, {
    url,
    needsDialect: true,
    needsTier: state.resources.some((one) => wantsTier(one)),
    probe: () => probeTier(read),
    ...(server.tier ? { tier: server.tier } : {}),
    ...(dialect ? { dialect } : {}),
  });
  const administrator = finding.then(({ capabilities }) => capabilities.user.administrator);
  administrator.catch(() => undefined);
  const started = targets.length === 0 ? { started: startTrees(read, kinds, state.resources, administrator) } : {};
  const found = await finding;
  const known: Record<string, JsonObject> = found.settings ? { [applicationSettings.name]: found.settings } : {};
  return { read, kinds, directory, capabilities: found.capabilities, known, ...started };
}

function wantsTier({ kind: name, key, spec }: Desired): boolean {
  const kind = kinds.get(name);
  if (!kind) return false;
  const fields = fieldsOf(kind, key);
  return (
    kind.tier !== undefined ||
    (key !== undefined && kind.shapes?.[key]?.tier !== undefined) ||
    Object.keys(spec).some((one) => fields[one]?.tier)
  );
}

/** Who may not read the licence can still see it: replies show licensed attributes only where there is a licence for them. */
async function probeTier(read: ReadApi): Promise<Tier | undefined> {
  const shown = [...kinds.values()].filter((kind) => kind.tree);
  const levels = await Promise.all(
    shown.map(async ({ tree, fields }) => {
      const [first] = (
        await read.firstPage(parseRoute(tree?.all ?? "").path, { ...tree?.allQuery, membership: true, owned: true, per_page: 1 })
      ).items;
      return Object.entries(fields).flatMap(([name, field]) =>
        first && field.tier && first[field.read ?? name] !== undefined ? [field.tier] : [],
      );
    }),
  );
  const found = levels.flat();
  return tiers.findLast((tier) => found.includes(tier));
}

/** The plan says what the server was when it was made; who is asking may have changed since. */
async function capabilitiesFor(read: ReadApi, planned: Plan, server: ServerOptions): Promise<Capabilities> {
  const tier = server.tier ?? planned.instance.tier;
  const found = await discover(read, {
    url: planned.instance.url,
    needsDialect: false,
    needsTier: false,
    tier,
    dialect: planned.instance.dialect,
  });
  return found.capabilities;
}

/** Resolves references to the environment and to files, and has every value masked from then on. */
function secrets(root: string, around: Surroundings): (template: string) => string {
  return (template) => {
    const onValue = (part: string): void => around.redactor.add(part);
    const value = resolveSecret(template, { env: around.env, root: resolvePath(around.cwd, root), onValue });
    around.redactor.add(value);
    return value;
  };
}

/** Bytes of a file that a plan names; it must lie inside the root, symlinks resolved. */
async function readInside(root: string, path: string, cwd: string): Promise<Uint8Array> {
  const base = await realpath(resolvePath(cwd, root));
  const file = await realpath(resolvePath(base, path)).catch(() => undefined);
  if (file === undefined || !isInside(file, base)) {
    throw new TrueupError({
      code: "file.missing",
      where: path,
      message: "the file is not there (or lies outside of the files' directory)",
      hint: "Plan again.",
    });
  }
  return readFile(file);
}

function otherServer(planned: Plan, url: string): TrueupError {
  return new TrueupError({
    code: "plan.server",
    message: `the plan was made for ${planned.instance.url}, but the server is ${url}`,
    hint: `Use the plan with ${planned.instance.url}, or plan again for ${url}.`,
  });
}

function refused(planned: Plan): TrueupError {
  const first = planned.refusals[0];
  const more = planned.refusals.length > 1 ? ` (and ${planned.refusals.length - 1} more)` : "";
  return new TrueupError({
    code: first?.rule ?? "plan.refused",
    message: `the plan is refused: ${first?.addresses.join(", ") ?? ""}: ${first?.message ?? ""}${more}`,
    ...(first?.source === undefined ? {} : { where: first.source }),
    hint: "Nothing was changed.",
  });
}
