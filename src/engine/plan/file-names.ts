import { addressKey } from "../../core/address-key.js";
import type { NameInText } from "../../core/behaviour.js";
import { lookupOf } from "../../core/lookup.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { type Basis, each, type Facts, ifReadable } from "../snapshot/index.js";
import { type ChangeDraft, draftKey, source } from "./draft.js";
import { placeNeed } from "./shown.js";

/** Names in committed files that nothing has, neither live nor made by this plan: the server takes such a file, and ignores the name. */
export function unknownInFiles(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const byKey = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  const asked = drafts.flatMap((draft) => {
    const { action, kind, key = "", write } = draft;
    const content = write[kind.committed?.content ?? ""];
    if (action === "delete" || typeof content !== "string") return [];
    return (kind.committed?.namesIn(key, content) ?? []).map((named) => ({ draft, named }));
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
    const place = { addresses: [draft.address], ...source(draft.desired, draft.kind.committed?.content) };
    return [{ rule: named.rule, message: messageOf(basis, named), ...place }];
  }).flat();
}

function messageOf({ kinds, directory }: Basis, { name, among, says, effect }: NameInText): string {
  const titles = among.map((target) => lookupOf(kinds, directory, target)?.title ?? target);
  return `${says}, but there is no ${titles.join(" or ")} ${name} that this token may see: ${effect}`;
}
