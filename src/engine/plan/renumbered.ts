import { addressKey, namedKey } from "../../core/address-key.js";
import { fieldsOf } from "../../core/kind.js";
import { referencesIn } from "../../core/named.js";
import type { Basis, Observations, Observed } from "../snapshot/index.js";
import { type ChangeDraft, type Preserved, draftKey } from "./draft.js";
import { carriedByDeclaration } from "./drafts.js";
import { isReplaced } from "./preserved.js";

/** True for a draft whose thing has another number afterwards, or its first one. */
export function getsNumber({ action, kind, fields, write }: ChangeDraft, version: string): boolean {
  return (
    action === "create" || (action === "update" && isReplaced({ kind, fields, write }, version) && Object.keys(write).length > 0)
  );
}

/**
 * What is deleted and created again has another number then, and the platform takes it out of whatever named it by the old one: declared things that do are written
 * again, with what they name now, also where nothing about them changes.
 */
export function withRenumbered(
  { kinds, capabilities }: Basis,
  observations: Observations,
  drafts: readonly ChangeDraft[],
): readonly ChangeDraft[] {
  const renumbered = new Set(
    drafts.filter((draft) => draft.action === "update" && getsNumber(draft, capabilities.version)).map(draftKey),
  );
  if (renumbered.size === 0) return drafts;
  const isLost = (target: string, name: string, { desired, kind }: Observed) =>
    renumbered.has(namedKey(target, name, { ...desired, kind }, kinds) ?? "");
  const lost = new Map(
    observations.observed.flatMap((one) => {
      const preserved = lostOf(one, (target, name) => isLost(target, name, one));
      return preserved.length === 0 ? [] : [[addressKey(one.desired, kinds), { one, preserved }] as const];
    }),
  );
  const known = new Set(drafts.map(draftKey));
  const repeated = drafts.map((draft) => {
    const preserved = (lost.get(draftKey(draft))?.preserved ?? []).filter(({ path }) => draft.write[path] === undefined);
    return preserved.length === 0 ? draft : { ...draft, preserved: [...draft.preserved, ...preserved] };
  });
  const others = [...lost].flatMap(([key, { one, preserved }]) => (known.has(key) ? [] : [writtenAgain(one, preserved)]));
  return [...repeated, ...others];
}

/** Attributes of a live thing by which it loses what it names. */
function lostOf({ desired, kind, live }: Observed, isLost: (target: string, name: string) => boolean): Preserved[] {
  if (!live || desired.ensure === "absent") return [];
  const fields = fieldsOf(kind, { key: desired.key });
  return Object.entries(live.spec).flatMap(([path, value]) => {
    const field = fields[path];
    if (!field || value === undefined) return [];
    return referencesIn(field, value, path).some((one) => isLost(one.field.target ?? "", one.name)) ? [{ path, value }] : [];
  });
}

function writtenAgain({ desired, kind, live, livePath }: Observed, preserved: readonly Preserved[]): ChangeDraft {
  const { address, path, key } = desired;
  const fields = fieldsOf(kind, { key });
  const write = {
    ...Object.fromEntries(preserved.map((one) => [one.path, one.value])),
    ...carriedByDeclaration(fields, desired),
  };
  const thing = { address, kind, fields, path, key, desired, live, livePath };
  return { ...thing, action: "update", differences: [], write, preserved, unverifiable: [] };
}
