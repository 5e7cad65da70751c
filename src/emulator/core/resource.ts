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
