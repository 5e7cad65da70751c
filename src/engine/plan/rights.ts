import { fold, pathsAbove } from "../../core/address.js";
import { type Kinds, kindAt } from "../../core/kind.js";
import type { Change, Plan } from "../../core/plan.js";
import { type Right, rightFor } from "../../core/role.js";
import { topName } from "../../core/steps.js";
import { addressOfChange } from "./change-address.js";

/** The rights that the calls of a plan ask for. Whoever makes a group or project owns it, so that what lies in it asks for nothing more. */
export function rightsOfPlan(kinds: Kinds, { changes }: Pick<Plan, "changes">): Right[] {
  const paths = changes.flatMap((change) => {
    const address = addressOfChange(change, kinds);
    return change.action === "create" && kindAt(kinds, address).tree ? fold(address.path ?? "") : [];
  });
  const made = new Set(paths);
  return changes.flatMap((change) => {
    const right = change.calls.length === 0 ? undefined : rightOf(kinds, change);
    const path = right?.at?.path;
    const isMade = path !== undefined && [path, ...pathsAbove(path)].some((one) => made.has(fold(one)));
    return right === undefined || isMade ? [] : right;
  });
}

function rightOf(kinds: Kinds, change: Change): Right | undefined {
  const { path, ...address } = addressOfChange(change, kinds);
  const isMoved = change.action === "move" && change.from !== undefined && kindAt(kinds, address).tree !== undefined;
  const names = change.attributes.map((one) => topName(one.path));
  const at = isMoved ? change.from : path;
  return rightFor(kinds, { ...address, ...(at === undefined ? {} : { path: at }) }, change.action, names);
}
