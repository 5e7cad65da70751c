/**
 * How to add a section of the platform to the emulator:
 *
 * 1. `schemas/openapi/<section>.yaml`: `paths` (and `components`) of the section; all files there are merged. Paths are relative to /api/v4, a path
 *    item may set `servers: [{url: /}]` for routes outside it and `x-aliases: [...]` for further paths. An operation has an `operationId`, its
 *    parameters, one body schema, replies by status (their schemas rename and gate what is answered), and `x-role` (anonymous, user, administrator,
 *    or a role in the object such as maintainer, which the handler checks), `x-dialect`, `x-tier`, `x-since`, `x-until`, `x-job-token: true`,
 *    `x-beyond-documents: true`, `x-scopes` (what opens it for reading beside api and read_api), `x-protocol: oauth` (RFC 6749: the handler takes the
 *    credentials, checks the parameters and fails in that protocol's form) and `x-cors: simple | preflight`. On a property: `x-vendor-name`, `x-dialect`, `x-tier`, `x-since`, `x-until`. On a property of a reply that is not always
 *    there: `x-conditional: when it is` (or `x-conditional-properties: [...]` beside an allOf), which makes it optional in the client's types. On a body: `x-at-least-one: true`. Then run `npm run generate`.
 * 2. `sections/<section>.ts`: export a `Section`: one handler for each operationId; tables of its own made with `defineTable` are read by
 *    `store.of(table)`; `work` names what runs later; `seeds` are parts of a seed. Add it to the list in `sections/index.ts`.
 * 3. A handler is synchronous, which makes it one transaction: it sees one state, and nothing of it stays when it throws. Slow things go to `later`.
 *    Its order: look the object up and check the role (`findProject`, `findGroup`, `requireLevel`), raise what breaks the model's limits
 *    (`checkLimits`), check the rules, change the store, answer with `ok`, `created`, `accepted`, `noContent` or `page`.
 * 4. A handler knows neutral names only. Parameters that the tier or version lacks are gone before it runs; replies are renamed after it.
 * 5. Bounds of query parameters answer 400 `error` at once; lengths, patterns and bounds of body parameters wait for `checkLimits`.
 */
import type { UploadedFile } from "./body.js";
import { invalid } from "./errors.js";
import type { OperationKnowledge } from "./facts/knowledge.js";
import type { ServedFacts } from "./facts/served.js";
import type { Instance } from "./instance.js";
import type { Json } from "./json.js";
import type { Parameters } from "./parameters.js";
import type { Token, User } from "./records.js";
import type { Reply } from "./replies.js";
import type { Schema } from "./schema.js";
import type { Store } from "./store.js";
import type { BrokenLimits } from "./validate.js";

/** The request as it came, for links and conditional headers. */
export interface RequestFacts {
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

export interface Section {
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly work?: Readonly<Record<string, Work>>;
  readonly seeds?: readonly SeedPart[];
}

/** Throws 400 `{"message":{"title":["is too long (maximum is 255 characters)"]}}` when parameters break limits of the model. */
export function checkLimits(context: Context): void {
  const broken = Object.entries(context.limits).map(([name, messages]) => [context.wire(name), messages] as const);
  if (broken.length > 0) throw invalid(Object.fromEntries(broken));
}
