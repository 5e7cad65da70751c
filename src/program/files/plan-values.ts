import { TrueupError } from "../../core/errors.js";
import { fieldsOf, kindAt, type Kinds } from "../../core/kind.js";
import type { Plan } from "../../core/plan.js";
import { checkValues } from "../../desired/index.js";
import { desiredBy } from "../../engine/plan/index.js";

/** Checks that the changes of a plan from a file ask for nothing that files could not: attributes, values and names alike. Throws TrueupError `plan.form`. */
export function checkPlanValues({ changes }: Plan, kinds: Kinds): void {
  for (const [index, change] of changes.entries()) {
    if (change.action === "delete") continue;
    const { spec, ...desired } = desiredBy(change, kinds);
    const fields = fieldsOf(kindAt(kinds, desired), { key: desired.key });
    // What is kept is live, and held against what is live; so is what tells it from its siblings.
    const live = new Set([...change.kept.map(({ path }) => path), ...Object.keys(change.identity ?? {})]);
    const asked = Object.fromEntries(Object.entries(spec).filter(([name]) => !live.has(name) || fields[name]?.required));
    const [fault] = checkValues({ ...desired, spec: asked, remarks: [] }, kinds);
    if (!fault) continue;
    const what = fault.attribute === "" ? change.address : `${fault.attribute} of ${change.address}`;
    throw new TrueupError({
      code: "plan.form",
      message: `the plan cannot be read at /changes/${index}: ${what}: ${fault.message}`,
      hint: "Give a file that `trueup plan --out FILE` has written.",
    });
  }
}
