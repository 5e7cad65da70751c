import type { AddressParts } from "../core/address.js";
import type { Capabilities, Query } from "../core/api.js";
import type { Json, JsonObject } from "../core/json.js";
import type { Notice } from "../core/plan.js";

/** A thing to make true, on its own: what a Terraform resource says. */
export interface Wish extends AddressParts {
  /** Attributes in file form, as in `Desired`: secrets as `{"$secret": name}`, where `name` is a key of `secrets`; pictures as `{"$file": path, sha256}`. */
  readonly spec: JsonObject;
  /** The clear values of secrets. They are masked everywhere from then on. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Where it lives now, if that is not its own address: it is renamed or transferred in place. */
  readonly from?: AddressParts;
  /** True to send secrets again, though nothing shows that they differ. */
  readonly resend?: boolean;
}

/** What is live of one thing. */
export interface Seen extends AddressParts {
  readonly id: string | number;
  /** In file form: names in place of ids; attributes that the reply does not show are left out; secrets are never there. */
  readonly spec: JsonObject;
  /** The reply itself. */
  readonly reply: JsonObject;
}

/** What came of a wish. */
export interface Granted {
  readonly seen: Seen;
  readonly warnings: readonly Notice[];
  /** What it was before, of the attributes that changed: no secrets, no pictures. */
  readonly before: JsonObject;
}

/** Things one at a time, on one server, by the same engine that applies files. Safe to call in parallel. */
export interface Resources {
  readonly url: string;
  capabilities(): Promise<Capabilities>;
  /**
   * Reads one thing, from lists that are fetched once and dropped with the first write, where bulk reading is on. `id` finds a group or project that was renamed
   * behind our back. `attributes` says what is needed of it (a single read is made only where one of them needs it); all of it without. Undefined if it is not there.
   */
  read(parts: AddressParts, more?: { readonly id?: string; readonly attributes?: readonly string[] }): Promise<Seen | undefined>;
  /** The thing that a text names in an import: an address, a path (with a key), or ids. Throws TrueupError `import.unknown`. */
  find(kind: string, text: string): Promise<AddressParts>;
  /** What the server cannot do (tier, release, role) or the kind's own checks refuse, without reading the thing. */
  refusals(wish: Wish, isNew: boolean): Promise<readonly Notice[]>;
  /** Makes it true. With `create`, a thing that is there already is refused (but not of what is always there). Throws TrueupError or ApiError. */
  grant(wish: Wish, create: boolean): Promise<Granted>;
  /** Deletes it; nothing to do where it is gone. */
  remove(parts: AddressParts): Promise<readonly Notice[]>;
  /** GET of any endpoint, all pages of a list. */
  get(path: string, query: Query): Promise<Json>;
  /** Lets what is in flight end and starts nothing more. */
  stop(): void;
  close(): Promise<void>;
}
