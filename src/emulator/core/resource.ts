/**
 * How to add a resource to the emulator: a folder in `resources/` with a file `operations.ts`, whose default export is a `Resource`. It is served because it
 * is there. What is stored is in its `records.ts`, replies in `present.ts`, its parts of seeds in `seed.ts`, where these are more than a few lines.
 *
 * 1. `operations` has a handler under each method and path. Of what the API description (`schemas/openapi/`) has, the parameters, role, tier, release and
 *    dialect stand there; a handler is all that is wanted here. Of what it lacks, parameters and the keys of replies come from the facts of the release
 *    (`schemas/facts`), and the declaration says the rest: `"PUT /user/status": { role: "user", parameters: {…}, handler }`.
 *    Where servers of a release have what its facts lack, `since` says from which release on. Where facts lie, `facts/corrections.yaml` says so.
 * 2. What is only stored and listed is a collection (`collection/spec.ts` has its words):
 *    `collections: [collection("freeze_periods", { at: "/projects/{id}", read: "reporter" })]`.
 * 3. A handler is synchronous, which makes it one transaction: it sees one state, and nothing of it stays when it throws. Slow things go to `later`.
 *    Its order: look the object up and check the role (`findProject`, `findGroup`, `requireLevel`), raise what breaks the model's limits
 *    (`checkLimits`), check the rules, change the store, answer with `ok`, `created`, `accepted`, `noContent` or `page`.
 * 4. A handler knows neutral names only. Parameters that the tier or version lacks are gone before it runs; replies are renamed after it. Places of the
 *    path are texts where facts alone know them, and `context.knowledge` has the keys that the release shows.
 * 5. Bounds of query parameters answer 400 `error` at once; lengths, patterns and bounds of body parameters wait for `checkLimits`.
 * 6. Tables made with `defineTable` are read by `store.of(table)`; `work` names what runs later; `seeds` are parts of a seed, whose order is in
 *    `resources/seed-order.ts`.
 *
 * The API description: paths are relative to /api/v4, a path item may set `servers: [{url: /}]` for routes outside it and `x-aliases: [...]` for further
 * paths. An operation has an `operationId`, its parameters, one body schema, replies by status (their schemas rename and gate what is answered), and
 * `x-role` (anonymous, user, administrator, or a role in the object such as maintainer, which the handler checks), `x-dialect`, `x-tier`, `x-since`,
 * `x-until`, `x-job-token: true`, `x-beyond-documents: true`, `x-scopes` (what opens it for reading beside api and read_api), `x-protocol: oauth` (RFC 6749:
 * the handler takes the credentials, checks the parameters and fails in that protocol's form) and `x-cors: simple | preflight`. On a property:
 * `x-vendor-name`, `x-dialect`, `x-tier`, `x-since`, `x-until`. On a property of a reply that is not always there: `x-conditional: when it is` (or
 * `x-conditional-properties: [...]` beside an allOf), which makes it optional in the client's types. On a body: `x-at-least-one: true`.
 */
import type { Collection } from "./collection/spec.js";
import type { Handler, SeedPart, Work } from "./context.js";
import type { Tier } from "./instance.js";
import type { Caller } from "./operations.js";
import type { Schema } from "./schema.js";

/** An operation that says more of itself than the API description does, or is not in it. */
export interface OperationDeclaration {
  readonly handler: Handler;
  /** Who gets as far as the handler; whoever is signed in when left out. */
  readonly role?: Caller;
  readonly tier?: Tier | undefined;
  /** The first release that has it, where facts of a release may lack what its servers have: those of 17.10 are of the community edition. */
  readonly since?: string | undefined;
  readonly jobToken?: boolean;
  /** Scopes of a token that open it, beside `api` and `read_api`. */
  readonly scopes?: readonly string[];
  /** What facts lack of its parameters, or have otherwise than servers; a place of its path that is a number, too. */
  readonly parameters?: Readonly<Record<string, Schema>>;
  /** Parameters that it needs, where facts do not say so; with `parameters` of that name. */
  readonly required?: readonly string[];
  /** The body, of whatever type, is the file of the parameter `file`. */
  readonly takesBytes?: boolean;
  /** Servers have it and no specification describes it: `parameters` are all that it takes. A place `*name` at the end of its path is all that follows. */
  readonly undescribed?: boolean;
  /** Name of the collection that it is of. */
  readonly collection?: string | undefined;
  /** Further paths. */
  readonly aliases?: readonly string[];
}

/** A part of the platform: what it answers, what it does later, and its parts of a seed. */
export interface Resource {
  /** By method and path; one that a collection has too is this one. A handler alone says that nothing else is to be said. */
  readonly operations?: Readonly<Record<string, Handler | OperationDeclaration>>;
  /** What real servers have in the place of operations that the API description has. */
  readonly instead?: Readonly<Record<string, Handler | OperationDeclaration>>;
  /** What is only stored and listed. */
  readonly collections?: readonly Collection[];
  readonly work?: Readonly<Record<string, Work>>;
  readonly seeds?: readonly SeedPart[];
}
