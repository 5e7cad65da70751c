import type { Action, Change, Plan } from "../core/plan.js";
import { figure } from "./nouns.js";

/** The changes of a plan: those that its request asks for, and those for what was off before it. Of a plan of no request all are its own. */
export function byOrigin({ changes }: Pick<Plan, "changes">): {
  readonly own: readonly Change[];
  readonly before: readonly Change[];
} {
  return {
    own: changes.filter(({ origin }) => origin !== "before"),
    before: changes.filter(({ origin }) => origin === "before"),
  };
}

const actions: readonly Action[] = ["create", "update", "move", "restore", "delete"];

/** What was off before, on one line: `163 more differences were there before this request: 3 to create, 160 to update`. */
export function beforeLine(before: readonly Change[]): string {
  const counts = actions.flatMap((action) => {
    const many = before.filter((change) => change.action === action).length;
    return many === 0 ? [] : [`${figure(many)} to ${action}`];
  });
  const what = before.length === 1 ? "1 more difference was" : `${figure(before.length)} more differences were`;
  return `${what} there before this request: ${counts.join(", ")}`;
}
