import type { UploadedFile } from "./body.js";
import type { ServedFacts } from "./facts/served.js";
import type { Instance } from "./instance.js";
import type { Json } from "./json.js";
import type { OperationKnowledge } from "./operations.js";
import type { Parameters } from "./parameters.js";
import type { ScheduledWork, Token, User } from "./records.js";
import { type Reply, invalid } from "./replies.js";
import type { Schema } from "./schema.js";
import type { Store } from "./store.js";
import type { BrokenLimits } from "./validate.js";

/** The request as it came, for links and conditional headers. */
interface RequestFacts {
  readonly method: string;
  /** Path with its encoding, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
}

/** What handlers and background work share. */
export interface PlatformState {
  readonly store: Store;
  readonly instance: Instance;
  /** What the release knows; of real servers only. */
  readonly facts?: ServedFacts | undefined;
}

/** All that a handler may use. */
export interface Context extends PlatformState {
  readonly params: Parameters;
  /** The name of a parameter in the instance's dialect, for messages. */
  readonly wire: (name: string) => string;
  /** The caller; undefined when anonymous. With sudo, the user that the caller acts as. */
  readonly user: User | undefined;
  /** What the caller came with; undefined without a credential, and for the token that the emulator was started with. */
  readonly token: Token | undefined;
  /** The token that the emulator was started with; `root` also signs in with it as a password. */
  readonly adminToken: string;
  /** File parts of a multipart body, by parameter name. */
  readonly files: ReadonlyMap<string, UploadedFile>;
  readonly request: RequestFacts;
  /** What the release knows of this operation; of real servers only. */
  readonly knowledge?: OperationKnowledge | undefined;
  /** Limits of the model that the parameters break, by the parameter's neutral name. */
  readonly limits: BrokenLimits;
}

export type Handler = (context: Context) => Reply;

/** Work that runs later, in a transaction of its own, with the input it was scheduled with. */
export type Work = (state: PlatformState, input: Json) => void;

/** A part of a seed: its key, what it is, the schema of one entry, and how entries become rows. */
export interface SeedPart {
  readonly key: string;
  /** What the entries are, for who writes a seed. */
  readonly about: string;
  readonly entry: Schema;
  readonly load: (state: PlatformState, entries: readonly Json[]) => void;
}

/** Throws 400 `{"message":{"title":["is too long (maximum is 255 characters)"]}}` when parameters break limits of the model. */
export function checkLimits(context: Context): void {
  const broken = Object.entries(context.limits).map(([name, messages]) => [context.wire(name), messages] as const);
  if (broken.length > 0) throw invalid(Object.fromEntries(broken));
}

/**
 * Schedules work: `work` is a name that a resource registered, `input` is all it gets. It is stored with the transaction that asks for it, and so runs
 * only if that is committed, and after a restart too.
 */
export function later(world: PlatformState, milliseconds: number, work: string, input: Json): ScheduledWork {
  return world.store.scheduledWork.insert({ due: Date.now() + milliseconds, work, input, failure: null });
}
