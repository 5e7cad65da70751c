import { fold, formatAddress, isUnder } from "../../core/address.js";
import { placedKinds } from "../../core/kind.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { type Basis, each, type Facts, together } from "../snapshot/index.js";
import type { ChangeDraft } from "./draft.js";
import { heirsOf } from "./heirs.js";
import { source } from "./provenance.js";

/** What goes with what is deleted, declared or not. */
export function goingAlong(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  return together(
    () => contentsOf(basis, drafts, facts),
    () => heirsOf(basis, drafts, facts),
  ).flat();
}

/** Deleting a group deletes what lies in it: the plan says what that is, declared or not. */
function contentsOf(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const deleted = new Set(drafts.filter((draft) => draft.action === "delete").map((draft) => fold(draft.address)));
  const emptied = drafts.filter(({ action, kind }) => action === "delete" && kind.tree?.parent === kind.name);
  return each(emptied, (draft): PlanDiagnostic[] => {
    const held = placedKinds(basis.kinds).filter(({ tree }) => tree?.parent === draft.kind.name);
    const root = draft.livePath ?? draft.path ?? "";
    const all = each(held, (kind) => facts({ read: "below", kind: kind.name, root })).flat();
    // What is on its way out already goes with all that lies in it.
    const leaving = all.flatMap(({ scheduledForDeletion, path = "" }) => (scheduledForDeletion ? [path] : []));
    const isGoing = (path: string) => leaving.some((one) => one === path || isUnder(path, one));
    const unsaid = all
      .filter(({ path = "" }) => !isGoing(path))
      .map((live) => formatAddress(live))
      .filter((address) => !deleted.has(fold(address)));
    if (unsaid.length === 0) return [];
    const message = `deleting it also deletes ${unsaid.length} more: ${unsaid.slice(0, 20).join(", ")}${unsaid.length > 20 ? ", …" : ""}`;
    return [{ rule: "delete.contents", message, addresses: [draft.address], ...source(draft.desired) }];
  }).flat();
}
