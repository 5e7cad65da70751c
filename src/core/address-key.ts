import { type Address, fold, formatAddress } from "./address.js";
import { placeOfNamed } from "./body-fields.js";
import { foldPath, isTopLevel, kindAt, type Kinds, type PlacedKind, topKind } from "./kind.js";

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

/** The same for the parent of a resource; undefined at the top. */
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

/** The same for the group or project in which the names of a draft are looked up: its parent, or the group or project itself. */
export function namesKey(
  by: { readonly kind: PlacedKind; readonly path?: string | undefined },
  kinds: Kinds,
): string | undefined {
  return by.kind.tree ? thingKey(by.kind, by.path, undefined) : parentKey(by.kind, by.path, kinds);
}
