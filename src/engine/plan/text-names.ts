import { addressKey } from "../../core/address-key.js";
import type { NameInText } from "../../core/behaviour.js";
import { lookupOf } from "../../core/lookup.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { type Basis, each, type Facts, ifReadable } from "../snapshot/index.js";
import { type ChangeDraft, draftKey, source } from "./draft.js";
import { placeNeed } from "./shown.js";

/** Names in written texts that nothing has, neither live nor made by this plan: the server takes such a text, and ignores the name. */
export function unknownInTexts(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const byKey = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  const asked = drafts.flatMap((draft) => {
    const { action, kind, key, write } = draft;
    const names = action === "delete" ? [] : (kind.namesInTexts?.(key ?? "", write) ?? []);
    return names.map((named) => ({ draft, named }));
  });
  const has = (name: string, target: string): boolean => {
    if (!basis.kinds.get(target)?.tree) return facts({ read: "id", target, name }) !== undefined;
    const made = byKey.get(addressKey({ kind: target, path: name }, basis.kinds));
    return made === undefined ? facts(placeNeed(target, name)) !== undefined : made.action !== "delete";
  };
  return each(asked, ({ draft, named }): PlanDiagnostic[] => {
    // A name that cannot be looked up may be there.
    const isThere = ifReadable(() => named.among.some((target) => has(named.name, target))) ?? true;
    if (isThere) return [];
    const { rule, attribute } = named;
    const message = messageOf(basis, named);
    return [{ rule, message, addresses: [draft.address], ...source(draft.desired, attribute) }];
  }).flat();
}

function messageOf({ kinds, directory }: Basis, { name, among, says, effect }: NameInText): string {
  const titles = among.map((target) => lookupOf(kinds, directory, target)?.title ?? target);
  return `${says}, but there is no ${titles.join(" or ")} ${name} that this token may see: ${effect}`;
}
