import { fold, formatAddress } from "../core/address.js";
import type { Resources } from "../trueup.js";
import { isObjectValue, type ObjectValue } from "./cty/value.js";
import { identityOf, type Identity, type ResourceType } from "./resource-type.js";

/** What becomes of a thing whose identity changes. */
export interface IdentityChange {
  /** Names of the attributes for whose sake another thing takes its place; empty where it stays the same thing. */
  readonly replaced: readonly string[];
  /** True if it stays and is known by another address afterwards. */
  readonly isMoved: boolean;
}

/**
 * What a plan makes of a thing whose path or key changes. A group or project is renamed or transferred, and so is what is known by a number and not by its key. What
 * lies in a group or project moves along with it: only where its new holder is there already it is another holder, and another thing.
 * @param holderAt finds a group or project; undefined while no server is known
 */
export async function identityChange(
  type: ResourceType,
  prior: ObjectValue,
  planned: ObjectValue,
  holderAt: ((holder: { readonly kind: string; readonly path: string }) => Promise<boolean>) | undefined,
): Promise<IdentityChange> {
  const { attributes, kind } = type;
  const [before, after] = [identityOf(type, prior), identityOf(type, planned)];
  const shapes = Object.keys(attributes).filter(
    (name) => attributes[name]?.role === "shape" && isObjectValue(prior[name]) !== isObjectValue(planned[name]),
  );
  if (shapes.length > 0) return { replaced: shapes, isMoved: false };
  const changed = (role: "path" | "key") =>
    Object.keys(attributes).filter((name) => attributes[name]?.role === role && prior[name] !== planned[name]);
  const [paths, keys] = [changed("path"), changed("key")];
  if (keys.length > 0 && isKnownByKey(type)) return { replaced: keys, isMoved: false };
  const { under } = kind.place;
  if (
    paths.length > 0 &&
    under !== undefined &&
    after.path !== undefined &&
    (await holderAt?.({ kind: under, path: after.path }))
  ) {
    return { replaced: paths, isMoved: false };
  }
  return { replaced: [], isMoved: paths.length + keys.length > 0 || !isSameAddress(before, after) };
}

/** True if routes name the thing by its key, so that another key is another thing. */
function isKnownByKey({ kind }: ResourceType): boolean {
  return [kind.routes.update, kind.routes.read].some((route) => route?.includes("{key}"));
}

/** True if two identities have one address. */
export function isSameAddress(a: Identity, b: Identity): boolean {
  return fold(formatAddress(a)) === fold(formatAddress(b));
}

/**
 * Where a thing lives now that is to live elsewhere: itself, under its old name; or under the new name of what it lies in, if that was renamed before. Undefined if it
 * lies in another group or project than it is to.
 */
export async function currentPlace(
  { kind, isPermanent }: ResourceType,
  before: Identity,
  after: Identity,
  resources: Resources,
): Promise<Identity | undefined> {
  if (kind.place.under === undefined || before.path === after.path || after.path === undefined) return before;
  const movedAlong: Identity = { ...before, path: after.path };
  const seen = await resources.read({ ...movedAlong }, { attributes: [] });
  if (!seen) return undefined;
  const isNumbered = before.id !== undefined && /^\d+$/.test(before.id);
  return isPermanent || !isNumbered || String(seen.id) === before.id ? movedAlong : undefined;
}
