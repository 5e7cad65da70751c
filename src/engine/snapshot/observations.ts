import { type Address, fold, formatAddress } from "../../core/address.js";
import type { Capabilities } from "../../core/api.js";
import type { Origin } from "../../core/errors.js";
import { foldPath, isTopLevel, kindAt, type Kinds, type PlacedKind, topKind } from "../../core/kind.js";
import type { Directory } from "../../core/lookup.js";
import { placeOfNamed } from "../../core/named.js";
import type { Desired, Live, Unread } from "../../core/plan.js";
import type { ParentNeed } from "./needs.js";

/** What plans are made with, beside what is desired and what is live. */
export interface Basis {
  readonly kinds: Kinds;
  readonly directory: Directory;
  readonly capabilities: Capabilities;
}

/** A desired thing beside what is live of it. */
export interface Observed {
  readonly desired: Desired;
  readonly kind: PlacedKind;
  readonly live: Live | undefined;
  /** The path under which it lives now, if a move is asked for or its group moves. */
  readonly livePath: string | undefined;
  /** True if both the old and the new path of a move exist. */
  readonly conflict: boolean;
  /** What it was looked for on. */
  readonly parent?: ParentNeed;
  /** What is there under the former key, where both are and one of them can become part of the other. */
  readonly merges?: Live;
  /** Live siblings that no declared one means, where this one is not there, or covers names, and its siblings were listed. */
  readonly beside?: readonly Live[];
  /** Numbers of all that have its key, where several do and nobody can say which is meant. */
  readonly alike?: readonly (number | string)[];
  /** What others on the same thing name it by, where its title proves nothing. */
  readonly called?: string;
  /** Declared attributes that this server does not know: what may see them and reads the thing singly does not find them. */
  readonly unknown?: readonly string[];
}

/** What is live of what is desired. */
export interface Observations {
  readonly observed: readonly Observed[];
  /** Groups and projects that something observed hangs on although nobody asks for them (a target may name a child alone). */
  readonly unnamedParents: readonly Observed[];
  /** Live things that no file declares and that `delete_undeclared` names. */
  readonly undeclared: readonly Undeclared[];
  /** What hangs on declared things and could not be read: nothing of it is observed. */
  readonly unread: readonly Unread[];
  /** How many lists and single things that hang on declared ones were asked for, read or not. */
  readonly asked: number;
}

/** A live thing that nobody declares and that is to go. */
export interface Undeclared {
  readonly live: Live;
  readonly kind: PlacedKind;
  readonly path: string;
  readonly key?: string;
  /** Where the files ask for it. */
  readonly origin: Origin;
}

/** The form of an address in which two spellings of one thing are equal, and things that hang on something else are not. */
export function addressKey(address: Address, kinds: Kinds): string {
  return thingKey(kindAt(kinds, address), address.path, address.key);
}

/** The same for a thing of a kind. */
export function thingKey(kind: PlacedKind, path: string | undefined, key: string | undefined): string {
  return formatAddress({
    kind: isTopLevel(kind) ? kind.name : `${kind.parent}.${kind.name}`,
    ...(path === undefined ? {} : { path: foldPath(kind, path) }),
    ...(key === undefined ? {} : { key: kind.key?.caseless ? fold(key) : key }),
  });
}

/** The same for what a member of a kind hangs on; undefined for what hangs on nothing. */
export function parentKey(kind: PlacedKind, path: string | undefined, kinds: Kinds): string | undefined {
  return isTopLevel(kind) ? undefined : thingKey(topKind(kinds, kind.parent), path, undefined);
}

/** The same for what a reference in a draft names; undefined for what is no thing of a kind, such as a user. */
export function namedKey(
  target: string,
  name: string,
  by: { readonly kind: PlacedKind; readonly path?: string | undefined },
  kinds: Kinds,
): string | undefined {
  const kind = kinds.get(target);
  const place = kind && placeOfNamed(kind, name, by);
  return place && addressKey(place, kinds);
}

/** The same for what the names in a draft lie in: what it hangs on, or the group or project itself. */
export function namesKey(
  by: { readonly kind: PlacedKind; readonly path?: string | undefined },
  kinds: Kinds,
): string | undefined {
  return by.kind.tree ? thingKey(by.kind, by.path, undefined) : parentKey(by.kind, by.path, kinds);
}
