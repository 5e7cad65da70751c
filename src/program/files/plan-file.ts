import { resolve } from "node:path";
import { TrueupError } from "../../core/errors.js";
import { placeholdersIn } from "../../core/json.js";
import { fieldsOf, kindAt, type Kinds } from "../../core/kind.js";
import { isFile, isSecret } from "../../core/placeholders.js";
import type { Plan } from "../../core/plan.js";
import { secretReferences } from "../../core/secret-template.js";
import { checkValues, displayPath, rootOf } from "../../desired/index.js";
import { desiredBy } from "../../engine/plan/index.js";

/**
 * A plan from a file, with the root of this run: files that it names are read from the directory that the paths of the command line say, as they would be for files,
 * and never from one that the plan says. Throws TrueupError `plan.root` where the plan names files and was made in another directory.
 */
export function rootedHere(planned: Plan, paths: readonly string[], cwd: string): Plan {
  const root = rootOf(paths, cwd);
  const here = displayPath(root, cwd);
  if (!takesFiles(planned) || resolve(cwd, planned.root) === root) return { ...planned, root: here };
  throw new TrueupError({
    code: "plan.root",
    message: `the plan takes files from the directory ${planned.root}, and this run's is ${here}`,
    hint: "Name the directory of the files, as for the plan: trueup apply --plan FILE DIRECTORY",
  });
}

function takesFiles({ changes, calls }: Plan): boolean {
  const values = [
    ...calls.map(({ body }) => body),
    ...changes.flatMap(({ attributes, sends }) => [sends, ...attributes.map(({ after }) => after)]),
  ];
  return values
    .flatMap((value) => placeholdersIn(value))
    .some(
      (placeholder) =>
        isFile(placeholder) ||
        (isSecret(placeholder) && secretReferences(placeholder.$secret).some(({ from }) => from === "file")),
    );
}

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
