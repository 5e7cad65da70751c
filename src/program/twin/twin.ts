import type { Api } from "../../core/api.js";
import { defined } from "../../core/collections.js";
import { TrueupError } from "../../core/errors.js";
import { failureText, notStoredText } from "../../core/failure-text.js";
import type { JsonObject } from "../../core/json.js";
import { tierIncludes, type Tier } from "../../core/names.js";
import type { Desired, Outcome, Plan } from "../../core/plan.js";
import { carryOut } from "../../engine/apply/index.js";
import { replicaOf } from "../../engine/export/index.js";
import { type LiveInstance, People, Survey, type SurveyEvents } from "../../engine/live/index.js";
import { makePlan } from "../../engine/plan/index.js";
import { createApi, createReadApi } from "../../platform/index.js";
import { kinds } from "../kinds.js";
import { describeInstance } from "../server/instance.js";
import { onServer } from "../server/link.js";
import type { ServerOptions, RunContext } from "../server/run-context.js";
import { type CopiedNamespace, SeedReader } from "./seed-reader.js";

/** Stands in a copy for every secret that the original is known to hold. An address, because some secrets are one. */
export const placeholder = "https://not-a-secret.invalid/";

/** What an instance is. */
export interface InstanceProfile {
  readonly tier: Tier;
  readonly dialect: "neutral" | "vendor";
  /** Without a suffix such as `-ee`; undefined if the server does not tell. */
  readonly release?: string;
}

/** What is to be copied, and for what sort of instance. */
export interface CopyRequest {
  /** Globs of full paths; empty for everything. */
  readonly under: readonly string[];
  /** What the copy is to be where it differs from the original. */
  readonly extent: Partial<InstanceProfile>;
  readonly events?: SurveyEvents;
}

/** An instance, read once, so that another one can be made its twin. */
export interface Copy {
  readonly extent: InstanceProfile;
  /** With which the twin begins: people, groups, projects, members, branches. */
  readonly seed: JsonObject;
  /** What it is to be changed to. */
  readonly resources: readonly Desired[];
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** What was not copied, a sentence each. */
  readonly gaps: readonly string[];
  readonly requests: number;
}

/** Finds out what an instance is. Reads only. */
export async function readExtent(server: ServerOptions, context: RunContext): Promise<InstanceProfile> {
  return onServer({}, server, context, async (connection) =>
    extentOf(await describeInstance(createReadApi(connection), { url: connection.url, server, needsTier: true })),
  );
}

/** Kinds of which another instance can have the same: what they are made from is shown, or is a secret that something can stand for. */
const copiedKinds = [...kinds.values()]
  .filter(({ fields }) => Object.values(fields).every(({ required, unreadable, secret }) => !required || !unreadable || secret))
  .map(({ name }) => name);

/** Reads an instance as far as kinds and what plans look up go. Reads only; throws what the first failed read throws. */
export async function readCopy(request: CopyRequest, server: ServerOptions, context: RunContext): Promise<Copy> {
  return onServer({}, server, context, async (connection) => {
    const read = createReadApi(connection);
    const instance = await describeInstance(read, { url: connection.url, server, needsTier: true });
    const original = extentOf(instance);
    const extent = { ...original, ...request.extent };
    const survey = new Survey(
      instance,
      { under: request.under, kinds: copiedKinds, inherent: true },
      { details: true, marks: seeded },
      request.events,
    );
    const [replicas, placed, gaps]: [Desired[], CopiedNamespace[], string[]] = [[], [], []];
    const pictures = new Map<string, Uint8Array>();
    const onSecret = (value: string): void => context.redactor.add(value);
    const options = { capabilities: writable(instance, extent), secret: placeholder, pictures, gaps, onSecret };
    for await (const thing of survey.things()) {
      if (thing.kind.tree && thing.path !== undefined)
        placed.push({ kind: thing.kind.name, path: thing.path, reply: thing.live.marks });
      const replica = await replicaOf(instance, thing, options);
      if (replica) replicas.push(replica);
    }
    const people = new People(instance);
    const seedReader = new SeedReader(people, replicas, placed, options.capabilities);
    request.events?.onExpect?.(placed.length);
    const seed = await seedReader.seed((path) => request.events?.onRead?.(path));
    return {
      extent,
      seed,
      // Of two things that files cannot tell apart (rules of one name and different types) the seed has both.
      resources: [
        ...new Map(replicas.toReversed().map((replica) => [`${replica.parent ?? ""} ${replica.address}`, replica])).values(),
      ].toReversed(),
      pictures,
      gaps: [...survey.gaps, ...gaps, ...people.gaps],
      requests: read.requests,
    };
  });
}

/** What the seed takes of a reply: whole ones of thousands of projects would fill the memory. */
const seeded = ["id", "name", "visibility", "namespace", "default_branch", "empty_repo"];

function extentOf({ capabilities: { tier, dialect, version } }: LiveInstance): InstanceProfile {
  const release = /^\d+(\.\d+)+/.exec(version)?.[0];
  return { tier, dialect, ...(release === undefined ? {} : { release }) };
}

/** What can be copied: no more than the original has, and no more than the twin will have. */
function writable({ capabilities }: LiveInstance, { tier, release }: InstanceProfile): LiveInstance["capabilities"] {
  return {
    ...capabilities,
    tier: tierIncludes(capabilities.tier, tier) ? tier : capabilities.tier,
    version: release ?? capabilities.version,
    user: { ...capabilities.user, administrator: true },
  };
}

/** Told how making a twin goes on. */
type OnProgress = ((done: number, total: number, outcome: Outcome) => void) | undefined;

/** Values that depend on one another may take more than one turn. */
const turns = 8;

/**
 * Makes an instance that began with the copy's seed the twin of the original, by plans and their calls. Answers what it did not take, a sentence each.
 * Throws if it cannot be reached or the run is interrupted.
 */
export async function fillTwin(
  { resources, pictures }: Copy,
  server: ServerOptions,
  context: RunContext,
  { onProgress }: { readonly onProgress?: OnProgress } = {},
): Promise<readonly string[]> {
  return onServer({}, server, context, async (connection) => {
    const api = createApi(connection);
    const instance = { ...(await describeInstance(api, { url: connection.url, server, needsTier: true })), read: api };
    const refused = new Map<string, string>();
    const gaps = (): string[] => [...refused].map(([address, message]) => `${address}: ${message}`);
    let [last, outcomes, isAgain]: [string, readonly Outcome[], boolean] = ["", [], false];
    for (let turn = 0; turn < turns; turn++) {
      const planned = await planFor(
        instance,
        resources.filter(({ address }) => !refused.has(address)),
      );
      if (planned.refusals.length > 0) {
        // Such as a rule that names who is no member: the twin must not be asked for it.
        for (const { addresses, message } of planned.refusals) for (const address of addresses) refused.set(address, message);
        continue;
      }
      if (planned.changes.length === 0) {
        if (refused.size === 0 || isAgain) return gaps();
        // What was refused may have named what is there by now.
        isAgain = true;
        refused.clear();
        continue;
      }
      if (planned.digest === last) break;
      last = planned.digest;
      outcomes = await applyTurn(instance, planned, pictures, context, onProgress);
    }
    return [...gaps(), ...outcomes.flatMap(untaken)];
  });
}

async function planFor(instance: LiveInstance, resources: readonly Desired[]): Promise<Plan> {
  const state = { resources, deleteUndeclared: {}, root: "." };
  // What was read for the last plan is no longer so.
  const { known: _, ...fresh } = instance;
  const options = { targets: [], resendSecrets: [], allowDelete: [], resolve: (template: string) => template };
  return (await makePlan(fresh, state, options)).plan;
}

async function applyTurn(
  instance: LiveInstance & { readonly read: Api },
  planned: Plan,
  pictures: Copy["pictures"],
  { signal }: RunContext,
  onProgress: OnProgress,
): Promise<readonly Outcome[]> {
  const { known: _, ...fresh } = instance;
  const result = await carryOut(fresh, planned, {
    resolve: (template) => template,
    readFile: async (path) => {
      const bytes = pictures.get(path);
      if (!bytes) throw new Error(`the picture ${path} was not read`);
      return bytes;
    },
    refused: ([first]) => new Error(first?.message),
    concurrency: 32,
    // The twin is this process's own, and shows at once what it has.
    settle: 0,
    ...defined({ signal, onProgress }),
  });
  if (result.interrupted) throw new TrueupError({ code: "interrupted", message: "interrupted before the twin was whole" });
  return result.outcomes;
}

function untaken({ address, error, notStuck = [] }: Outcome): string[] {
  return [...notStuck.map(notStoredText), ...(error ? [failureText(error)] : [])].map((text) => `${address}: ${text}`);
}
