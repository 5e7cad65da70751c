import { namesKey } from "../../core/address-key.js";
import { fold } from "../../core/address.js";
import { referencesIn } from "../../core/body-fields.js";
import type { Fields } from "../../core/fields.js";
import { type PlacedKind, fieldsOf, kindAt } from "../../core/kind.js";
import type { Change, Outcome } from "../../core/plan.js";
import { type LiveInstance, decide, newestReader, unlessRefused } from "../live/index.js";
import { addressOfChange, locksFromAbove, whyLocked, whyNoMember } from "../plan/index.js";
import { type Facts, each } from "../snapshot/index.js";

/** What did not stick of one change. */
export type NotStuck = NonNullable<Outcome["notStuck"]>[number];

/** What was changed. */
interface Changed {
  readonly kind: PlacedKind;
  readonly path: string | undefined;
  readonly fields: Fields;
}

/**
 * The same with causes that only the server can tell: what a group above or the instance enforces, and names of people who are no members. These are the sentences with which the next plan refuses the
 * value, so that nobody asks for it again and again. Reads the settings above or the members, only where something did not stick; what cannot be read leaves the likely cause as it is.
 */
export async function withCauses(
  change: Change,
  missing: readonly NotStuck[],
  instance: LiveInstance,
): Promise<readonly NotStuck[]> {
  const names = addressOfChange(change, instance.kinds);
  const kind = kindAt(instance.kinds, names);
  const thing = { kind, path: names.path, fields: fieldsOf(kind, { key: names.key }) };
  const withThem = async () =>
    decide(newestReader(instance), (facts) =>
      each(missing, (part) => {
        const cause = whyEnforced(thing, part, instance, facts) ?? whyDropped(thing, part, instance, facts);
        return cause === undefined ? part : { ...part, cause };
      }),
    );
  return (await unlessRefused(() => true, withThem)) ?? missing;
}

function whyEnforced(thing: Changed, { path }: NotStuck, instance: LiveInstance, facts: Facts): string | undefined {
  const held = locksFromAbove(instance, { observed: [] }, facts)(thing, path);
  return held && whyLocked(path, held);
}

/** Servers drop people from lists who are no members, and answer with success (the reference of real servers, approval rules and protected environments). */
function whyDropped(
  { fields, ...holder }: Changed,
  { path, asked, live }: NotStuck,
  instance: LiveInstance,
  facts: Facts,
): string | undefined {
  const field = fields[path];
  if (field === undefined || asked === undefined) return undefined;
  const kept = new Set(referencesIn(field, live ?? [], path).map(({ name }) => fold(name)));
  const lost = referencesIn(field, asked, path).filter(
    (reference) => reference.field.eligible?.among === "members" && !kept.has(fold(reference.name)),
  );
  if (lost.length === 0) return undefined;
  const { kind, path: at } = holder;
  const id = at === undefined ? undefined : facts({ read: "tree", kind: kind.parent, path: at, attributes: [] })?.id;
  const ids = new Map(id === undefined ? [] : [[namesKey(holder, instance.kinds) ?? "", id]]);
  const known = { basis: instance, facts, drafts: new Map(), ids };
  const reasons = each(lost, (reference) => whyNoMember(known, holder, reference)).filter((reason) => reason !== undefined);
  return reasons.length === 0 ? undefined : reasons.join("; ");
}
