import { fold, formatAddress, parseAddress } from "../core/address.js";
import type { Capabilities, ReadApi } from "../core/api.js";
import type { Origin } from "../core/errors.js";
import type { Kind, Kinds } from "../core/kind.js";
import type { Directory } from "../core/lookup.js";
import type { Desired, Live } from "../core/plan.js";
import type { JsonObject } from "../core/json.js";
import { References } from "./references.js";
import { Trees } from "./trees.js";
import type { StartedTrees } from "./wanted.js";

/** What the engine needs of the outside in order to look at the platform. */
export interface Outlook {
  readonly read: ReadApi;
  readonly kinds: Kinds;
  readonly directory: Directory;
  readonly capabilities: Capabilities;
  /** A reply that was already read while the capabilities were found out, by kind. */
  readonly known?: Readonly<Record<string, JsonObject>>;
  /** Declared groups and projects that are already being read. */
  readonly started?: StartedTrees;
}

/** A desired thing beside what is live of it. */
export interface Observed {
  readonly desired: Desired;
  readonly kind: Kind;
  readonly live: Live | undefined;
  /** The path under which it lives now, if a move is asked for or its group moves. */
  readonly livePath: string | undefined;
  /** True if both the old and the new path of a move exist. */
  readonly conflict: boolean;
}

/** All that was read for one plan. */
export interface World {
  readonly observed: readonly Observed[];
  /** Groups and projects that something observed hangs on although nobody asks for them (a target may name a child alone). */
  readonly unnamedParents: readonly Observed[];
  /** Live things that no file declares and that `delete_undeclared` names. */
  readonly strays: readonly {
    readonly live: Live;
    readonly kind: Kind;
    readonly path: string;
    readonly key?: string;
    /** Where the files ask for it. */
    readonly origin: Origin;
  }[];
  readonly trees: Trees;
  readonly references: References;
}

/** Makes the readers of one run. */
export function openReaders(outlook: Outlook): { trees: Trees; references: References } {
  const trees =
    outlook.started?.trees ?? new Trees(outlook.read, outlook.kinds, Promise.resolve(outlook.capabilities.user.administrator));
  return { trees, references: new References(outlook.read, outlook.kinds, trees, outlook.directory) };
}

/** The form of an address in which two spellings of one thing are equal. */
export function addressKey(address: string, kinds: Kinds): string {
  const parts = parseAddress(address);
  const key = kinds.get(parts.kind)?.key;
  return formatAddress({
    kind: parts.kind,
    ...(parts.path === undefined ? {} : { path: fold(parts.path) }),
    ...(parts.key === undefined ? {} : { key: key?.caseless ? fold(parts.key) : parts.key }),
  });
}

/** The address of the group or project that a child kind's member hangs on. */
export function parentAddress(kind: Kind, path: string): string | undefined {
  return kind.place.under === undefined ? undefined : formatAddress({ kind: kind.place.under, path });
}
