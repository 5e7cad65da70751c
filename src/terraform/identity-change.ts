import { fold, formatAddress } from "../core/address.js";
import { topParent, placeSaid } from "../core/kind.js";
import { isNumbered } from "../derive/terraform/roles.js";
import type { Resources } from "../trueup.js";
import { isObjectValue, isUnknown, type ObjectValue } from "./cty/value.js";
import type { Identity, ResourceType } from "./resource-type.js";

/** What becomes of a thing whose identity changes. */
export interface IdentityChange {
  /** Names of the attributes for whose sake another thing takes its place; empty where it stays. */
  readonly replaced: readonly string[];
  /** True if what it will be known by cannot be told yet. */
  readonly isOpen: boolean;
}

/**
 * What a plan makes of a thing whose path or key changes. A group or project is renamed or transferred, and so is what is known by a number and not by its key. What
 * lies in a group or project may move along with it or into another one: which it is shows only when it is applied, after what it depends on (`currentPlace`).
 */
export function identityChange(type: ResourceType, prior: ObjectValue, planned: ObjectValue): IdentityChange {
  const { attributes, kind } = type;
  const changed = (role: "path" | "key") =>
    Object.keys(attributes).filter((name) => attributes[name]?.role === role && prior[name] !== planned[name]);
  const shapes = Object.keys(attributes).filter(
    (name) =>
      attributes[name]?.role === "shape" &&
      !isUnknown(planned[name]) &&
      isObjectValue(prior[name]) !== isObjectValue(planned[name]),
  );
  const [paths, keys] = [changed("path"), changed("key")];
  const replaced = [...shapes, ...(isNumbered(kind) ? [] : keys)];
  const isElsewhere = paths.some((name) => attributes[name]?.of !== undefined);
  return { replaced, isOpen: isElsewhere };
}

/** True if two identities have one address. */
export function isSameAddress(a: Identity, b: Identity): boolean {
  return a.parent === b.parent && fold(formatAddress(a)) === fold(formatAddress(b));
}

/**
 * Where a thing lives now that is to live elsewhere: where it was; or, where what it lies in was renamed before, there under the new name. Undefined if it lies in
 * another group or project than it is to.
 */
export async function livePlace(
  { kind }: ResourceType,
  before: Identity,
  after: Identity,
  resources: Resources,
): Promise<Identity | undefined> {
  const { id, ...old } = before;
  if (kind.tree) return (await placeByNumber(before, resources)) ?? before;
  if (old.parent !== after.parent) return undefined;
  const { parent } = placeSaid(kind, old);
  if (parent === topParent || old.path === undefined || after.path === undefined || fold(old.path) === fold(after.path))
    return before;
  const along = { ...old, path: after.path };
  const live = await resources.read(along, { attributes: [] });
  if (!live) return undefined;
  const isSame = isNumbered(kind) ? String(live.id) === id : !(await isThere({ kind: parent, path: old.path }, resources));
  return isSame ? { ...along, ...(id === undefined ? {} : { id }) } : undefined;
}

/** True if a group or project has this very path: its old one may still lead to it. */
async function isThere(holder: { readonly kind: string; readonly path: string }, resources: Resources): Promise<boolean> {
  const live = await resources.read(holder, { attributes: [] });
  return live?.path !== undefined && fold(live.path) === fold(holder.path);
}

/** Where a group or project is now: what it lies in may have been renamed before it. */
async function placeByNumber({ id, ...old }: Identity, resources: Resources): Promise<Identity | undefined> {
  const known = id === undefined ? {} : { id };
  const live = await resources.read(old, { attributes: [], ...known });
  return live && { ...old, ...(live.path === undefined ? {} : { path: live.path }), ...known };
}
