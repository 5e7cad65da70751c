import type { Action, Change, Plan } from "../core/plan.js";
import { figure } from "./nouns.js";

/**
 * The changes of a plan in two parts: `shown` is what its request asks for and every delete, which nothing may hide; `before` was off before, and is folded. Of a plan of
 * no request all are shown.
 */
export function byOrigin({ changes }: Pick<Plan, "changes">): Readonly<Record<"shown" | "before", readonly Change[]>> {
  const isFolded = ({ origin, action }: Change) => origin === "before" && action !== "delete";
  return { shown: changes.filter((change) => !isFolded(change)), before: changes.filter(isFolded) };
}

/** What is said behind a change that is shown and that the request does not ask for. */
export function originText({ origin }: Pick<Change, "origin">): string {
  return origin === "before" ? " (off before this request)" : "";
}

const actions: readonly Action[] = ["create", "update", "move", "restore"];

/** What was off before, on one line: `163 more differences were there before this request: 3 to create, 160 to update`. */
export function beforeLine(before: readonly Change[]): string {
  const counts = actions.flatMap((action) => {
    const many = before.filter((change) => change.action === action).length;
    return many === 0 ? [] : [`${figure(many)} to ${action}`];
  });
  const what = before.length === 1 ? "1 more difference was" : `${figure(before.length)} more differences were`;
  return `${what} there before this request: ${counts.join(", ")}`;
}
