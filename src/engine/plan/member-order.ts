import { parentKey, thingKey } from "../../core/address-key.js";
import { pathsAbove } from "../../core/address.js";
import { append } from "../../core/append.js";
import type { Fields } from "../../core/fields.js";
import type { Spec, Value } from "../../core/json.js";
import { type Kinds, type PlacedKind, kindsUnder } from "../../core/kind.js";
import { compareStrictness } from "../../core/strictness.js";
import type { Basis } from "../snapshot/index.js";
import { type ChangeDraft, draftKey } from "./draft.js";
import { isOwnMembership } from "./membership.js";

/** The first is carried out after the second. */
export type DraftPair = readonly [later: ChangeDraft, earlier: ChangeDraft];

/**
 * Which changes of members must not swap. Of one group or project somebody becomes owner before an owner falls, so that it never lacks one, and who asks comes last, while it still may;
 * and who is to have less below a group has less in the group first.
 */
export function memberPairs(
  drafts: readonly ChangeDraft[],
  { kinds, capabilities }: Pick<Basis, "kinds" | "capabilities">,
): readonly DraftPair[] {
  const members = drafts.filter(({ kind }) => kind.makesMembers !== undefined);
  const byThing = new Map<string, ChangeDraft[]>();
  for (const draft of members) append(byThing, parentKey(draft.kind, draft.path, kinds) ?? "", draft);
  const byKey = new Map(members.map((draft) => [draftKey(draft), draft]));
  return [
    ...[...byThing.values()].flatMap((list) => pairsOnOne(list, { capabilities })),
    ...members.flatMap((draft) => pairsAbove(draft, byKey, kinds)),
  ];
}

function pairsOnOne(list: readonly ChangeDraft[], basis: Pick<Basis, "capabilities">): DraftPair[] {
  const own = list.filter((draft) => isOwnMembership(draft, basis));
  const others = list.filter((draft) => !own.includes(draft));
  const newOwners = others.filter(({ fields, kind, write, action }) => action !== "delete" && isOwner(kind, fields, write));
  const oldOwners = others.filter((draft) => falls(draft) && isOwner(draft.kind, draft.fields, draft.live?.spec ?? {}));
  return [...inTurn(newOwners, oldOwners), ...inTurn(others, own)];
}

/** All of the later ones after all of the earlier ones; what comes after the first of the later ones comes after those, too, so that pairs stay few. */
function inTurn(earlier: readonly ChangeDraft[], later: readonly ChangeDraft[]): DraftPair[] {
  const [first, ...rest] = later;
  if (first === undefined || earlier.length === 0) return [];
  return [...earlier.map((one): DraftPair => [first, one]), ...rest.map((one): DraftPair => [one, first])];
}

/**
 * Who is to have less than in the group has less in the group first: no level may be below what is inherited. Else who goes above is there below first, and who goes below is there above
 * first, or servers would take the name out of rules.
 */
function pairsAbove(draft: ChangeDraft, byKey: ReadonlyMap<string, ChangeDraft>, kinds: Kinds): DraftPair[] {
  const { kind, path = "", key } = draft;
  const holder = kinds.get(kind.parent)?.tree?.parent;
  if (holder === undefined) return [];
  const above = kindsUnder(kinds, holder).filter(({ makesMembers }) => makesMembers !== undefined);
  const pairs: DraftPair[] = [];
  for (const at of pathsAbove(path)) {
    for (const place of above) {
      const other = byKey.get(thingKey(place, at, key));
      if (!other) continue;
      if (draft.action === "delete") pairs.push(...(falls(other) ? [] : [[draft, other] as const]));
      else if (falls(other)) pairs.push(isBelow(draft, other) ? [draft, other] : [other, draft]);
    }
  }
  return pairs;
}

/** Who leaves one place while the plan gives the same level or more above: the deletes, which take nothing from anybody. */
export function madeUpFor(pairs: readonly DraftPair[]): ReadonlySet<ChangeDraft> {
  const isMadeUp = ([gone, above]: DraftPair) => {
    const [old, now] = [levelIn(gone, gone.live?.spec ?? {}), levelIn(above, above.write)];
    const field = gone.fields[gone.kind.makesMembers ?? ""];
    return field !== undefined && old !== undefined && now !== undefined && (compareStrictness(field, now, old) ?? -1) >= 0;
  };
  const leaving = pairs.filter(
    ([{ action, key }, above]) => action === "delete" && above.action !== "delete" && above.key === key,
  );
  return new Set(leaving.filter(isMadeUp).map(([gone]) => gone));
}

function levelIn({ kind }: ChangeDraft, spec: Spec): Value | undefined {
  return spec[kind.makesMembers ?? ""];
}

/** True where a level may not be given before somebody above has lost the one there. */
function isBelow({ kind, fields, write, live }: ChangeDraft, above: ChangeDraft): boolean {
  const name = kind.makesMembers ?? "";
  const [field, value, inherited] = [
    fields[name],
    write[name] ?? live?.spec[name],
    above.live?.spec[above.kind.makesMembers ?? ""],
  ];
  if (field === undefined || value === undefined || inherited === undefined) return true;
  return (compareStrictness(field, value, inherited) ?? -1) < 0;
}

/** True for the highest of the levels. */
function isOwner({ makesMembers = "" }: PlacedKind, fields: Fields, spec: Spec): boolean {
  const [field, value] = [fields[makesMembers], spec[makesMembers]];
  const highest = field?.values?.at(-1);
  return field !== undefined && value !== undefined && compareStrictness(field, value, highest ?? null) === 0;
}

/** True for a draft that gives somebody less than before. */
export function falls({ action, kind, fields, write, live }: ChangeDraft): boolean {
  if (action === "delete") return true;
  const name = kind.makesMembers ?? "";
  const [field, value, before] = [fields[name], write[name], live?.spec[name]];
  if (field === undefined || value === undefined || before === undefined) return false;
  return (compareStrictness(field, value, before) ?? 0) < 0;
}
