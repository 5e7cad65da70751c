import { type Address, addressOf, fold, formatAddress } from "../core/address.js";
import { isRenamable, type Kind, topParent, placeSaid } from "../core/kind.js";
import { attributeWithRole, hasNumber } from "../derive/terraform/roles.js";
import type { DesiredResource, Resources } from "../trueup.js";
import { isObjectValue, isUnknown, type ObjectValue } from "./cty/value.js";
import { type Identity, stateIdentity, type ResourceType } from "./resource-type.js";
import type { RunMemory } from "./run-memory.js";

/** What becomes of a thing whose identity changes. */
export interface IdentityChange {
  /** Names of the attributes for whose sake another thing takes its place; empty where it stays. */
  readonly replaced: readonly string[];
  /** True if what it will be known by cannot be told yet. */
  readonly isOpen: boolean;
}

/** What else is known when something is planned: what the same run makes of parents, and where the platform leads from an old path. */
export interface ParentFacts {
  readonly memory: Pick<RunMemory, "isMadeAnew" | "isWithinMadeAnew" | "placeOf">;
  /** The path that a group or project has now that was at the path of the address; undefined where it has that path, or is gone. */
  readonly movedPath: (parent: Kind, address: Address) => Promise<string | undefined>;
}

/**
 * What a plan makes of a thing whose path or key changes. A group or project is renamed or transferred, and so is what is known by a number and not by its key. What
 * lies in a group or project stays the same thing only where that is known to have moved; else another thing takes its place, and so it does in what is made anew.
 */
export async function identityChange(
  type: ResourceType,
  prior: ObjectValue,
  planned: ObjectValue,
  facts: ParentFacts,
): Promise<IdentityChange> {
  const { attributes, kind } = type;
  const changed = (role: "path" | "key" | "shape") =>
    Object.keys(attributes).filter((name) => attributes[name]?.role === role && prior[name] !== planned[name]);
  const isOther = (name: string): boolean => isObjectValue(prior[name]) !== isObjectValue(planned[name]);
  const shapes = changed("shape").filter((name) => !isUnknown(planned[name]) && isOther(name));
  const [paths, keys] = [changed("path"), changed("key")];
  const [before, after] = [stateIdentity(type, prior), stateIdentity(type, planned)];
  const isKnown = paths.every((name) => !isUnknown(planned[name]));
  const becomes = await placeChange(type, before, isKnown ? after : undefined, facts);
  const id = attributeWithRole(attributes, "id");
  return {
    replaced: [
      ...shapes,
      ...(isRenamable(placeSaid(kind, before)) ? [] : keys),
      ...(becomes === "another" ? [...paths, ...(id === undefined ? [] : [id])] : []),
    ],
    isOpen: becomes === "another" || becomes === "moved",
  };
}

/** What becomes of the place of a thing: it stays, goes along with what it lies in, or another thing is made in another one. */
async function placeChange(
  { kind, holders }: ResourceType,
  before: Identity,
  after: Identity | undefined,
  { memory, movedPath }: ParentFacts,
): Promise<"same" | "moved" | "another"> {
  if (kind.tree) return memory.isWithinMadeAnew(kind, after?.path ?? before.path ?? "") ? "another" : "same";
  const parent = holders.find(({ name }) => name === placeSaid(kind, before).parent);
  if (!parent || before.path === undefined) return "same";
  const place = memory.placeOf(parent, before.path);
  if (!after) return place === null ? "moved" : "another";
  if (before.parent !== after.parent || after.path === undefined) return "another";
  if (memory.isMadeAnew(parent, after.path)) return "another";
  if (fold(before.path) === fold(after.path)) return "same";
  const now = place ?? (await movedPath(parent, addressOf(before)));
  return now !== undefined && fold(now) === fold(after.path) ? "moved" : "another";
}

/** True if two identities have one address. */
export function isSameAddress(a: Identity, b: Identity): boolean {
  return a.parent === b.parent && fold(formatAddress(a)) === fold(formatAddress(b));
}

/** What is asked of a thing that is there: of one that gets another name, where it is until then. */
export function changeOf({ kind }: ResourceType, asked: DesiredResource, { id, ...from }: Identity): DesiredResource {
  return {
    ...asked,
    ...(isSameAddress(from, asked) ? {} : { from }),
    ...(id !== undefined && hasNumber(kind) ? { id } : {}),
  };
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
  const isSame = hasNumber(kind) ? String(live.id) === id : !(await isThere({ kind: parent, path: old.path }, resources));
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
