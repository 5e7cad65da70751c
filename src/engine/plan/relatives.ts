import { addressKey } from "../../core/address-key.js";
import { fold, isAtOrUnder, isUnder, pathsAbove } from "../../core/address.js";
import type { NamedReference } from "../../core/body-fields.js";
import type { Field } from "../../core/fields.js";
import { asList, isObject, type Value } from "../../core/json.js";
import { fieldsOf, isTopLevel, topKind } from "../../core/kind.js";
import { each, ifReadable } from "../snapshot/index.js";
import type { ChangeDraft } from "./draft.js";
import type { KnownMembers } from "./membership.js";
import { placeNeed } from "./shown.js";

type KnownGroups = Omit<KnownMembers, "ids">;

/** Why a group is none that may be named in a place. */
export interface Unrelated {
  readonly rule: "reference.ineligible" | "reference.uninvited";
  readonly message: string;
  /** It stops nothing: servers keep the name. */
  readonly isWarning?: true;
}

/** Why a group cannot be named in a draft, now or once the plan has shared what the draft belongs to; undefined if it can. */
export function whyUnrelated(known: KnownGroups, draft: ChangeDraft, named: NamedReference): Unrelated | undefined {
  const { kind, path = "" } = draft;
  const { name, field } = named;
  const ineligible = (message: string) => ({ rule: "reference.ineligible", message }) as const;
  const isInGroup = kind.parent === field.target;
  // The documents take subgroups only; real servers also the group itself and those that it is shared with.
  if (known.basis.capabilities.dialect === "neutral" && isInGroup)
    return isUnder(name, path)
      ? undefined
      : ineligible(`${name} is no subgroup of ${path}: the server would drop the name without a word`);
  const { among, kept } = field.eligible ?? {};
  const isAbove = among === "invited" && isUnder(path, name);
  if (isAbove || isAtOrUnder(name, path) || (!isTopLevel(kind) && isSharedWith(known, kind.parent, path, named)))
    return undefined;
  // Only groups hold groups.
  if (isInGroup)
    return ineligible(`${name} is neither ${path} nor a subgroup of it: the server would drop the name without a word`);
  if (among === "invited" && isSharedAbove(known, draft, named)) return undefined;
  const effect = kept ?? "the server would refuse the name, or drop it without a word";
  const message = `${path} is not shared with ${name}: ${effect}; share ${path} with the group`;
  return { rule: "reference.uninvited", message, ...(kept === undefined ? {} : { isWarning: true }) };
}

/** True if a group above is shared with the group. What cannot be read of those counts as shared. */
function isSharedAbove(known: KnownGroups, { kind, path = "" }: ChangeDraft, named: NamedReference): boolean {
  const holder = known.basis.kinds.get(kind.parent)?.tree?.parent;
  if (holder === undefined) return false;
  return each(pathsAbove(path), (at) => ifReadable(() => isSharedWith(known, holder, at, named)) ?? true).includes(true);
}

function isSharedWith(
  { basis, facts, drafts }: KnownGroups,
  kind: string,
  path: string,
  { field, name }: NamedReference,
): boolean {
  const fields = fieldsOf(topKind(basis.kinds, kind));
  const attributes = Object.keys(fields).filter((candidate) => fields[candidate]?.links);
  const shown = facts({ ...placeNeed(kind, path), attributes, long: true })?.spec ?? {};
  const declared = drafts.get(addressKey({ kind, path }, basis.kinds))?.desired?.spec ?? {};
  const sharedWith = attributes.flatMap((attribute) =>
    [declared[attribute], shown[attribute]].flatMap((list) => entryNames(fields[attribute], list)),
  );
  const id = field.target === undefined ? undefined : facts(placeNeed(field.target, name))?.id;
  return sharedWith.some((item) => item === id || (typeof item === "string" && fold(item) === fold(name)));
}

/** Names and numbers that the entries of a list point at. */
function entryNames(field: Field | undefined, list: Value | undefined): Value[] {
  const parts = field?.identity ?? [];
  return asList(list).flatMap((entry) => (isObject(entry) ? parts.map((part) => entry[part] ?? null) : []));
}
