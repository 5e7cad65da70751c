import { shownKey } from "../../core/kind.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { type Difference, diffName } from "../forms/index.js";
import { type Observed, routeKey } from "../snapshot/index.js";
import { type CallFacts, type ChangeContent, ownParams } from "./change-content.js";
import { type ChangeDraft, type DraftCall, source } from "./draft.js";

/** How a plan tells that one thing becomes part of another: as the other's name, which the one takes on. */
export function mergedNames({ kind, desired, merges }: Observed): Difference[] {
  return merges ? diffName(kind.key?.read ?? "", routeKey(kind, desired), shownKey(kind, merges.marks)) : [];
}

/** The call that makes one of two. */
export function mergeCall(asked: ChangeContent, facts: CallFacts): DraftCall {
  const { merge } = asked.kind.routes;
  const body = merge ? { [merge.from]: facts.merges?.id ?? null, [merge.into]: facts.live?.id ?? null } : {};
  return { route: merge?.route ?? "", params: ownParams(asked, facts), body, phase: "open" };
}

/** Nobody can take one of two apart again: that asks for what a delete of data asks for. */
export function lastingMerges(drafts: readonly ChangeDraft[], allowDelete: readonly string[]): PlanDiagnostic[] {
  return drafts.flatMap(({ kind, merges, live, address, desired }): PlanDiagnostic[] => {
    if (!merges || !live || allowDelete.includes(kind.name)) return [];
    const [from, into] = [merges, live].map(({ marks }) => shownKey(kind, marks));
    const message = `both exist, so ${from} becomes part of ${into}, which nobody can undo: say --allow-delete ${kind.name}`;
    return [{ rule: "guard.allow-delete", message, addresses: [address], ...source(desired, "moved_from") }];
  });
}
